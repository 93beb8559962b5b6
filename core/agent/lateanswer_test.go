package agent_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
)

// What answers an effect that was given up is not taken for the answer to the one that is
// waited for now.
func TestStep_AnAnswerToAnEarlierEffect(t *testing.T) {
	acts := func(r *harness) {
		r.calls("extract", "{}")
		r.answers(page("Order"))
		r.calls("click", click)
	}
	done := protocol.AppendResult(nil, protocol.OK{OK: true})
	for _, row := range []struct {
		name  string
		begin func(*harness)
		late  agent.Event
	}{
		{"the model's", func(*harness) {}, agent.Event{Type: agent.Answered, Answer: &chat.Answer{Message: chat.Message{Calls: []chat.Call{{ID: "x", Name: "click", Arguments: click}}}}}},
		{"the model's failure", func(*harness) {}, agent.Event{Type: agent.Faulted, Fault: &chat.Fault{}}},
		{"an act's", acts, agent.Event{Type: agent.Acted, Result: done}},
		{"an act that was held", acts, agent.Event{Type: agent.Held, Facts: &risk.Facts{Does: "pay", What: "Pay", Site: "https://a.test"}}},
		{"a yes", func(r *harness) { acts(r); r.holds(risk.Facts{Does: "pay", What: "Pay", Site: "https://a.test"}) }, agent.Event{Type: agent.Decided, Yes: true}},
		{"a time", func(r *harness) { r.calls("schedule_resume", `{"after_seconds":3600,"reason":"x"}`) }, agent.Event{Type: agent.Alarm}},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := with(t, berlin)
			row.begin(r)
			var now int // the number of what is waited for
			for _, f := range r.effects {
				switch f := f.(type) {
				case agent.Ask:
					now = f.ID
				case agent.Act:
					now = f.ID
				case agent.Question:
					now = f.ID
				case agent.Wait:
					now = f.ID
				}
			}
			is.True(now > 0)
			status := r.s.Status()
			row.late.ID = now - 1
			r.send(row.late)
			is.Equal(len(r.effects), 0)
			is.Equal(r.s.Status(), status)
			row.late.ID = now
			r.send(row.late)
			is.True(len(r.effects) > 0)
		})
	}
}
