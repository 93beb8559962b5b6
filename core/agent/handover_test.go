package agent_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/protocol"
)

// help hands the tab over, in the browser and wherever the run is watched: the first
// answer counts, and the page is read after it.
func TestStep_HelpIsAHandOver(t *testing.T) {
	said := func(o protocol.Outcome) agent.Event {
		return agent.Event{Type: agent.Acted, Result: protocol.AppendResult(nil, protocol.HelpResult{OK: true, Outcome: o})}
	}
	noticed := said(protocol.OutcomeDone)
	noticed.URL = "https://a.test/home"
	for _, row := range []struct {
		name    string
		answer  agent.Event
		says    string
		cancels bool
	}{
		{"done", said(protocol.OutcomeDone), "it is done", false},
		{"I can't", said(protocol.OutcomeDeclined), "cannot or will not", false},
		{"seen by itself", noticed, "has gone on", false},
		{"in the terminal", agent.Event{Type: agent.Said, Text: "logged in"}, "The person answers: logged in", true},
	} {
		for _, restarts := range []bool{false, true} {
			t.Run(row.name, func(t *testing.T) {
				is := is.New(t)
				r := with(t, func(*agent.Run) {})
				r.calls("help", `{"message":"Log in, please."}`)
				q, a := one[agent.Question](r), one[agent.Act](r)
				if restarts {
					r.send(agent.Event{Type: agent.Restarted})
					is.Equal(one[agent.Question](r), q)
					is.Equal(one[agent.Act](r), a)
				}
				is.Equal(r.s.Status(), agent.WaitingPerson)
				is.Equal(q.Text, "Log in, please.")
				is.Equal(a.Action, protocol.Help{Message: "Log in, please.", TimeoutMS: protocol.MaxHelpMS, OnTab: protocol.OnTab{TabID: 3}})
				is.True(q.Help && q.ID == a.ID)
				row.answer.ID = q.ID
				r.send(row.answer)
				r.has(row.says)
				if row.cancels {
					is.Equal(one[agent.Cancel](r).ID, q.ID)
				}
				strict(t, one[agent.Ask](r).Request)
				r.calls("click", click)
				r.has("read the page first")
			})
		}
	}
	t.Run("a browser that cannot leaves the question", func(t *testing.T) {
		is := is.New(t)
		r := with(t, func(*agent.Run) {})
		r.calls("help", `{"message":"Log in, please."}`)
		id := one[agent.Question](r).ID
		r.send(agent.Event{Type: agent.Acted, ID: id, Code: protocol.CodeInvalidAction})
		is.Equal(r.s.Status(), agent.WaitingPerson)
		r.send(agent.Event{Type: agent.Said, ID: id, Text: "done"})
		one[agent.Ask](r)
	})
}
