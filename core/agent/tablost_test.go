package agent_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/protocol"
)

// A tab that is gone while an action of that kind is under way: what the model is told
// of it, and that it reads before it acts.
func TestStep_ATabThatIsGone(t *testing.T) {
	closed := agent.Event{Type: agent.TabLost, Code: protocol.CodeTabNotFound}
	ended := agent.Event{Type: agent.TabLost, Code: protocol.CodeSessionNotFound}
	notDone := closed
	notDone.Outcome = protocol.ErrorNotDone
	for _, row := range []struct {
		name, tool, args string
		lost             agent.Event
		back             int
		want             []string
	}{
		{"a reading of that tab", "extract", `{"tabId":3}`, closed, 9, []string{"the tab was closed", "opened again as tab 9"}},
		{"an act of unknown outcome", "click", click, closed, 9, []string{"It may have happened", "opened again as tab 9"}},
		{"an act that was not done", "click", click, notDone, 9, []string{"Not done: the tab was closed", "opened again as tab 9"}},
		{"an ended session", "click", click, ended, 3, []string{"session had ended", "tab 3 is there again"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := with(t, func(*agent.Run) {})
			r.calls(row.tool, row.args)
			r.send(row.lost)
			is.Equal(r.s.Status(), agent.WaitingTab)
			r.send(agent.Event{Type: agent.TabBack, TabID: row.back, URL: "https://a.test/"})
			for _, w := range row.want {
				r.has(w)
			}
			r.calls("click", click)
			r.has("read the page first")
			r.calls("extract", "{}")
			is.Equal(one[agent.Act](r).Action.Tab(), row.back)
			strictly(t, r)
		})
	}
}

// A reading of whatever tab is the run's is made again by itself.
func TestStep_AReadingIsMadeAgain(t *testing.T) {
	is := is.New(t)
	r := with(t, func(*agent.Run) {})
	r.calls("extract", "{}")
	r.send(agent.Event{Type: agent.TabLost, Code: protocol.CodeTabNotFound})
	r.send(agent.Event{Type: agent.TabBack, TabID: 9, URL: "https://a.test/"})
	is.Equal(one[agent.Act](r).Action, protocol.Extract{OnTab: protocol.OnTab{TabID: 9}})
	r.answers(page("as it was"))
	r.has("as it was")
	r.has("opened again as tab 9")
	strict(t, one[agent.Ask](r).Request)
}

// strictly checks the conversation of a run whose effect is no request.
func strictly(t *testing.T, r *harness) {
	t.Helper()
	for i, m := range r.s.Messages() {
		if strings.Contains(m.Text, "<untrusted") != strings.Contains(m.Text, "</untrusted") {
			t.Fatalf("message %d has half a marker: %s", i, m.Text)
		}
	}
}

// A tab that the person closes again and again is not opened again and again: they are
// asked. What they did long ago counts no more.
func TestStep_ATabThatIsClosedAgain(t *testing.T) {
	for _, between := range []int{2, 15} {
		is := is.New(t)
		r := with(t, func(*agent.Run) {})
		lose := func() {
			r.calls("extract", `{"tabId":`+strconv.Itoa(r.tab())+`}`)
			r.send(agent.Event{Type: agent.TabLost, Code: protocol.CodeTabNotFound})
		}
		lose()
		r.send(agent.Event{Type: agent.TabBack, TabID: 9})
		for range between {
			r.calls("note", `{"text":"`+strings.Repeat("n", int(r.at%97))+`"}`)
		}
		lose()
		if between > 10 {
			is.Equal(r.s.Status(), agent.WaitingTab)
			continue
		}
		is.Equal(r.s.Status(), agent.WaitingPerson)
		is.Equal(r.s.Code, "tab_gone")
		is.True(strings.Contains(r.s.Summary, "closed again"))
		r.send(agent.Event{Type: agent.Restarted})
		is.Equal(r.s.Status(), agent.WaitingPerson)
		r.send(agent.Event{Type: agent.Resumed}) // they want it to go on
		is.Equal(r.s.Status(), agent.WaitingTab)
		r.send(agent.Event{Type: agent.TabBack, TabID: 10})
		is.Equal(r.s.Status(), agent.Running)
		lose() // the first time since
		is.Equal(r.s.Status(), agent.WaitingTab)
	}
}

// Where nothing acts before a reading, what only goes somewhere does: a tab that cannot
// be read has a way out. After an act of unknown outcome nothing is sent again.
func TestStep_LookLeavesAWayOut(t *testing.T) {
	for _, row := range []struct {
		tool, args      string
		paused, unknown bool // whether it is done
	}{
		{"navigate", `{"url":"https://a.test/"}`, true, true},
		{"open_tab", `{"url":"https://a.test/"}`, true, true},
		{"back", `{}`, true, false},
		{"reload", `{}`, true, false},
		{"scroll", `{"direction":"down"}`, false, false},
		{"click", click, false, false},
	} {
		t.Run(row.tool, func(t *testing.T) {
			for _, unknown := range []bool{false, true} {
				is := is.New(t)
				r := with(t, func(*agent.Run) {})
				want := row.paused
				if unknown {
					r.calls("click", click)
					r.send(agent.Event{Type: agent.Restarted})
					want = row.unknown
				} else {
					asked := r.effects
					r.send(agent.Event{Type: agent.Paused})
					r.send(agent.Event{Type: agent.Resumed})
					r.effects = asked
				}
				r.calls(row.tool, row.args)
				is.Equal(strings.Contains(r.last(), "read the page first"), !want)
				if want {
					is.Equal(one[agent.Act](r).Action.Kind(), protocol.Kind(row.tool))
					r.answers(map[bool]protocol.Result{true: protocol.OpenTabResult{TabID: 7}, false: protocol.OK{OK: true}}[row.tool == "open_tab"])
					r.calls("click", click) // it still has to read
					r.has("read the page first")
				}
			}
		})
	}
}
