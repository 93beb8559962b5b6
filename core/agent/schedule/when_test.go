package schedule_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/protocol"
)

func TestCheck(t *testing.T) {
	const now = 1_700_000_000_000
	task := func(w schedule.When) schedule.Job {
		return schedule.Job{ID: "j", Kind: schedule.Task, Prompt: "look", Mode: "act", Target: schedule.Target{Place: schedule.Address, URL: "https://a.test/"}, When: w}
	}
	resume := func(ahead int64) schedule.Job {
		return schedule.Job{ID: "j", Kind: schedule.Resume, RunID: "r", When: schedule.When{Form: schedule.Once, At: now + ahead}}
	}
	with := func(change func(j *schedule.Job)) schedule.Job {
		j := task(schedule.When{Form: schedule.Once})
		change(&j)
		return j
	}
	for _, row := range []struct {
		sentence string
		job      schedule.Job
		bad      string // part of what it is refused with
	}{
		{"at once", task(schedule.When{Form: schedule.Once}), ""},
		{"in a minute", task(schedule.When{Form: schedule.Once, At: now + 60_000}), ""},
		{"in less than a minute", task(schedule.When{Form: schedule.Once, At: now + 59_999}), "60 seconds"},
		{"in the past", task(schedule.When{Form: schedule.Once, At: now - 1}), "60 seconds"},
		{"in two years", task(schedule.When{Form: schedule.Once, At: now + 2*365*day}), "one year"},
		{"a run in 30 seconds", resume(30_000), ""},
		{"a run sooner", resume(29_999), "30 seconds"},
		{"a run in 7 days", resume(7 * day), ""},
		{"a run later", resume(7*day + 1), "7 days"},
		{"each minute", task(every(1)), ""},
		{"each year", task(every(366 * 24 * 60)), ""},
		{"more often than each minute", task(every(0)), "minutes"},
		{"less often than each year", task(every(366*24*60 + 1)), "minutes"},
		{"on no day", task(schedule.When{Form: schedule.Weekly}), "day of the week"},
		{"on an eighth day", task(schedule.When{Form: schedule.Weekly, Days: 128}), "day of the week"},
		{"at 24 o'clock", task(schedule.When{Form: schedule.Weekly, Days: schedule.Daily, Minute: 24 * 60}), "time of day"},
		{"on the 32nd", task(schedule.When{Form: schedule.Monthly, Date: 32}), "day of the month"},
		{"in no form", task(schedule.When{}), "form"},
		{"without a prompt", with(func(j *schedule.Job) { j.Prompt = " " }), "prompt"},
		{"with a prompt too long", with(func(j *schedule.Job) { j.Prompt = strings.Repeat("x", 8001) }), "prompt"},
		{"in a mode that is none", with(func(j *schedule.Job) { j.Mode = "dev" }), "mode"},
		{"at an address of the browser's", with(func(j *schedule.Job) { j.Target.URL = "chrome://settings" }), "address"},
		{"in a tab that is none", with(func(j *schedule.Job) { j.Target = schedule.Target{Place: schedule.CurrentTab} }), "current tab"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			err := row.job.Check(now)
			if row.bad == "" {
				is.NoErr(err)
				return
			}
			is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
			is.True(strings.Contains(err.Error(), row.bad))
		})
	}
}

func TestClock(t *testing.T) {
	is := is.New(t)
	for text, want := range map[string]int{"9:00": 540, "09:00": 540, "23:59": 1439, "0:00": 0, "24:00": -1, "9:60": -1, "900": -1, "": -1, "9:0": -1, "+9:00": -1, "12:3a": -1} {
		got, ok := schedule.Clock(text)
		if !ok {
			got = -1
		}
		is.Equal(got, want) // text
	}
	w := schedule.When{Form: schedule.Weekly, Days: schedule.Working, Minute: 540, Zone: "Europe/Berlin"}
	is.Equal(w.Sentence(), "Monday to Friday at 09:00 Europe/Berlin")
}
