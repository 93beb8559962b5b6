package runs

import (
	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/risk"
)

// updates tells what one event has changed, in the order in which a person reads it.
// It is a function of the journal: who looks later is told the same.
func updates(n int, before *agent.State, e *agent.Event, after *agent.State, effects []agent.Effect) (list []Update) {
	add := func(u Update) {
		u.Entry, u.At = n, e.At
		list = append(list, u)
	}
	switch e.Type {
	case agent.Said:
		add(Update{Type: Person, Text: e.Text})
	case agent.Decided:
		u := Update{Type: Person, Text: "no"}
		if q := before.Asked(); !q.None() {
			u.Question = questionOf(agent.Question{ID: e.ID, Risk: q})
		}
		switch {
		case e.Yes && e.Once:
			u.Text = "once"
		case e.Yes:
			u.Text = "yes"
		}
		add(u)
	case agent.Faulted:
		if e.Fault != nil {
			add(Update{Type: Retrying, Code: string(e.Fault.Code), Text: e.Fault.Text})
		}
	}
	if after.Cuts() > before.Cuts() {
		add(Update{Type: Shortened})
	}
	later := grown(before.Messages(), after.Messages())
	for _, m := range later {
		switch m.Role {
		case chat.RoleModel:
			if m.Text != "" {
				add(Update{Type: Says, Text: m.Text})
			}
			for _, c := range m.Calls {
				add(Update{Type: Calls, Call: c.ID, Name: c.Name, Arguments: c.Arguments})
			}
		case chat.RoleTool:
			_, url := after.Tab()
			add(Update{Type: Results, Call: m.CallID, Text: m.Text, Failed: m.Failed, Site: risk.Origin(url)})
		}
	}
	if before.Used.In+before.Used.Out != after.Used.In+after.Used.Out {
		u := used(after.Used)
		add(Update{Type: Spent, Used: &u})
		for _, text := range notices(before, after, e.Answer, later) {
			add(Update{Type: Noticed, Text: text})
		}
	}
	for _, f := range effects {
		switch f := f.(type) {
		case agent.Act:
			if !f.Under.None() {
				add(Update{Type: Allowed, Question: questionOf(agent.Question{Risk: f.Under})})
			}
		case agent.Question:
			add(Update{Type: Asks, Question: questionOf(f)})
		case agent.Report:
			add(Update{Type: Status, Status: f.Status, Code: after.Code, Summary: after.Why()})
		}
	}
	return list
}

// grown are the messages that a step has added. One that made the conversation
// shorter has added none that tells something new.
func grown(before, after []chat.Message) []chat.Message {
	if len(after) <= len(before) {
		return nil
	}
	return after[len(before):]
}
