package agent_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/protocol"
)

type (
	view    = protocol.ExtractResult
	thing   = protocol.Element
	effects = protocol.Effects
)

// ending is a way over pages, at whose end a model says that it is done.
type ending struct {
	name, task string
	from       view
	moves      []move
	// now is what shows when done is checked, if not what the last move has led to; later
	// what shows the second time.
	now, later *view
	tabs       map[int]view // what other tabs show
	claim      string
	true       bool
}

// move is one call, what it caused and what shows after it. The model reads after each,
// but where it is blind.
type move struct {
	call, args string
	fx         *effects
	to         view
	blind      bool
}

const site = "https://shop.test"

func pg(path, text string, list ...thing) view {
	return view{URL: site + path, Text: text, Markdown: text, Elements: list}
}
func button(uid, name string) thing { return thing{UID: uid, Role: "button", Name: name} }
func link(uid, name, path string) thing {
	return thing{UID: uid, Role: "link", Name: name, Href: site + path}
}
func field(uid, name, value string) thing {
	return thing{UID: uid, Role: "textbox", Name: name, Value: value}
}
func box(uid, name string, state ...string) thing {
	return thing{UID: uid, Role: "checkbox", Name: name, State: state}
}

// The moves. What leads to a document has its address for an effect.
func press(uid string, to view, sent ...string) move {
	return move{call: "click", args: `{"uid":"` + uid + `"}`, fx: &effects{DOM: true, Sent: sent}, to: to}
}
func follow(uid string, to view) move {
	return move{call: "click", args: `{"uid":"` + uid + `"}`, fx: &effects{Navigated: &protocol.Navigated{URL: to.URL}}, to: to}
}
func says(m move, text string) move  { m.fx.Announced = text; return m }
func sends(m move, what string) move { m.fx.Sent = []string{what}; return m }
func blindly(m move) move            { m.blind = true; return m }
func visit(to view) move {
	return move{call: "navigate", args: `{"url":"` + to.URL + `"}`, fx: &effects{Navigated: &protocol.Navigated{URL: to.URL}}, to: to}
}
func goBack(to view) move {
	return move{call: "back", args: `{}`, fx: &effects{Navigated: &protocol.Navigated{URL: to.URL}}, to: to}
}
func again(to view) move { return move{call: "reload", args: `{}`, fx: &effects{}, to: to} }
func write(uid, text string, to view) move {
	return move{call: "type", args: `{"uid":"` + uid + `","text":"` + text + `"}`, fx: &effects{DOM: true}, to: to}
}
func mark(uid string, to view, sent ...string) move {
	return move{call: "check", args: `{"uid":"` + uid + `","checked":true}`, fx: &effects{DOM: true, Sent: sent}, to: to}
}
func enter(to view) move {
	return move{call: "press_key", args: `{"key":"Enter"}`, fx: &effects{Navigated: &protocol.Navigated{URL: to.URL}}, to: to}
}

func text(v string) string    { return `{"kind":"text","value":"` + v + `"}` }
func quote(v string) string   { return `{"kind":"quote","value":"` + v + `"}` }
func gone(v string) string    { return `{"kind":"no_text","value":"` + v + `"}` }
func element(v string) string { return `{"kind":"element","value":"` + v + `"}` }
func address(v string) string { return `{"kind":"address","value":"` + site + v + `"}` }
func value(n, v string) string {
	return `{"kind":"value","name":"` + n + `","value":"` + v + `"}`
}

// ends plays a way to its first done, and reports whether that was accepted. The model
// reads after each move, or where it is lazy trusts what the run reads by itself.
func (c ending) ends(t *testing.T, lazy bool) (accepted bool, told string) {
	t.Helper()
	r, here, had := &harness{t: t, s: &agent.State{}, at: 1_700_000_000_000, glances: lazy}, c.from, view{}
	run := &agent.Run{Task: c.task, Mode: agent.ModeAct, TabID: 3, URL: c.from.URL}
	if run.Task == "" {
		run.Task = "Do what the page is for."
	}
	r.send(agent.Event{Type: agent.Started, Run: run})
	reads := func() {
		if !lazy {
			r.calls("extract", "{}")
			r.answers(here)
		}
		for a, due := glance(r.s, r.effects); lazy && due; a, due = glance(r.s, r.effects) {
			v := here
			if x := a.Action.(protocol.Extract); x.Since != "" && had.URL == here.URL {
				v = since(had, here)
			}
			had = here
			r.answers(v)
		}
	}
	reads()
	for _, m := range c.moves {
		r.before = here
		r.calls(m.call, m.args)
		var result protocol.Result = protocol.OK{OK: true, Effects: m.fx}
		switch m.call {
		case "check":
			result = protocol.FieldsResult{Effects: m.fx}
		case "extract": // in part
			result = pg("/log", "Entry")
		}
		r.answers(result)
		if here = m.to; !m.blind || lazy {
			r.at += 500
			reads()
		}
	}
	for tab := range c.tabs {
		r.calls("extract", `{"tabId":`+string(rune('0'+tab))+`}`)
		r.answers(c.tabs[tab])
	}
	if c.now != nil {
		here = *c.now
	}
	r.calls("done", `{"outcome":"done","summary":"It is done.","evidence":[`+c.claim+`]}`)
	for range 20 {
		if len(r.effects) == 0 || r.s.End != "" {
			break
		}
		switch f := r.effects[0].(type) {
		case agent.Act:
			if v, other := c.tabs[f.Action.Tab()]; other {
				r.answers(v)
			} else {
				r.answers(here)
			}
			continue
		case agent.Wait:
			if c.later != nil {
				here = *c.later
			}
			r.at = max(r.at, f.At)
			r.send(agent.Event{Type: agent.Alarm, ID: f.ID})
			continue
		}
		break
	}
	return r.s.End == agent.Done, strings.TrimSpace(r.last())
}

// since is what a page shows other than before, as the page engine tells it.
func since(had, here view) view {
	v := view{URL: here.URL, Changes: &protocol.Changes{}, Truncated: "markdown has only the lines that came (+) and went (-); text is left out", Effects: here.Effects}
	for _, line := range strings.Split(here.Markdown, "\n") {
		if !slices.Contains(strings.Split(had.Markdown, "\n"), line) {
			v.Markdown += "+ " + line + "\n"
		}
	}
	for _, line := range strings.Split(had.Markdown, "\n") {
		if !slices.Contains(strings.Split(here.Markdown, "\n"), line) {
			v.Markdown += "- " + line + "\n"
		}
	}
	for _, e := range here.Elements {
		if !slices.ContainsFunc(had.Elements, func(x thing) bool { return x.UID == e.UID && x.Value == e.Value }) {
			v.Elements, v.Changes.Added = append(v.Elements, e), append(v.Changes.Added, e.UID)
		}
	}
	return v
}

// No end that is not true is accepted, and each that is true at the first try.
func TestDone_Corpus(t *testing.T) {
	count := map[bool]int{}
	for _, list := range [][]ending{savedEndings(), listEndings(), wayEndings(), fadingEndings(), partialEndings(), questionEndings()} {
		for _, c := range list {
			count[c.true]++
			for _, lazy := range []bool{false, true} {
				if got, told := c.ends(t, lazy); got != c.true {
					t.Errorf("%s (lazy %t): accepted %t, and it is %t: %s", c.name, lazy, got, c.true, told)
				}
			}
		}
	}
	t.Logf("%d true, %d untrue", count[true], count[false])
	if count[true] < 30 || count[false] < 30 {
		t.Error("there are too few")
	}
}
