package jobs

import (
	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/protocol"
)

// Time is when a person wants a task.
type Time struct {
	// In is how many seconds ahead, Every how many minutes between two runs. Time is a
	// time of day such as 09:00: on Date, such as 2026-12-01, on Days, such as mon-fri, on
	// a DayOfMonth, or each day. With none of them it runs at once.
	In         int    `json:"in,omitempty"`
	Every      int    `json:"every,omitempty"`
	Time       string `json:"time,omitempty"`
	Date       string `json:"date,omitempty"`
	Days       string `json:"days,omitempty"`
	DayOfMonth int    `json:"dayOfMonth,omitempty"`
	// Zone is the place whose clock Time is of, "" for the one where this is.
	Zone string `json:"zone,omitempty"`
}

// When is the same for the schedule.
func (t *Time) When(now int64) (w schedule.When, err error) {
	bad := func(text string) (schedule.When, error) {
		return w, protocol.NewError(protocol.CodeInvalidAction, text).NotDone()
	}
	named := 0
	for _, is := range []bool{t.In != 0, t.Every != 0, t.Date != "", t.Days != "", t.DayOfMonth != 0} {
		if is {
			named++
		}
	}
	switch {
	case named > 1, t.Time != "" && t.In+t.Every != 0:
		return bad("in, every, and date, days or dayOfMonth with time: give one of them")
	case t.Time == "" && (t.Date != "" || t.Days != "" || t.DayOfMonth != 0):
		return bad("time: is missing, such as 09:00")
	case t.Every != 0:
		return schedule.When{Form: schedule.Every, Minutes: t.Every}, nil
	case t.In != 0:
		return schedule.When{Form: schedule.Once, At: now + int64(t.In)*1000}, nil
	case t.Time == "":
		return schedule.When{Form: schedule.Once}, nil
	}
	ok := false
	if w.Minute, ok = schedule.Clock(t.Time); !ok {
		return bad("time: must be a time of day such as 09:00")
	}
	w.Zone = t.Zone
	switch {
	case t.Date != "":
		w.Form = schedule.OnDate
		if w.Day, ok = schedule.ParseDate(t.Date); !ok {
			return bad("date: must be a day such as 2026-12-01")
		}
	case t.DayOfMonth != 0:
		w.Form, w.Date = schedule.Monthly, t.DayOfMonth
	default:
		w.Form, w.Days = schedule.Weekly, schedule.Daily
		if t.Days != "" {
			if w.Days, ok = schedule.ParseDays(t.Days); !ok {
				return bad("days: must be days of the week such as mon-fri or mon,wed,sun")
			}
		}
	}
	return w, nil
}
