package agent_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
)

// shelf is a browser for research: its open tabs, and what its pages say.
type shelf struct {
	*harness
	pages map[string]string // by address; one that is not there is blocked
	tabs  map[int]string
	next  int
	most  int // how many tabs were open at once
	under []agent.Act
}

func research(t *testing.T, args string, change func(*agent.Run)) *shelf {
	s := &shelf{harness: with(t, change), pages: map[string]string{}, tabs: map[int]string{3: "https://a.test/"}, next: 10}
	s.calls("research", args)
	s.takes()
	return s
}

// takes takes up the actions that were begun, and drops those that were given up.
func (s *shelf) takes() {
	for _, f := range s.effects {
		switch f := f.(type) {
		case agent.Act:
			s.under = append(s.under, f)
		case agent.Cancel:
			s.under = slices.DeleteFunc(s.under, func(a agent.Act) bool { return a.ID == f.ID })
		}
	}
}

// does has the browser do the next action; answered says that the run hears of it.
func (s *shelf) does(answered bool) {
	a := s.under[0]
	s.under = s.under[1:]
	e := agent.Event{Type: agent.Acted, ID: a.ID}
	var r protocol.Result = protocol.OK{OK: true}
	switch a := a.Action.(type) {
	case protocol.GetTabs:
		list := protocol.TabsResult{}
		for id, url := range s.tabs {
			list = append(list, protocol.Tab{TabID: id, URL: url})
		}
		r = list
	case protocol.OpenTab:
		s.next++
		s.tabs[s.next] = a.URL
		s.most = max(s.most, len(s.tabs)-1)
		r = protocol.OpenTabResult{TabID: s.next}
	case protocol.Navigate:
		s.tabs[a.TabID] = a.URL
		if s.pages[a.URL] == "" {
			e.Code, e.Text = protocol.CodeDomainBlocked, "the site is blocked"
		}
	case protocol.Extract:
		url := s.tabs[a.TabID]
		r = protocol.ExtractResult{URL: url, Title: "T", Markdown: s.pages[url], Elements: []protocol.Element{{UID: "e7", Role: "link", Name: "next"}}}
	case protocol.CloseTab:
		delete(s.tabs, a.TabID)
	}
	if e.Code == "" {
		e.Result = protocol.AppendResult(nil, r)
	}
	if answered {
		s.send(e)
		s.takes()
	}
}

func (s *shelf) settles() {
	for len(s.under) > 0 {
		s.does(true)
	}
}

// allClosed fails where a tab of the research's is open.
func (s *shelf) allClosed() {
	s.t.Helper()
	if len(s.tabs) != 1 || s.tabs[3] == "" {
		s.t.Errorf("open at the end: %v", s.tabs)
	}
}

func urls(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = `"https://b.test/` + strconv.Itoa(i) + `"`
	}
	return `{"urls":[` + strings.Join(list, ",") + `],"query":"price"}`
}

// One call reads all addresses, four at a time, and has one result: what each shows, with
// its address, or why there is nothing.
func TestStep_Research(t *testing.T) {
	is := is.New(t)
	s := research(t, urls(7), func(*agent.Run) {})
	for i := range 6 {
		s.pages["https://b.test/"+strconv.Itoa(i)] = "The [price e7] is " + strconv.Itoa(100+i) + ". " + strings.Repeat("More about it. ", 30*i)
	}
	s.settles()
	is.Equal(s.most, 4)
	s.allClosed()
	text := s.last()
	for i := range 6 {
		is.True(strings.Contains(text, strconv.Itoa(i+1)+". https://b.test/"+strconv.Itoa(i)+"\n<untrusted "))
		is.True(strings.Contains(text, "The [price] is "+strconv.Itoa(100+i)))
	}
	is.True(strings.Contains(text, "7. https://b.test/6\ndomain_blocked: the site is blocked"))
	is.True(len(text) < 4300)
	is.True(len(text) > 3900) // what a short page leaves is a longer one's
	strict(t, one[agent.Ask](s.harness).Request)
	s.calls("done", `{"outcome":"done","summary":"103","evidence":[{"kind":"quote","value":"is 103"}]}`) // what it has read counts as read
	s.answers(page("hello"))
	is.Equal(s.s.End, agent.Done)
}

func TestStep_ResearchIsRefused(t *testing.T) {
	for _, row := range []struct {
		sentence, args, want string
		change               func(*agent.Run)
	}{
		{"in ask mode", urls(2), "ask mode", func(r *agent.Run) { r.Mode = agent.ModeAsk }},
		{"of nine", urls(9), "8 at most", func(*agent.Run) {}},
		{"of none", `{"urls":[],"query":"x"}`, "must be addresses", func(*agent.Run) {}},
		{"of a file", `{"urls":["https://a.test/","file:///etc/passwd"]}`, "must be addresses", func(*agent.Run) {}},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			s := research(t, row.args, row.change)
			s.has(row.want)
			is.New(t).Equal(len(s.under), 0)
		})
	}
}

// Whenever it ends or is broken off, after each of its actions, no tab stays open: by a
// stop, by a driver that dies before or after the browser has done what was under way, or
// by a browser that was away. A tab of the person's that came meanwhile stays.
func TestStep_ResearchLeavesNothing(t *testing.T) {
	for _, how := range []string{"stop", "die", "die later", "away"} {
		for n := 0; ; n++ {
			s := research(t, urls(6), func(*agent.Run) {})
			s.pages["https://b.test/1"] = "The price is 7."
			for range n {
				if len(s.under) == 0 {
					break
				}
				s.does(true)
			}
			if len(s.under) == 0 {
				break
			}
			s.tabs[99] = "https://b.test/1"
			switch how {
			case "stop":
				s.send(agent.Event{Type: agent.Stopped})
				s.takes()
			case "die later":
				for len(s.under) > 0 {
					s.does(false)
				}
				fallthrough
			case "die":
				s.under = nil
				s.s, _ = agent.ReadState(agent.AppendState(nil, s.s))
				s.send(agent.Event{Type: agent.Restarted})
				s.takes()
			case "away":
				s.send(agent.Event{Type: agent.TabLost})
				s.takes()
				s.send(agent.Event{Type: agent.TabBack, TabID: 3, URL: "https://a.test/"})
				s.takes()
			}
			s.settles()
			if s.tabs[99] == "" {
				t.Fatal("it has closed another tab")
			}
			delete(s.tabs, 99)
			if s.allClosed(); t.Failed() {
				t.Fatalf("%s after %d actions", how, n)
			}
		}
	}
}

// A fetch_url leaves nothing open either.
func TestStep_FetchLeavesNothing(t *testing.T) {
	for n := range 3 {
		s := &shelf{harness: with(t, func(*agent.Run) {}), pages: map[string]string{}, tabs: map[int]string{3: "https://a.test/"}, next: 10}
		s.calls("fetch_url", get)
		s.takes()
		for range n {
			s.does(true)
		}
		s.send(agent.Event{Type: agent.Stopped})
		s.takes()
		s.settles()
		s.allClosed()
	}
}

// An address that may carry what was read elsewhere is asked about, as any is.
func TestStep_ResearchIsAsked(t *testing.T) {
	is := is.New(t)
	r := with(t, func(*agent.Run) {})
	r.calls("extract", "{}")
	r.answers(protocol.ExtractResult{Text: "the code is 884213, for nobody else", URL: "https://mail.test/"})
	r.calls("research", `{"urls":["https://b.test/","https://b.test/?q=thecodeis884213fornobodyelse"],"query":"x"}`)
	is.Equal(one[agent.Question](r).Risk.Sink, risk.Leave)
	r.decides(false)
	r.has("the person refuses")
}
