//go:build !tinygo

package schedule_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/schedule"
)

// zone is a place's clock as a host hands it in.
func zone(t *testing.T, l *time.Location, from, to time.Time) (z schedule.Zone) {
	t.Helper()
	_, z.Offset = from.In(l).Zone()
	for at := from; ; {
		_, end := at.In(l).ZoneBounds()
		if end.IsZero() || end.After(to) {
			return z
		}
		_, o := end.Zone()
		z.Changes = append(z.Changes, schedule.Change{At: end.UnixMilli(), Offset: o})
		at = end
	}
}

var places = []string{"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca", "America/Santiago", "Pacific/Apia", "Asia/Tokyo"}

// Each day at a time of day, held against the library's own clock for two years.
func TestNext_AsTheLibrarySays(t *testing.T) {
	for _, name := range places {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			l, err := time.LoadLocation(name)
			is.NoErr(err)
			from := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
			z := zone(t, l, from, from.AddDate(3, 0, 0))
			for _, at := range []int{0, 90, 150, 540, 23*60 + 59} {
				j := schedule.Job{ID: "j", Kind: schedule.Task, Prompt: "p", When: schedule.When{Form: schedule.Weekly, Days: schedule.Daily, Minute: at}}
				j, _ = schedule.Step(j, schedule.Event{Type: schedule.Added, At: from.UnixMilli()}, z)
				y, m, d := time.UnixMilli(j.Next).In(l).Date()
				for n := range 730 {
					got := time.UnixMilli(j.Next).In(l)
					want := time.Date(y, m, d+n, at/60, at%60, 0, 0, l)
					if want.Hour()*60+want.Minute() != at { // left out on this day
						start, end := want.ZoneBounds()
						if !got.Equal(start) && !got.Equal(end) {
							t.Fatalf("%s is left out, and %s is no change of the clock", want, got)
						}
					} else if !got.Equal(want) && !got.Equal(earlier(want, at)) {
						t.Fatalf("day %d: %s, not %s", n, got, want)
					}
					j, _ = schedule.Step(j, schedule.Event{Type: schedule.Rang, At: j.Next}, z)
					j, _ = schedule.Step(j, schedule.Event{Type: schedule.Finished, At: j.Next, Run: j.Run(), OK: true}, z)
				}
				is.Equal(j.Missed, 0)
				is.Equal(j.Count, 730) // once on each day
			}
		})
	}
}

// earlier is the first of two moments at which the clock shows the same.
func earlier(t time.Time, at int) time.Time {
	for _, back := range []time.Duration{30 * time.Minute, time.Hour} {
		if e := t.Add(-back); e.Hour()*60+e.Minute() == at && e.Day() == t.Day() {
			return e
		}
	}
	return t
}

func TestNext_Forms(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		sentence string
		when     schedule.When
		now      string
		want     []string
	}{
		{"weekdays at nine, over a weekend", schedule.When{Form: schedule.Weekly, Days: schedule.Working, Minute: 540}, "2026-11-26 10:00", []string{"2026-11-27 09:00", "2026-11-30 09:00", "2026-12-01 09:00"}},
		{"today, when it is still to come", schedule.When{Form: schedule.Weekly, Days: schedule.Working, Minute: 540}, "2026-11-26 08:59", []string{"2026-11-26 09:00", "2026-11-27 09:00"}},
		{"once a week", schedule.When{Form: schedule.Weekly, Days: schedule.Sunday, Minute: 0}, "2026-11-22 00:00", []string{"2026-11-29 00:00", "2026-12-06 00:00"}},
		{"over the change to summer time", schedule.When{Form: schedule.Weekly, Days: schedule.Daily, Minute: 540}, "2026-03-28 12:00", []string{"2026-03-29 09:00", "2026-03-30 09:00"}},
		{"in the hour that is left out", schedule.When{Form: schedule.Weekly, Days: schedule.Daily, Minute: 150}, "2026-03-28 12:00", []string{"2026-03-29 03:00", "2026-03-30 02:30"}},
		{"in the hour that comes twice", schedule.When{Form: schedule.Weekly, Days: schedule.Daily, Minute: 150}, "2026-10-24 12:00", []string{"2026-10-25 02:30", "2026-10-26 02:30"}},
		{"monthly", schedule.When{Form: schedule.Monthly, Date: 1, Minute: 480}, "2026-11-23 12:00", []string{"2026-12-01 08:00", "2027-01-01 08:00", "2027-02-01 08:00"}},
		{"on the last of each month", schedule.When{Form: schedule.Monthly, Date: 31, Minute: 480}, "2027-12-31 08:00", []string{"2028-01-31 08:00", "2028-02-29 08:00", "2028-03-31 08:00", "2028-04-30 08:00"}},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			now, err := time.ParseInLocation("2006-01-02 15:04", row.now, berlin)
			is.NoErr(err)
			z := zone(t, berlin, now, now.AddDate(2, 0, 0))
			j := schedule.Job{ID: "j", Kind: schedule.Task, Prompt: "p", When: row.when}
			j, _ = schedule.Step(j, schedule.Event{Type: schedule.Added, At: now.UnixMilli()}, z)
			for _, want := range row.want {
				is.Equal(time.UnixMilli(j.Next).In(berlin).Format("2006-01-02 15:04"), want)
				at := j.Next
				j, _ = schedule.Step(j, schedule.Event{Type: schedule.Rang, At: at}, z)
				j, _ = schedule.Step(j, schedule.Event{Type: schedule.Finished, At: at + 90_000, Run: j.Run(), OK: true}, z)
			}
		})
	}
}

// Each day of two centuries has the library's date.
func TestDate(t *testing.T) {
	is := is.New(t)
	at := time.Date(1970, 1, 1, 13, 7, 0, 0, time.UTC)
	for n := range 365 * 200 {
		d := at.AddDate(0, 0, n)
		is.Equal(schedule.Zone{}.Now(d.UnixMilli()), d.Format("Monday 2006-01-02 15:04"))
		got, ok := schedule.ParseDate(d.Format("2006-01-02"))
		if !ok || got != n {
			t.Fatalf("%s is day %d", d, got)
		}
	}
	for _, bad := range []string{"", "2026-13-01", "2026-02-29", "2026-00-10", "2026-1-1", "26-01-01", "2026-01-32", "2026/01/01", "+026-01-01", "1969-12-31"} {
		_, ok := schedule.ParseDate(bad)
		is.True(!ok) // bad
	}
}

func TestStep_OnADate(t *testing.T) {
	is := is.New(t)
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC).UnixMilli()
	n, _ := schedule.ParseDate("2026-12-01")
	j := schedule.Job{ID: "j", Kind: schedule.Task, Prompt: "p", Mode: "ask", Target: schedule.Target{Place: schedule.Address, URL: "https://a.test"}, When: schedule.When{Form: schedule.OnDate, Day: n, Minute: 540, Zone: "Europe/Berlin"}}
	is.NoErr(j.Check(now))
	is.Equal(j.When.Sentence(), "on 2026-12-01 at 09:00 Europe/Berlin")
	j, _ = schedule.Step(j, schedule.Event{Type: schedule.Added, At: now}, schedule.Zone{Offset: 3600})
	is.Equal(time.UnixMilli(j.Next).UTC().Format("2006-01-02 15:04"), "2026-12-01 08:00")
	j, _ = schedule.Step(j, schedule.Event{Type: schedule.Rang, At: j.Next + 5*day}, schedule.Zone{Offset: 3600}) // late
	is.Equal(j.State, schedule.Running)
	j, _ = schedule.Step(j, schedule.Event{Type: schedule.Finished, At: j.Next + 5*day, Run: "j-1", OK: true}, schedule.Zone{Offset: 3600})
	is.Equal(j.State, schedule.Completed)
	is.True(j.Check(now+40*day) != nil) // it is over
	j = schedule.Job{ID: "j", When: schedule.When{Form: schedule.OnDate, Day: n, Minute: 540}}
	j, _ = schedule.Step(j, schedule.Event{Type: schedule.Added, At: now + 8*day}, schedule.Zone{}) // an hour ago and three
	is.Equal(j.State, schedule.Failed)
	is.Equal(j.Why, schedule.WhyOver)
}

// A new table of zones, or a journey, moves what is planned.
func TestStep_AnotherZone(t *testing.T) {
	is := is.New(t)
	now := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC).UnixMilli()
	j := schedule.Job{ID: "j", Kind: schedule.Task, Prompt: "p", When: schedule.When{Form: schedule.Weekly, Days: schedule.Daily, Minute: 540}}
	j, _ = schedule.Step(j, schedule.Event{Type: schedule.Added, At: now}, schedule.Zone{Offset: 3600})
	is.Equal(j.Next, now+8*hour)
	j, _ = schedule.Step(j, schedule.Event{Type: schedule.Restarted, At: now}, schedule.Zone{})
	is.Equal(j.Next, now+9*hour)
	j, _ = schedule.Step(j, schedule.Event{Type: schedule.Restarted, At: now}, schedule.Zone{Offset: 7200})
	is.Equal(j.Next, now+7*hour)
}
