package agent_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
)

// A run uses up time while it works alone: not while it waits for the person, its tab or
// a time, and of a clock that jumps ten minutes.
func TestStep_TimeUsed(t *testing.T) {
	const minute = 60_000
	ask := `{"question":"Which one?"}`
	for _, row := range []struct {
		name  string
		begin func(*harness)
		end   agent.Event
		after int64
		want  int64 // about, in minutes
	}{
		{"the model thinks", func(*harness) {}, agent.Event{Type: agent.Said, Text: "x"}, 3 * minute, 3},
		{"the clock jumps", func(*harness) {}, agent.Event{Type: agent.Said, Text: "x"}, 300 * minute, 10},
		{"the clock goes back", func(*harness) {}, agent.Event{Type: agent.Said, Text: "x"}, -3 * minute, 0},
		{"a pause", func(r *harness) { r.send(agent.Event{Type: agent.Paused}) }, agent.Event{Type: agent.Resumed}, 3 * minute, 0},
		{"a lost tab", func(r *harness) { r.send(agent.Event{Type: agent.TabLost}) }, agent.Event{Type: agent.TabBack, TabID: 3}, 3 * minute, 0},
		{"a question", func(r *harness) { r.calls("clarify", ask) }, agent.Event{Type: agent.Said, Text: "the first"}, 3 * minute, 0},
		{"a time", func(r *harness) { r.calls("schedule_resume", `{"after_seconds":3600,"reason":"x"}`) }, agent.Event{Type: agent.Said, Text: "x"}, 3 * minute, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := with(t, berlin)
			row.begin(r)
			before := r.s.Used.MS
			r.at += row.after
			r.send(row.end)
			is.New(t).Equal((r.s.Used.MS-before+minute/2)/minute, row.want)
		})
	}
}
