package agent_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/schedule"
)

// berlin is a winter's day there: 2026-11-27 12:00.
func berlin(r *agent.Run) { r.ZoneName, r.Zone = "Europe/Berlin", schedule.Zone{Offset: 3600} }

var noon = time.Date(2026, 11, 27, 11, 0, 0, 0, time.UTC).UnixMilli()

// Nothing but its time ends a wait for a time, whatever happens to the tab, the person's
// pauses and the driver meanwhile.
func TestStep_AWaitOutlivesAll(t *testing.T) {
	resumed := []agent.Type{agent.Paused, agent.Resumed}
	back := []agent.Type{agent.TabLost, agent.TabBack}
	for name, between := range map[string][]agent.Type{
		"nothing": {}, "a pause": resumed, "a lost tab": back, "a restart": {agent.Restarted}, "a resume alone": {agent.Resumed}, "a word": {agent.Said},
		"all of it": {agent.TabLost, agent.Paused, agent.Restarted, agent.TabBack, agent.Resumed, agent.Restarted},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			r := with(t, berlin)
			r.calls("schedule_resume", `{"after_seconds":3600,"reason":"the build takes an hour","instruction":"look at the first row"}`)
			w := one[agent.Wait](r)
			for _, what := range between {
				r.send(agent.Event{Type: what, TabID: 9, Text: "x"})
				for _, f := range r.effects {
					if _, asks := f.(agent.Ask); asks {
						t.Fatalf("it goes on early, with %s", what)
					}
				}
			}
			is.Equal(r.s.Status(), agent.Scheduled)
			is.True(strings.Contains(r.s.Why(), "the build takes an hour"))
			r.at = w.At
			r.send(agent.Event{Type: agent.Alarm, ID: w.ID})
			one[agent.Ask](r)
			r.has("look at the first row")
			is.Equal(r.s.Why(), "")
		})
	}
	t.Run("the time comes while it is paused, or its tab is lost", func(t *testing.T) {
		for from, to := range map[agent.Type]agent.Type{agent.Paused: agent.Resumed, agent.TabLost: agent.TabBack} {
			is := is.New(t)
			r := with(t, berlin)
			r.calls("schedule_resume", `{"after_seconds":60,"reason":"x"}`)
			w := one[agent.Wait](r)
			r.send(agent.Event{Type: from})
			r.send(agent.Event{Type: agent.Alarm, ID: w.ID})
			is.True(r.s.Status() != agent.Running)
			r.send(agent.Event{Type: to, TabID: 9})
			one[agent.Ask](r)
			r.has("has come")
		}
	})
}

func TestStep_WhenToGoOn(t *testing.T) {
	for _, row := range []struct {
		args string
		want int64 // how much later, 0 where it is refused
		says string
	}{
		{`{"run_at":"2026-11-28T09:00","reason":"x"}`, 21 * 3600_000, "Saturday 2026-11-28 09:00 Europe/Berlin"},
		{`{"run_at":"2026-11-28 09:00:00","reason":"x"}`, 21 * 3600_000, ""},
		{`{"run_at":"2026-11-28T08:00:00Z","reason":"x"}`, 21 * 3600_000, ""},
		{`{"after_seconds":90,"reason":"x"}`, 90_000, "12:01"},
		{`{"run_at":"tomorrow","reason":"x"}`, 0, "such as 2026-12-01T09:00"},
		{`{"run_at":"2026-11-27T11:00","reason":"x"}`, 0, "from 30 seconds to 7 days"},
		{`{"run_at":"2027-11-27T11:00","reason":"x"}`, 0, "from 30 seconds to 7 days"},
		{`{"run_at":"2026-11-28T09:00","after_seconds":60,"reason":"x"}`, 0, "one of"},
		{`{"reason":"x"}`, 0, "one of"},
		{`{"after_seconds":29,"reason":"x"}`, 0, "from 30 seconds to 7 days"},
	} {
		t.Run(row.args, func(t *testing.T) {
			is := is.New(t)
			r := with(t, berlin)
			r.at = noon - 100
			r.calls("schedule_resume", row.args)
			is.True(strings.Contains(r.last()+r.s.Why(), row.says))
			if row.want != 0 {
				is.Equal(one[agent.Wait](r).At, noon+row.want)
			}
		})
	}
	r := with(t, func(*agent.Run) {})
	r.calls("schedule_resume", `{"run_at":"2026-11-28T09:00","reason":"x"}`)
	r.has("after_seconds") // nobody knows what the person's clock shows
}
