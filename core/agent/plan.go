package agent

import (
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// jobArguments are those of schedule_task that no other tool has.
type jobArguments struct {
	Title, Prompt, Mode, Time, Days string
	Day                             string `json:"date,omitempty"`
	Zone                            string `json:"time_zone,omitempty"`
	Every                           int    `json:"every_minutes,omitempty"`
	Date                            int    `json:"day_of_month,omitempty"`
}

// schedule plans a task. Each is confirmed by the person with its whole text: what a
// page has put into the model's head would else come back again and again.
func (m *machine) schedule(c chat.Call, a *arguments) {
	if m.Run.Job != "" {
		m.refuse(c, "Not done: a planned task plans none. Tell the person.")
		return
	}
	j, why := m.job(a)
	if why != "" {
		m.refuse(c, "Not done: "+why+".")
		return
	}
	q := risk.Approval{Sink: risk.Plan, What: j.Title, Text: j.When.Sentence() + ", " + j.Mode + " mode, " + where(&j) + ": " + j.Prompt}
	if !m.risk.Granted(q, m.at) {
		m.put(q)
		return
	}
	m.risk.Used(q, m.at)
	m.asks = risk.Approval{}
	m.plan = j
	m.do(Plan{ID: m.begin(planning), Job: j})
}

// job is what the arguments say, or why it cannot be.
func (m *machine) job(a *arguments) (j schedule.Job, why string) {
	b := &a.job
	j = schedule.Job{ID: "job_" + m.nonce() + m.nonce(), Kind: schedule.Task, Title: b.Title, Prompt: b.Prompt, Mode: b.Mode}
	if j.Mode == "" {
		j.Mode = string(m.Run.Mode)
	}
	if m.Run.Mode == ModeAsk && j.Mode != string(ModeAsk) {
		return j, "in ask mode only tasks in ask mode are planned"
	}
	j.Target = schedule.Target{Place: schedule.Address, URL: a.fetch.URL}
	if a.fetch.URL == "" {
		j.Target = schedule.Target{Place: schedule.CurrentTab, TabID: m.tab, URL: m.url}
	}
	w := &j.When
	w.Zone = b.Zone
	if w.Zone == "" {
		w.Zone = m.Run.ZoneName
	}
	named := 0
	for _, is := range []bool{a.After != 0, b.Every != 0, b.Days != "", b.Date != 0, b.Day != ""} {
		if is {
			named++
		}
	}
	switch {
	case named > 1, b.Time != "" && (a.After != 0 || b.Every != 0):
		return j, "name one of after_seconds, every_minutes, and of date, days and day_of_month with time"
	case b.Every != 0:
		w.Form, w.Minutes = schedule.Every, b.Every
	case b.Time == "" && (b.Days != "" || b.Date != 0 || b.Day != ""):
		return j, "date, days and day_of_month need a time, such as 09:00"
	case b.Time != "":
		minute, ok := schedule.Clock(b.Time)
		if !ok {
			return j, "a time is written as 09:00"
		}
		w.Form, w.Minute, w.Days = schedule.Weekly, minute, schedule.Daily
		if b.Date != 0 {
			w.Form, w.Date, w.Days = schedule.Monthly, b.Date, 0
		} else if b.Day != "" {
			if w.Day, ok = schedule.ParseDate(b.Day); !ok {
				return j, "a date is written as 2026-12-01"
			}
			w.Form, w.Days = schedule.OnDate, 0
		} else if b.Days != "" {
			if w.Days, ok = schedule.ParseDays(b.Days); !ok {
				return j, "days are written as mon-fri or mon,wed,sun"
			}
		}
	default:
		w.Form = schedule.Once
		if a.After != 0 {
			w.At = m.at + int64(a.After)*1000
		}
	}
	if err := j.Check(m.at); err != nil {
		return j, protocol.AsError(err).Message
	}
	return j, ""
}

// where is the place of a job, for the person.
func where(j *schedule.Job) string {
	if j.Target.Place == schedule.CurrentTab {
		return "in this tab"
	}
	return "at " + j.Target.URL
}

// planned takes the answer of the schedule.
func (m *machine) planned(e *Event) {
	m.wait = nothing
	when := m.plan.When.Sentence()
	m.plan = schedule.Job{}
	if e.Code != "" {
		m.result("Not planned: "+strings.TrimSpace(string(e.Code)+" "+scan.Clip(e.Text, 300)), true)
		return
	}
	m.result("Planned: "+when+".", false)
}
