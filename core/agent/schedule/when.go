package schedule

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// Form is how the time of a job is told.
type Form string

// The forms.
const (
	Once    Form = "once"    // At
	OnDate  Form = "date"    // Day, Minute
	Every   Form = "every"   // Minutes
	Weekly  Form = "weekly"  // Days, Minute
	Monthly Form = "monthly" // Date, Minute
)

// Weekdays is a set of days of the week.
type Weekdays int

// The days.
const (
	Monday Weekdays = 1 << iota
	Tuesday
	Wednesday
	Thursday
	Friday
	Saturday
	Sunday
	Working = Monday | Tuesday | Wednesday | Thursday | Friday
	Daily   = Working | Saturday | Sunday
)

// When is when a job is due.
type When struct {
	Form Form
	// At is when a job runs once; 0 is at once.
	At int64
	// Minutes are between two runs, from one minute to a year.
	Minutes int
	Days    Weekdays
	// Day is a day by its number since 1970, see [ParseDate].
	Day int
	// Date is a day of the month. In a month that is shorter its last day counts.
	Date int
	// Minute is of the day: 540 is nine o'clock, as the clock in Zone shows it.
	Minute int
	// Zone is the name of the place whose clock it is; whoever calls Step knows it.
	Zone string
}

// The bounds.
const (
	MinAhead   = 60 * 1000     // of a task that does not begin at once
	MinResume  = 30 * 1000     // of a run that goes on later
	MaxResume  = 7 * day       // of the same
	MaxMinutes = 366 * 24 * 60 // between two runs
	maxAhead   = 366 * day
)

// check says what is wrong with a When.
func (w *When) check(now int64, resume bool) error {
	ahead := w.At - now
	switch {
	case resume && (w.Form != Once || ahead < MinResume || ahead > MaxResume):
		return bad("a run goes on once, from 30 seconds to 7 days ahead")
	case w.Form == Once && w.At != 0 && !resume && (ahead < MinAhead || ahead > maxAhead):
		return bad("a task begins at once, or from 60 seconds to one year ahead")
	case w.Form == OnDate && (int64(w.Day)*day < now-2*day || int64(w.Day)*day > now+maxAhead):
		return bad("the date must be one of the next 365 days")
	case w.Form == Every && (w.Minutes < 1 || w.Minutes > MaxMinutes):
		return bad("minutes must be from 1 to " + strconv.Itoa(MaxMinutes) + ", which is a year")
	case w.Form == Weekly && (w.Days <= 0 || w.Days > Daily):
		return bad("at least one day of the week must be named")
	case w.Form == Monthly && (w.Date < 1 || w.Date > 31):
		return bad("the day of the month must be from 1 to 31")
	case w.ByClock() && (w.Minute < 0 || w.Minute >= 24*60):
		return bad("the time of day must be from 00:00 to 23:59")
	}
	switch w.Form {
	case Once, OnDate, Every, Weekly, Monthly:
		return nil
	}
	return bad("the form must be once, date, every, weekly or monthly")
}

// bad is what a job that cannot be is refused with.
func bad(text string) error {
	return protocol.NewError(protocol.CodeInvalidAction, "the schedule cannot be: "+text)
}

// ByClock reports whether it is due when a place's clock shows a time.
func (w *When) ByClock() bool {
	return w.Form == Weekly || w.Form == Monthly || w.Form == OnDate
}

// recurs reports whether there is a next time.
func (w *When) recurs() bool { return w.Form != Once && w.Form != OnDate }

// next is the first time after a moment; last is when it was due before, which an
// interval counts from, so that late runs do not put off all later ones.
func (w *When) next(after, last int64, z Zone) int64 {
	switch w.Form {
	case OnDate:
		return w.on(w.Day, z)
	case Every:
		step := int64(w.Minutes) * minute
		if last == 0 || last > after {
			return after + step
		}
		return last + ((after-last)/step+1)*step
	case Weekly:
		today := int((z.Local(after)) / day)
		for n := today - 1; n <= today+8; n++ {
			if w.Days&(1<<weekday(n)) == 0 {
				continue
			}
			if at := w.on(n, z); at > after {
				return at
			}
		}
	case Monthly:
		year, month, _ := civil(int(z.Local(after) / day))
		for m := month - 1; m <= month+2; m++ {
			first, following := days(year, m, 1), days(year, m+1, 1)
			if at := w.on(min(first+w.Date-1, following-1), z); at > after {
				return at
			}
		}
	}
	return w.At
}

// on is the moment at which the clock shows the time of day on a day.
func (w *When) on(n int, z Zone) int64 {
	return z.Moment(int64(n)*day + int64(w.Minute)*minute)
}

// Sentence says in English when a job is due.
func (w *When) Sentence() string {
	switch w.Form {
	case Once:
		if w.At == 0 {
			return "now"
		}
		return "once"
	case OnDate:
		return "on " + date(w.Day) + " at " + clock(w.Minute) + w.zone()
	case Every:
		return "every " + strconv.Itoa(w.Minutes) + " minutes"
	case Monthly:
		return "on day " + strconv.Itoa(w.Date) + " of each month at " + clock(w.Minute) + w.zone()
	}
	names := ""
	switch w.Days {
	case Daily:
		names = "every day"
	case Working:
		names = "Monday to Friday"
	default:
		for i, n := range [...]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"} {
			if w.Days&(1<<i) != 0 {
				if names != "" {
					names += ", "
				}
				names += n
			}
		}
	}
	return names + " at " + clock(w.Minute) + w.zone()
}

func (w *When) zone() string {
	if w.Zone == "" {
		return ""
	}
	return " " + w.Zone
}

// clock is a time of day: 09:00.
func clock(m int) string { return two(m/60) + ":" + two(m%60) }

// date is a day: 2026-12-01.
func date(n int) string {
	y, m, d := civil(n)
	return strconv.Itoa(y) + "-" + two(m) + "-" + two(d)
}

func two(n int) string {
	s := "0" + strconv.Itoa(n)
	return s[len(s)-2:]
}

// Now is what calendar and clock show at a time: Monday 2026-11-23 14:05.
func (z Zone) Now(at int64) string {
	local := z.Local(at)
	n := int(local / day)
	name := full(weekday(n))
	return strings.ToUpper(name[:1]) + name[1:] + " " + date(n) + " " + clock(int(local%day/minute))
}

// ParseDate reads a day such as 2026-12-01.
func ParseDate(s string) (n int, ok bool) {
	var parts [3]int
	f := strings.Split(s, "-")
	if len(f) != 3 || len(s) != 10 {
		return 0, false
	}
	for i, x := range f {
		for j := range len(x) {
			if x[j] < '0' || x[j] > '9' {
				return 0, false
			}
			parts[i] = parts[i]*10 + int(x[j]-'0')
		}
	}
	n = days(parts[0], parts[1], parts[2])
	return n, parts[0] >= 1970 && date(n) == s
}

// Clock reads a time of day such as 9:00 or 09:00.
func Clock(s string) (m int, ok bool) {
	n := len(s)
	if n != 4 && n != 5 || s[n-3] != ':' {
		return 0, false
	}
	for i := range n {
		if i != n-3 && (s[i] < '0' || s[i] > '9') {
			return 0, false
		}
	}
	h := int(s[0] - '0')
	if n == 5 {
		h = h*10 + int(s[1]-'0')
	}
	r := int(s[n-2]-'0')*10 + int(s[n-1]-'0')
	return h*60 + r, h < 24 && r < 60
}

// ParseDays reads days of the week: mon-fri, or mon,wed,sun.
func ParseDays(s string) (w Weekdays, ok bool) {
	day := func(name string) int {
		name = strings.TrimSpace(strings.ToLower(name))
		if i := strings.Index("montuewedthufrisatsun", name[:min(3, len(name))]); len(name) >= 3 && i >= 0 && i%3 == 0 && strings.HasPrefix(full(i/3), name) {
			return i / 3
		}
		return -1
	}
	for _, part := range strings.Split(s, ",") {
		first, last, span := strings.Cut(part, "-")
		from := day(first)
		to := from
		if span {
			to = day(last)
		}
		if from < 0 || to < 0 {
			return 0, false
		}
		for i := from; ; i = (i + 1) % 7 {
			if w |= 1 << i; i == to {
				break
			}
		}
	}
	return w, true
}

// full is a day's whole name.
func full(day int) string {
	return [...]string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}[day]
}
