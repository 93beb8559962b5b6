package agent_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/protocol"
)

// speaks answers the model's request with words alone.
func (r *harness) speaks(text string) {
	r.t.Helper()
	r.send(agent.Event{Type: agent.Answered, ID: one[agent.Ask](r).ID, Answer: &chat.Answer{Message: chat.Message{Text: text}}})
}

// Words end a run only where they answer a question from what was read.
func TestStep_WordsAlone(t *testing.T) {
	const ask = "What does it cost?"
	for _, row := range []struct {
		sentence, task string
		read, act      bool
		text           string
		end            agent.Status // after the first, "" for asked once more
		again          agent.Status // after the second
	}{
		{"an answer", ask, true, false, "It costs 5 €.", agent.Done, ""},
		{"an answer that nothing was read for", ask, false, false, "It costs 5 €.", "", agent.Failed},
		{"what it is about to do", ask, true, false, "I'll open the invoices now.", "", agent.NotVerified},
		{"and in German", "Was kostet das?", true, false, "Ich öffne jetzt die Rechnungen.", "", agent.NotVerified},
		{"a question back", ask, true, false, "It costs 5 €. Shall I add it?", "", agent.NotVerified},
		{"a plan before a list", ask, true, false, "These are the steps:", "", agent.NotVerified},
		{"no answer to a task", "Add it to the cart.", true, false, "It was added to the cart.", "", agent.NotVerified},
		{"after an act", ask, true, true, "It costs 5 €.", "", agent.NotVerified},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			r := with(t, func(r *agent.Run) { r.Task = row.task })
			if row.read {
				r.calls("extract", "{}")
				r.answers(page("It costs 5 €"))
			}
			if row.act {
				r.calls("click", click)
				r.answers(protocol.OK{OK: true})
			}
			r.speaks(row.text)
			is.Equal(r.s.End, row.end)
			if row.end != "" {
				is.Equal(r.s.Summary, row.text)
				return
			}
			q := one[agent.Ask](r).Request
			is.Equal(q.Choice, chat.ChoiceRequired)
			strict(t, q)
			r.has("That was no call")
			r.speaks(row.text)
			is.Equal(r.s.End, row.again)
		})
	}
	t.Run("a call in between", func(t *testing.T) {
		is := is.New(t)
		r := with(t, func(*agent.Run) {})
		r.speaks("I'll read the page.")
		r.calls("extract", "{}")
		r.answers(page("x"))
		is.Equal(one[agent.Ask](r).Request.Choice, chat.ChoiceAuto)
		r.speaks("I'll press the button.")
		is.Equal(r.s.End, agent.Status(""))
	})
}

// Calls that are written one after another are all carried out, in their order.
func TestStep_TwoWrittenCalls(t *testing.T) {
	is := is.New(t)
	r := with(t, func(*agent.Run) {})
	r.speaks("<tool_call>{\"name\":\"note\",\"arguments\":{\"text\":\"a } in it\"}}</tool_call>\n<tool_call>{\"name\":\"click\",\"arguments\":{\"uid\":\"e1\"}}</tool_call>")
	is.Equal(one[agent.Act](r).Action.(protocol.Click).UID, "e1")
	r.answers(protocol.OK{OK: true})
	strict(t, one[agent.Ask](r).Request)
	is.True(strings.Contains(r.last(), "noted"))
}

// A task that changes something is not done by saying so, though nothing was pressed.
func TestDone_WithoutEvidence(t *testing.T) {
	for task, want := range map[string]agent.Status{"Add it to the cart.": "", "What does it cost?": agent.Done} {
		r := with(t, func(r *agent.Run) { r.Task = task })
		r.calls("done", `{"outcome":"done","summary":"s"}`)
		is.New(t).Equal(r.s.End, want) // task
	}
}
