package agent_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/protocol"
)

// An answer that the bound of tokens has cut is told as that, whatever came of it.
func TestCut(t *testing.T) {
	for _, row := range []struct {
		name string
		msg  chat.Message
		says string
	}{
		{"all of it was thought", chat.Message{}, "cut before it said anything"},
		{"words", chat.Message{Text: "I will now"}, "Your answer was cut"},
		{"calls, and perhaps more", chat.Message{Calls: []chat.Call{{ID: "a", Name: "click", Arguments: click}}}, "what came after these calls is lost"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := begin(t, agent.ModeAct)
			r.send(agent.Event{Type: agent.Answered, ID: one[agent.Ask](r).ID, Answer: &chat.Answer{Message: row.msg, End: chat.EndLength}})
			for len(row.msg.Calls) > 0 && len(r.effects) > 0 {
				f, ok := r.effects[0].(agent.Act)
				if !ok {
					break
				}
				if f.Action.Kind() == protocol.KindExtract {
					r.answers(page("as before"))
				} else {
					r.answers(protocol.OK{OK: true})
				}
			}
			q := one[agent.Ask](r).Request
			strict(t, q)
			is.Equal(strings.Count(q.Messages[len(q.Messages)-1].Text, row.says), 1)
			is.True(!strings.Contains(r.last(), "empty"))
		})
	}
}
