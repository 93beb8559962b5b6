package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestStrict: in the strict profile the person is asked about sites and single acts.
// core/dispatch has its rules, also for tabs; specControls what an act is judged to be.
func TestStrict(t *testing.T) {
	onHosts(t, e2e.Options{Strict: true, Args: []string{"--enable-features=WebMCP"}}, "the operator's profile and grants, page tools in the strict profile",
		inTurn([]spec{{"Grants", specStrictGrants}, {"PageTool", specStrictPageTool}, {"Controls", specControls}, {"Sinks", specStrictSinks}}))
}

// asking tries an action that somebody is to be asked about: the person, who
// answers; with the direct host nobody is there, and it is refused.
func (s *stage) asking(t *testing.T, line, can, what, answer string) e2e.Answer {
	t.Helper()
	action := s.act(t, line)
	if s.tab == 0 {
		delete(action, "tabId")
	}
	if s.Host == e2e.Direct {
		return s.Try(t, action)
	}
	answered := make(chan e2e.Answer, 1)
	go func() { answered <- s.Try(t, action) }()
	s.Asked(t, can, what, answer)
	a := <-answered
	if a.Code == "timeout" { // the person was slower than it waits
		a = s.Try(t, action)
	}
	return a
}

func origin(site *e2e.Site, host string) string { return strings.TrimSuffix(site.On(host, "/"), "/") }

// specStrictGrants: a grant is for an origin and what the agent does there; scripts need their own.
func specStrictGrants(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	here, there := origin(site, "127.0.0.1"), origin(site, "localhost")
	s := &stage{b, site, 0}
	is.Equal(s.asking(t, `open_tab {"url":"`+here+`/form.html"}`, "act", "", "deny").Code, "domain_blocked")
	b.Grant(t, here+" act")
	b.Extract(t, s.show(t, "/form.html").tab, nil)
	a := s.asking(t, "navigate: "+there+"/blank.html", "act", "", "deny")
	is.Equal(a.Code, "domain_blocked")
	is.True(strings.Contains(a.Message, there)) // the origin, with its port
	if b.Host == e2e.Direct {
		b.Grant(t, here+" act script")
	} else {
		s.no(t, "invalid_action", "evaluate: return 1")
		b.Grant(t, here+" script")
	}
	is.Equal(s.js(t, "1"), 1.0)
}

// specStrictPageTool: a call is asked about with the tool's name and what it is given.
func specStrictPageTool(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	b.Grant(t, origin(site, "a.localhost")+" act")
	s := (&stage{b, site, 0}).show(t, site.On("a.localhost", "/tools.html"))
	is.Equal(s.asking(t, `page_tool {"name":"add","arguments":{"item":"tea"}}`, "send", `add {"item":"tea"}`, "deny").Code, "domain_blocked")
	is.True(!strings.Contains(b.Extract(t, s.tab, nil).Markdown, "added"))
}

// specStrictSinks: what pays, sends and deletes reaches the page only when it is allowed; what
// does not is as it always is.
func specStrictSinks(t *testing.T, b *e2e.Product, site *e2e.Site) {
	here := origin(site, "127.0.0.1")
	b.Grant(t, here+" act")
	s := (&stage{b, site, 0}).show(t, "/sinks.html")
	for _, r := range []struct{ field, do, can, what string }{
		{"", "click #inner", "delete", "Endgültig löschen"}, {"", "click #continue", "pay", "Continue"}, {"", "click #go", "send", "Go"},
		{"#note", "press_key: Enter", "send", "Enter"},         // in a form that is posted
		{"#chat", "press_key: Control+Enter", "send", "Enter"}, // in a chat
	} {
		run(t, r.field+r.do, func(t *testing.T, is asserts) {
			if r.field != "" {
				s.do(t, "click "+r.field)
			}
			site.Forget()
			a := s.asking(t, r.do, r.can, r.what, "deny")
			is.Equal(a.Code, "domain_blocked")
			is.True(strings.Contains(a.Message, "("+r.can+")"))
			s.do(t, "click #next")
			site.Await(t, 1, e2e.Type("click", "next"))
			is.Equal(len(site.Seen(func(h e2e.PageEvent) bool {
				return h.Type == "mousedown" && h.Target != "next" || h.Type == "keydown" || h.Type == "submit"
			})), 0)
		})
	}
	t.Run("what is none is not asked about", func(t *testing.T) {
		s.do(t, "click #next", "click #seek", "click #no", "click #letters", "click #chat", "click #q")
		site.Forget()
		s.do(t, "press_key: Enter")
		site.Await(t, 1, e2e.Type("submit", "find"))
	})
	run(t, "a page's question that deletes", func(t *testing.T, is asserts) {
		b.Try(t, s.act(t, "click #asks"))
		is.Equal(s.asking(t, "dialog: accept", "delete", "Delete 3 messages", "deny").Code, "domain_blocked")
		s.no(t, "invalid_action", `dialog {"policy":"auto_accept"}`)
		s.do(t, "dialog: dismiss")
		is.Equal(site.Await(t, 1, e2e.Type("confirmed", ""))[0].Detail, "false")
	})
	run(t, "a file and a secret", func(t *testing.T, is asserts) {
		b.Secret(t, "mail", "canary-of-a-secret", here)
		is.Equal(s.asking(t, `upload_file #file {"name":"cv.txt","text":"x"}`, "hand_over", "cv.txt", "deny").Code, "domain_blocked")
		is.Equal(s.asking(t, `type #password {"secret":"mail"}`, "fill_in", "mail", "deny").Code, "domain_blocked")
		is.Equal(len(site.Seen(e2e.Type("change", "file")))+len(site.Seen(e2e.Type("input", "password"))), 0)
	})
	t.Run("what is allowed is done", func(t *testing.T) {
		site.Forget()
		if b.Host == e2e.Direct {
			b.Grant(t, here+" act sinks upload secrets")
			s.do(t, "click #order")
			site.Await(t, 1, e2e.Type("click", "order"))
			return
		}
		again := (&stage{b, site, 0}).show(t, "/sinks.html?again") // what was denied stays denied for a while
		is.New(t).Equal(again.asking(t, "press_key: Delete", "delete", "Delete", "once").Code, "")
		site.Await(t, 1, e2e.Type("keydown", ""))
	})
}
