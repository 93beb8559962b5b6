package agent_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/agent/schedule"
)

func TestStep_PlansATask(t *testing.T) {
	is := is.New(t)
	const args = `{"title":"Bills","prompt":"look for new bills","mode":"ask","url":"https://a.test/","time":"09:00","days":"mon-fri","time_zone":"Europe/Berlin"}`
	r := with(t, func(*agent.Run) {})
	r.calls("schedule_task", args)
	q := one[agent.Question](r)
	is.Equal(q.Risk.Sink, risk.Plan)
	is.Equal(q.Risk.Text, "Monday to Friday at 09:00 Europe/Berlin, ask mode, at https://a.test/: look for new bills")
	r.decides(true)
	p := one[agent.Plan](r)
	is.Equal(p.Job.When, schedule.When{Form: schedule.Weekly, Days: schedule.Working, Minute: 540, Zone: "Europe/Berlin"})
	is.NoErr(p.Job.Check(r.at))
	r.send(agent.Event{Type: agent.Restarted})
	is.Equal(one[agent.Plan](r), p) // the same job, so it is there once
	r.send(agent.Event{Type: agent.Planned, ID: p.ID})
	r.has("Planned: Monday to Friday")
	r.calls("schedule_task", args)
	is.Equal(one[agent.Question](r).Risk.Sink, risk.Plan) // each is confirmed
	r.decides(false)
	r.has("the person refuses")

	for _, row := range []struct{ args, want string }{
		{`{"title":"t","prompt":"p"}`, ""},
		{`{"title":"t","prompt":"p","after_seconds":60}`, ""},
		{`{"title":"t","prompt":"p","after_seconds":59}`, "60 seconds"},
		{`{"title":"t","prompt":"p","every_minutes":1}`, ""},
		{`{"title":"t","prompt":"p","every_minutes":-1}`, "minutes must be"},
		{`{"title":"t","prompt":"p","every_minutes":5,"time":"09:00"}`, "name one of"},
		{`{"title":"t","prompt":"p","days":"mon"}`, "need a time"},
		{`{"title":"t","prompt":"p","time":"9 o'clock"}`, "written as 09:00"},
		{`{"title":"t","prompt":"p","time":"09:00","days":"weekdays"}`, "days are written"},
		{`{"title":"t","prompt":"p","time":"09:00","day_of_month":31}`, ""},
		{`{"title":"t","prompt":"p","time":"09:00","date":"2023-12-01"}`, ""},
		{`{"title":"t","prompt":"p","time":"09:00","date":"2026-12-01"}`, "next 365 days"},
		{`{"title":"t","prompt":"p","time":"09:00","date":"tomorrow"}`, "a date is written"},
		{`{"title":"t","prompt":"p","date":"2023-12-01"}`, "need a time"},
		{`{"title":"t","prompt":"p","time":"09:00","date":"2023-12-01","days":"mon"}`, "name one of"},
		{`{"title":"t","prompt":"p","time":"09:00","after_seconds":60}`, "name one of"},
		{`{"title":"t","prompt":""}`, "prompt"},
		{`{"title":"t","prompt":"p","url":"file:///x"}`, "address"},
	} {
		r := with(t, func(*agent.Run) {})
		r.calls("schedule_task", row.args)
		if row.want == "" {
			one[agent.Question](r)
		} else {
			r.has(row.want)
		}
	}
	r = with(t, func(r *agent.Run) { r.Job = "j" })
	r.calls("schedule_task", args)
	r.has("a planned task plans none")
	r = with(t, func(r *agent.Run) { r.Mode = agent.ModeAsk })
	r.calls("schedule_task", strings.Replace(args, `"mode":"ask"`, `"mode":"act"`, 1))
	r.has("only tasks in ask mode")
}

func TestStep_TheModelKnowsTheDay(t *testing.T) {
	is := is.New(t)
	r := with(t, func(r *agent.Run) { r.Zone, r.ZoneName = schedule.Zone{Offset: 3600}, "Europe/Berlin" })
	is.True(strings.Contains(one[agent.Ask](r).Request.Messages[0].Text, "\nNow: Tuesday 2023-11-14 23:13 Europe/Berlin"))
	r.calls("schedule_task", `{"title":"t","prompt":"p","time":"09:00"}`)
	is.True(strings.Contains(one[agent.Question](r).Risk.Text, "every day at 09:00 Europe/Berlin"))
}
