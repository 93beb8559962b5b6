package schedule_test

import (
	"math/rand/v2"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/record"
)

const (
	minute = 60_000
	hour   = 60 * minute
	day    = 24 * hour
)

// harness drives one job by hand.
type harness struct {
	t       *testing.T
	j       schedule.Job
	z       schedule.Zone
	now     int64
	off     bool // planned tasks are off
	effects []schedule.Effect
}

// What the person does with all planned tasks at once.
const (
	off schedule.Type = "off"
	on  schedule.Type = "on"
)

func add(t *testing.T, w schedule.When) *harness {
	r := &harness{t: t, now: 1_700_000_000_000}
	r.j = schedule.Job{ID: "j", Prompt: "look", Mode: "ask", Kind: schedule.Task, Target: schedule.Target{Place: schedule.Address, URL: "https://a.test/"}, When: w}
	if err := r.j.Check(r.now); err != nil {
		t.Fatal(err)
	}
	r.send(schedule.Added)
	return r
}

func (r *harness) send(typ schedule.Type) {
	r.event(schedule.Event{Type: typ, Run: r.j.Run(), OK: true})
}

func (r *harness) event(e schedule.Event) {
	if e.Type == off || e.Type == on {
		r.off, e.Type = e.Type == off, schedule.Switched
	}
	e.At, e.Off = r.now, r.off
	r.j, r.effects = schedule.Step(r.j, e, r.z)
}

// find is the last effect of a type.
func find[E schedule.Effect](r *harness) (found E, ok bool) {
	for _, f := range r.effects {
		if e, is := f.(E); is {
			found, ok = e, true
		}
	}
	return found, ok
}

// rings moves the clock to the alarm.
func (r *harness) rings() {
	r.t.Helper()
	a, ok := find[schedule.Alarm](r)
	if !ok || a.At == 0 {
		r.t.Fatalf("no alarm in %+v", r.effects)
	}
	r.now = max(r.now, a.At)
	r.send(schedule.Rang)
}

// starts is the run that is started.
func (r *harness) starts() string {
	r.t.Helper()
	s, ok := find[schedule.Start](r)
	if !ok {
		r.t.Fatalf("nothing starts in %+v", r.effects)
	}
	return s.Run
}

func every(minutes int) schedule.When { return schedule.When{Form: schedule.Every, Minutes: minutes} }

func TestStep_AtOnce(t *testing.T) {
	is := is.New(t)
	r := add(t, schedule.When{Form: schedule.Once})
	r.rings()
	is.Equal(r.starts(), "j-1")
	is.Equal(r.j.State, schedule.Running)
	r.send(schedule.Finished)
	is.Equal(r.j.State, schedule.Completed)
	r.send(schedule.Rang)
	is.Equal(len(r.effects), 0)
}

func TestStep_AnIntervalKeepsItsBeat(t *testing.T) {
	is := is.New(t)
	r := add(t, every(60))
	first := r.j.Next
	is.Equal(first, r.now+hour)
	r.rings()
	r.now += 20 * minute // as long as the run takes
	r.send(schedule.Finished)
	is.Equal(r.j.Next, first+hour)
	is.Equal(r.j.Missed, 0)
}

func TestStep_WhatWasMissedRunsOnce(t *testing.T) {
	is := is.New(t)
	r := add(t, every(60))
	due := r.j.Next
	r.now = due + 5*hour + 10*minute // the machine was off
	r.send(schedule.Restarted)
	r.rings()
	is.Equal(r.starts(), "j-1")
	r.send(schedule.Finished)
	is.Equal(r.j.Next, due+6*hour)
	is.Equal(r.j.Missed, 5)
	is.Equal(r.j.Count, 1)
}

func TestStep_Busy(t *testing.T) {
	for _, recurs := range []bool{false, true} {
		is := is.New(t)
		w := schedule.When{Form: schedule.Once}
		if recurs {
			w = every(24 * 60)
		}
		r := add(t, w)
		r.rings()
		tries := 1
		begun := r.now
		for r.j.State == schedule.Running && tries < 1000 {
			is.Equal(r.starts(), "j-1") // always the same run
			r.send(schedule.Busy)
			if r.j.State != schedule.Queued {
				break
			}
			is.Equal(r.j.Why, schedule.WhyBusy)
			r.rings()
			tries++
		}
		is.Equal(tries, 121)                   // the first and 120 more
		is.Equal(r.now-begun, int64(3600_000)) // each after 30 seconds
		is.Equal(r.j.Why, schedule.WhyBusy)
		want := schedule.Failed
		if recurs {
			want = schedule.Pending // tomorrow is another day
		}
		is.Equal(r.j.State, want)
		_, told := find[schedule.Tell](r)
		is.True(told)
	}
}

func TestStep_ARestartDoesNothingTwice(t *testing.T) {
	for _, row := range []struct {
		sentence string
		events   []schedule.Type
	}{
		{"while it runs", nil},
		{"while it waits for the person", []schedule.Type{schedule.Asks}},
		{"twice", []schedule.Type{schedule.Restarted}},
		{"and the tab is busy afterwards", []schedule.Type{schedule.Restarted, schedule.Rang, schedule.Busy}},
		{"and a pause comes between", []schedule.Type{schedule.Restarted, schedule.Pause, schedule.Restarted, schedule.Unpause}},
		{"and it is asked for by hand", []schedule.Type{schedule.Restarted, schedule.Now}},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			r := add(t, every(60))
			r.rings()
			is.Equal(r.starts(), "j-1")
			for _, e := range row.events {
				r.send(e)
				if s, ok := find[schedule.Start](r); ok {
					is.Equal(s.Run, "j-1")
				}
			}
			r.send(schedule.Restarted)
			is.Equal(r.j.State, schedule.Queued)
			r.now += 30_000
			r.send(schedule.Rang)
			is.Equal(r.starts(), "j-1") // the same run: it is gone on with
			r.send(schedule.Finished)
			is.Equal(r.j.Count, 1)
			is.Equal(r.j.State, schedule.Pending)
		})
	}
}

func TestStep_ALockedScreen(t *testing.T) {
	is := is.New(t)
	r := add(t, every(60))
	r.rings()
	for range 500 { // however often it is tried
		r.send(schedule.Locked)
		is.Equal(r.j.State, schedule.Queued)
		is.Equal(r.j.Why, schedule.WhyLocked)
		_, alarm := find[schedule.Alarm](r)
		is.True(!alarm) // it waits for the unlocking
		r.send(schedule.Restarted)
		r.send(schedule.Rang)
	}
	r.send(schedule.Locked)
	r.now += 9 * hour
	r.send(schedule.Unlocked)
	is.Equal(r.starts(), "j-1") // once, although it was due nine times more
	r.send(schedule.Finished)
	is.Equal(r.j.Missed, 9)
	is.Equal(r.j.State, schedule.Pending)
}

func TestStep_TheBrowserIsAway(t *testing.T) {
	is := is.New(t)
	r := add(t, every(60))
	r.rings()
	r.now += 0
	r.j, r.effects = schedule.Step(r.j, schedule.Event{Type: schedule.Locked, At: r.now, Run: r.j.Run(), Why: schedule.WhyAway}, schedule.Zone{})
	is.Equal(r.j.State, schedule.Queued)
	is.Equal(r.j.Why, schedule.WhyAway)
	_, alarm := find[schedule.Alarm](r)
	is.True(!alarm) // it waits for the browser
	r.send(schedule.Rang)
	is.Equal(r.j.State, schedule.Queued)
	r.send(schedule.Unlocked)
	is.Equal(r.starts(), "j-1")
}

func TestStep_Pauses(t *testing.T) {
	type step struct {
		event schedule.Type
		want  schedule.State
	}
	for _, row := range []struct {
		sentence string
		steps    []step
	}{
		{"by the person", []step{{schedule.Pause, schedule.Paused}, {schedule.Rang, schedule.Paused}, {schedule.Unpause, schedule.Pending}}},
		{"by the setting", []step{{off, schedule.Paused}, {schedule.Rang, schedule.Paused}, {on, schedule.Pending}}},
		{"the setting ends no pause of the person's", []step{{schedule.Pause, schedule.Paused}, {off, schedule.Paused}, {on, schedule.Paused}}},
		{"nor one that came after it", []step{{off, schedule.Paused}, {schedule.Pause, schedule.Paused}, {on, schedule.Paused}}},
		{"a run under way goes on to its end", []step{{schedule.Now, schedule.Running}, {off, schedule.Running}, {schedule.Finished, schedule.Paused}, {on, schedule.Pending}}},
		{"what is queued", []step{{schedule.Now, schedule.Running}, {schedule.Busy, schedule.Queued}, {off, schedule.Paused}, {schedule.Rang, schedule.Paused}, {on, schedule.Running}}},
		{"by hand while paused", []step{{schedule.Pause, schedule.Paused}, {schedule.Now, schedule.Running}, {schedule.Finished, schedule.Paused}}},
		{"it begins nothing", []step{{off, schedule.Paused}, {schedule.Unlocked, schedule.Paused}, {schedule.Restarted, schedule.Paused}, {schedule.Rang, schedule.Paused}}},
		{"its pause is not a job's own to end", []step{{off, schedule.Paused}, {schedule.Unpause, schedule.Paused}, {on, schedule.Pending}}},
		{"a job's own pause ends below it", []step{{schedule.Pause, schedule.Paused}, {off, schedule.Paused}, {schedule.Unpause, schedule.Paused}, {on, schedule.Pending}}},
		{"by hand while off, and the tab is busy", []step{{off, schedule.Paused}, {schedule.Now, schedule.Running}, {schedule.Busy, schedule.Queued}, {schedule.Restarted, schedule.Queued}, {schedule.Rang, schedule.Running}, {schedule.Finished, schedule.Paused}}},
		{"off after it was asked for by hand", []step{{schedule.Pause, schedule.Paused}, {schedule.Now, schedule.Running}, {schedule.Busy, schedule.Queued}, {off, schedule.Paused}, {on, schedule.Paused}}},
		{"off while its tab is asked for", []step{{schedule.Now, schedule.Running}, {off, schedule.Running}, {schedule.Busy, schedule.Paused}, {on, schedule.Running}}},
		{"off while the screen is asked for", []step{{schedule.Now, schedule.Running}, {off, schedule.Running}, {schedule.Locked, schedule.Paused}, {schedule.Unlocked, schedule.Paused}, {on, schedule.Running}}},
		{"paused while its tab is asked for", []step{{schedule.Now, schedule.Running}, {schedule.Pause, schedule.Running}, {schedule.Busy, schedule.Paused}}},
		{"a run under way goes on behind a restart", []step{{schedule.Now, schedule.Running}, {off, schedule.Running}, {schedule.Restarted, schedule.Queued}, {schedule.Rang, schedule.Running}, {schedule.Finished, schedule.Paused}}},
		{"cancelled", []step{{schedule.Now, schedule.Running}, {schedule.Cancel, schedule.Cancelled}, {schedule.Finished, schedule.Cancelled}, {schedule.Restarted, schedule.Cancelled}}},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			r := add(t, every(60))
			for _, s := range row.steps {
				r.send(s.event)
				is.Equal(r.j.State, s.want)
			}
		})
	}
	t.Run("what was paused is not missed", func(t *testing.T) {
		is := is.New(t)
		r := add(t, every(60))
		r.send(schedule.Pause)
		r.now += 10 * hour
		r.send(schedule.Unpause)
		is.Equal(r.j.Missed, 0)
		is.True(r.j.Next > r.now)
	})
}

// What was due while planned tasks were off runs once if it is due once, and waits for
// its next time if it comes again. So does one that was added, or not told, meanwhile.
func TestStep_OffAndOn(t *testing.T) {
	once := schedule.When{Form: schedule.Once, At: 1_700_000_000_000 + hour}
	for _, row := range []struct {
		sentence string
		when     schedule.When
		runs     bool
	}{{"once", once, true}, {"at once", schedule.When{Form: schedule.Once}, true}, {"each hour", every(60), false}} {
		for how, first := range map[string]func(r *harness){
			"switched off":       func(r *harness) { r.send(off) },
			"it was never told":  func(r *harness) { r.off = true; r.now = max(r.now, r.j.Next); r.send(schedule.Rang) },
			"told at a restart":  func(r *harness) { r.off = true; r.now += 2 * hour; r.send(schedule.Restarted) },
			"added while it was": func(r *harness) { r.off = true; r.j.State = ""; r.send(schedule.Added) },
		} {
			t.Run(row.sentence+", "+how, func(t *testing.T) {
				is := is.New(t)
				r := add(t, row.when)
				first(r)
				is.Equal(r.j.State, schedule.Paused)
				is.Equal(r.j.Waits(), schedule.WhyOff)
				_, starts := find[schedule.Start](r)
				is.True(!starts)
				if a, ok := find[schedule.Alarm](r); ok {
					is.Equal(a.At, int64(0))
				}
				r.now += 5 * hour
				r.send(on)
				is.Equal(r.j.State, schedule.Pending)
				is.Equal(r.j.Missed, 0)
				alarm, _ := find[schedule.Alarm](r)
				is.Equal(alarm.At == r.now, row.runs)
				is.True(alarm.At > r.now || row.runs)
				r.rings()
				is.Equal(r.starts(), "j-1")
			})
		}
	}
	t.Run("what failed often meanwhile stays paused", func(t *testing.T) {
		is := is.New(t)
		r := add(t, every(60))
		for range 5 {
			r.send(schedule.Now)
			r.send(off)
			r.event(schedule.Event{Type: schedule.Finished, Run: r.j.Run(), Why: "loop"})
		}
		r.send(on)
		is.Equal(r.j.State, schedule.Paused)
		is.Equal(r.j.By, schedule.ByFaults)
	})
}

func TestStep_FailsOften(t *testing.T) {
	is := is.New(t)
	r := add(t, every(60))
	for n := 1; n <= 5; n++ {
		r.rings()
		r.event(schedule.Event{Type: schedule.Finished, Run: r.j.Run(), Why: "loop"})
		tell, _ := find[schedule.Tell](r)
		if n < 5 {
			is.Equal(r.j.State, schedule.Pending)
			is.Equal(tell.Why, schedule.Why("loop"))
		} else {
			is.Equal(r.j.State, schedule.Paused)
			is.Equal(tell.Why, schedule.WhyFailures)
		}
	}
	r.send(schedule.Unpause)
	is.Equal(r.j.State, schedule.Pending)
}

func TestStep_AClockThatJumps(t *testing.T) {
	is := is.New(t)
	r := add(t, every(60))
	r.now += 10 * minute
	r.send(schedule.Rang) // too early
	is.Equal(r.j.State, schedule.Pending)
	r.now -= 365 * day // it had been a year ahead
	r.send(schedule.Restarted)
	is.True(r.j.Next <= r.now+hour)
}

func TestStep_TheTabIsGone(t *testing.T) {
	is := is.New(t)
	r := add(t, every(60))
	r.j.Target = schedule.Target{Place: schedule.CurrentTab, TabID: 3, URL: "https://a.test/x?y#z"}
	r.rings()
	r.send(schedule.Gone)
	is.Equal(r.j.State, schedule.Failed) // it will not come back
	is.True(r.j.Target.Shows("https://a.test/x?other"))
	is.True(!r.j.Target.Shows("https://a.test/y"))
	is.True(!r.j.Target.Shows("https://a.test.evil.test/x"))
	is.True(!r.j.Target.Shows("http://a.test/x"))
}

// Whatever happens: a run that has an end is never started again, no occurrence has
// two runs, a job that is to run has an alarm, and a job is what its text says.
func TestStep_Random(t *testing.T) {
	types := []schedule.Type{schedule.Rang, schedule.Rang, schedule.Rang, schedule.Busy, schedule.Locked, schedule.Gone, schedule.Asks, schedule.Goes, schedule.Finished, schedule.Finished,
		schedule.Pause, schedule.Unpause, off, on, schedule.Now, schedule.Unlocked, schedule.Restarted}
	for seed := range uint64(coretest.Trials(300)) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		w := every(1 + rnd.IntN(100))
		if seed%3 == 0 {
			w = schedule.When{Form: schedule.Weekly, Days: schedule.Working, Minute: 540}
		}
		r := add(t, w)
		over, alarm := map[string]bool{}, r.j.Next
		for range 300 {
			r.now += rnd.Int64N(3 * hour)
			e := schedule.Event{Type: types[rnd.IntN(len(types))], Run: r.j.Run(), OK: rnd.IntN(3) > 0}
			if rnd.IntN(10) == 0 {
				e.Run = "j-1"
			}
			was := r.j
			if e.Type == schedule.Rang && (alarm == 0 || r.now < alarm) {
				continue
			}
			if e.Type == schedule.Rang {
				alarm = 0
			}
			r.event(e)
			if e.Type == schedule.Finished && (was.State == schedule.Running || was.State == schedule.NeedsInput) && e.Run == was.Run() {
				over[e.Run] = true
			}
			for _, f := range r.effects {
				switch f := f.(type) {
				case schedule.Alarm:
					alarm = f.At
				case schedule.Start:
					if over[f.Run] {
						t.Fatalf("seed %d: %s is started although it has ended", seed, f.Run)
					}
				case schedule.End:
					over[f.Run] = true
				}
			}
			if r.j.State == schedule.Pending && alarm == 0 || r.j.State == schedule.Queued && r.j.Why != schedule.WhyLocked && alarm == 0 {
				t.Fatalf("seed %d: %s without an alarm after %s", seed, r.j.State, e.Type)
			}
			if _, starts := find[schedule.Start](r); starts && r.off && e.Type != schedule.Now && was.State != schedule.Queued {
				t.Fatalf("seed %d: a run begins while planned tasks are off, after %s", seed, e.Type)
			}
			var back schedule.Job
			text := record.Append(nil, &r.j)
			if !record.Read(text, &back) || back != r.j {
				t.Fatalf("%s is read as %+v", text, back)
			}
		}
	}
}
