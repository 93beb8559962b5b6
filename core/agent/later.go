package agent

import (
	"strings"

	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/scan"
)

// later is what a run waits for a time for.
type later struct{ reason, then string }

// The bounds of schedule_resume.
const (
	soonest, latest = 30_000, 7 * 24 * 3600_000
	maxLater        = 2000 // bytes of an instruction
)

// resumeLater waits for a time, and goes on then.
func (m *machine) resumeLater(c chat.Call, a *arguments) {
	due, why := m.at+int64(a.After)*1000, ""
	switch {
	case (a.After != 0) == (a.RunAt != ""):
		why = "name one of after_seconds and run_at"
	case a.RunAt != "":
		due, why = m.moment(a.RunAt)
	}
	if why == "" && (due < m.at+soonest || due > m.at+latest) {
		why = "it can wait from 30 seconds to 7 days"
	}
	if why != "" {
		m.refuse(c, "Not done: "+why+".")
		return
	}
	m.due, m.later = due, later{scan.Clip(m.clean(a.Reason), 300), scan.Clip(m.clean(a.Then), maxLater)}
	m.result("It goes on at "+m.clock24(due)+".", false)
	m.do(Wait{m.begin(alarm), due})
}

// moment is when the person's clock shows a text such as 2026-12-01T09:00, or why that
// is not known.
func (m *machine) moment(text string) (at int64, why string) {
	s, zone := strings.Replace(text, " ", "T", 1), m.Run.Zone
	if bare, utc := strings.CutSuffix(s, "Z"); utc {
		s, zone = bare, schedule.Zone{}
	} else if m.Run.ZoneName == "" {
		return 0, "nobody knows what the person's clock shows: use after_seconds"
	}
	date, time, _ := strings.Cut(s, "T")
	if len(time) == len("09:00:00") && strings.HasSuffix(time, ":00") {
		time = time[:len("09:00")]
	}
	n, ok := schedule.ParseDate(date)
	minute, is := schedule.Clock(time)
	if !ok || !is {
		return 0, "run_at is a time on the person's clock such as 2026-12-01T09:00"
	}
	return zone.Moment(int64(n*24*60+minute) * 60_000), ""
}

// clock24 is what the person's clock shows at a time.
func (s *State) clock24(at int64) string {
	name := s.Run.ZoneName
	if name == "" {
		name = "UTC"
	}
	return s.Run.Zone.Now(at) + " " + name
}

// Sleeps reports whether the run waits for a time that the model has named.
func (s *State) Sleeps() bool { return s.End == "" && s.wait == alarm }

// rings goes on when the time has come.
func (m *machine) rings() {
	text := "The time that you waited for has come."
	if m.later.then != "" {
		text += " What you wanted to do then: " + m.later.then
	}
	m.say(text)
	m.later = later{}
	m.mustLook()
}

// Why is what the run says at its end, or why it waits.
func (s *State) Why() string {
	if s.Status() == Scheduled {
		return strings.TrimSuffix("It goes on at "+s.clock24(s.due)+": "+s.later.reason, ": ")
	}
	return s.Summary
}
