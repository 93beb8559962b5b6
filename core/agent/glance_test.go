package agent_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
)

// looking begins a run whose first page was read, and which answers its own readings
// itself.
func looking(t *testing.T, change func(r *agent.Run)) *harness {
	r := &harness{t: t, s: &agent.State{}, at: 1000, glances: true}
	run := &agent.Run{Task: "pay the bill", Mode: agent.ModeAct, TabID: 3, URL: "https://a.test/"}
	change(run)
	r.send(agent.Event{Type: agent.Started, Run: run})
	first := page("The first page")
	first.Snapshot = "s1"
	is.New(t).Equal(one[agent.Act](r).Action, protocol.Extract{OnTab: protocol.OnTab{TabID: 3}})
	r.answers(first)
	return r
}

func plain(*agent.Run) {}

// reads is the reading that the run makes by itself now.
func (r *harness) reads() protocol.Extract {
	r.t.Helper()
	a, ok := one[agent.Act](r).Action.(protocol.Extract)
	if _, own := glance(r.s, r.effects); !ok || !own {
		r.t.Fatalf("%+v is no reading of its own", r.effects)
	}
	return a
}

func TestGlance_TheFirstMessageHoldsThePage(t *testing.T) {
	is := is.New(t)
	r := looking(t, plain)
	q := one[agent.Ask](r).Request
	is.Equal(len(q.Messages), 1)
	is.True(strings.Contains(q.Messages[0].Text, "The first page"))
	strict(t, q)
	r = &harness{t: t, s: &agent.State{}, glances: true}
	r.send(agent.Event{Type: agent.Started, Run: &agent.Run{Task: "look", TabID: 3, URL: "https://a.test/", Vision: true}})
	r.send(agent.Event{Type: agent.Acted, ID: one[agent.Act](r).ID, Code: protocol.CodeDomainBlocked, Text: "a.test is blocked"})
	is.Equal(one[agent.Act](r).Action.Kind(), protocol.KindScreenshot) // the picture follows
	r.send(agent.Event{Type: agent.Acted, ID: one[agent.Act](r).ID, Code: protocol.CodeDomainBlocked})
	is.True(strings.Contains(one[agent.Ask](r).Request.Messages[0].Text, "could not be read")) // and it goes on
	r = &harness{t: t, s: &agent.State{}, glances: true}
	r.send(agent.Event{Type: agent.Started, Run: &agent.Run{Task: "look"}})
	is.Equal(len(one[agent.Ask](r).Request.Messages), 1) // without a tab there is nothing to read
}

func TestGlance_WhatFollowed(t *testing.T) {
	moved := &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://a.test/2"}}
	for _, row := range []struct {
		sentence string
		calls    []string
		results  []protocol.Result
		want     protocol.Extract // without Tab for none
	}{
		{"a press: the changes", []string{"click", click}, list(ok(nil)), protocol.Extract{Since: "s1", MaxTokens: 400, OnTab: tab(3)}},
		{"several calls: once, at the end", []string{"click", click, "click", `{"uid":"e2"}`}, list(ok(nil), ok(nil)), protocol.Extract{Since: "s1", MaxTokens: 400, OnTab: tab(3)}},
		{"another page: that page", []string{"click", click}, list(ok(moved)), protocol.Extract{Since: "last", MaxTokens: 1500, OnTab: tab(3)}},
		{"an address: its page", []string{"navigate", `{"url":"https://a.test/2"}`}, list(ok(moved)), protocol.Extract{MaxTokens: 1500, OnTab: tab(3)}},
		{"a tab: its page", []string{"open_tab", `{"url":"https://a.test/2"}`}, list(protocol.OpenTabResult{TabID: 9}), protocol.Extract{MaxTokens: 1500, OnTab: tab(9)}},
		{"a press and a note", []string{"click", click, "note", `{"text":"x"}`}, list(ok(nil)), protocol.Extract{Since: "s1", MaxTokens: 400, OnTab: tab(3)}},
		{"the model reads itself", []string{"click", click, "extract", "{}"}, list(ok(nil), page("two")), protocol.Extract{}},
		{"reading alone", []string{"find", `{"query":"bill"}`}, list(protocol.FindResult{}), protocol.Extract{}},
		{"a dialog hides the page", []string{"click", click}, list(ok(&protocol.Effects{Dialog: &protocol.OpenDialog{ID: "d1", Type: "alert"}})), protocol.Extract{}},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			r := looking(t, plain)
			r.calls(row.calls...)
			for _, x := range row.results {
				r.answers(x)
			}
			if row.want.TabID == 0 {
				strict(t, one[agent.Ask](r).Request)
				return
			}
			is.Equal(r.reads(), row.want)
			r.answers(page("The second page"))
			q := one[agent.Ask](r).Request
			strict(t, q)
			last := chat.Message{}
			for _, m := range q.Messages {
				if m.Role == chat.RoleTool {
					last = m
				}
			}
			is.True(strings.Contains(last.Text, "The second page")) // it stands behind the latest result
		})
	}
}

func list(all ...protocol.Result) []protocol.Result { return all }

func ok(e *protocol.Effects) protocol.Result { return protocol.OK{OK: true, Effects: e} }

func tab(id int) protocol.OnTab { return protocol.OnTab{TabID: id} }

func TestGlance_ASnapshotThatIsGone(t *testing.T) {
	is := is.New(t)
	r := looking(t, plain)
	r.calls("click", click)
	r.answers(ok(nil))
	r.send(agent.Event{Type: agent.Acted, ID: one[agent.Act](r).ID, Code: protocol.CodeInvalidAction, Text: "the snapshot given as since is not known"})
	is.Equal(r.reads().Since, "last")
	r.answers(page("two"))
	r.has("two")
	is.True(!strings.Contains(r.last(), "not known"))
}

// A page that has to be looked at is looked at without the model's asking.
func TestGlance_WhereAReadingIsOwed(t *testing.T) {
	for _, row := range []struct {
		sentence string
		happens  func(r *harness)
	}{
		{"a tab that was lost while it was read", func(r *harness) {
			r.answers(ok(nil))
			r.reads()
			r.send(agent.Event{Type: agent.TabLost})
			r.send(agent.Event{Type: agent.TabBack, TabID: 3, URL: "https://a.test/"})
		}},
		{"a restart while it was read", func(r *harness) {
			r.answers(ok(nil))
			r.reads()
			r.send(agent.Event{Type: agent.Restarted})
		}},
		{"a pause", func(r *harness) {
			r.answers(ok(nil))
			reading := one[agent.Act](r)
			r.send(agent.Event{Type: agent.Paused})
			r.send(agent.Event{Type: agent.Acted, ID: reading.ID, Result: protocol.AppendResult(nil, page("while it was paused"))})
			r.send(agent.Event{Type: agent.Resumed})
		}},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			r := looking(t, plain)
			r.calls("click", click)
			row.happens(r)
			r.reads()
			r.answers(page("as it stands"))
			is.True(!r.s.Doubt())
			r.has("as it stands")
			strict(t, one[agent.Ask](r).Request)
			r.calls("click", click)
			is.Equal(one[agent.Act](r).Action.Kind(), protocol.KindClick) // nothing else is asked for first
		})
	}
}

// An act whose outcome is not known is followed by a reading of the model's own.
func TestGlance_NotWhereAnOutcomeIsUnknown(t *testing.T) {
	for _, e := range []agent.Event{
		{Type: agent.Acted, Code: protocol.CodeTimeout, Outcome: protocol.ErrorUnknown},
		{Type: agent.Restarted},
	} {
		is := is.New(t)
		r := looking(t, plain)
		r.calls("click", click)
		e.ID = one[agent.Act](r).ID
		r.send(e)
		r.has("outcome is not known")
		r.calls("click", click)
		r.has("Not done: read the page first")
		is.True(r.s.Doubt())
	}
}

// What has not changed is no circle: a long form is filled in field by field.
func TestGlance_UnchangedIsNoCircle(t *testing.T) {
	is := is.New(t)
	r := looking(t, plain)
	for i := range 12 {
		r.calls("type", `{"uid":"e`+strconv.Itoa(i)+`","text":"x"}`)
		r.answers(ok(nil))
		r.reads()
		r.answers(protocol.ExtractResult{Snapshot: "s" + strconv.Itoa(i), Changes: &protocol.Changes{}})
		is.True(!strings.Contains(r.last(), "Try another way"))
	}
	is.Equal(r.s.End, agent.Status(""))
}

// A question of risk is asked before the act, and the page is read after it.
func TestGlance_AfterAYes(t *testing.T) {
	r := looking(t, plain)
	r.calls("click", click)
	r.holds(risk.Facts{Does: "send", What: "Send", Site: "https://a.test"})
	r.decides(true)
	r.answers(ok(nil))
	r.reads()
	r.answers(page("sent"))
	r.has("sent")
}
