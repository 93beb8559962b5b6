package schedule

// Type is what happened.
type Type string

// The events.
const (
	Added     Type = "added"     // the job is new; it was checked
	Rang      Type = "rang"      // the alarm
	Busy      Type = "busy"      // Run: could not start, another run has the tab
	Locked    Type = "locked"    // Run: could not start, the screen is locked, or Why
	Gone      Type = "gone"      // Run: could not start, its tab is gone or elsewhere
	Asks      Type = "asks"      // Run: waits for the person
	Goes      Type = "goes"      // Run: waits no more
	Finished  Type = "finished"  // Run: OK, or why not
	Pause     Type = "pause"     // by the person
	Unpause   Type = "unpause"   // by the person
	Switched  Type = "switched"  // by the person: all jobs, see Off
	Cancel    Type = "cancel"    // by the person
	Now       Type = "now"       // the person wants it to run at once
	Unlocked  Type = "unlocked"  // the screen, or the browser is back
	Restarted Type = "restarted" // whoever calls Step has begun anew
)

// Event is one.
type Event struct {
	Type Type
	// At is the wall clock.
	At  int64
	Run string
	OK  bool
	Why Why
	// Off says that the person has planned tasks switched off, whatever happened.
	Off bool
}

// Effect is one thing to do. Sealed: the variants are in this file.
type Effect interface{ isEffect() }

// Alarm asks for [Rang] at a time; it replaces the job's earlier one. 0 asks for
// none any more.
type Alarm struct{ At int64 }

// Start begins the run with that ID, or goes on with it. [Busy], [Locked] or
// [Gone] say that it could not.
type Start struct{ Run string }

// End stops the run.
type End struct{ Run string }

// Tell lets the person know.
type Tell struct{ Why Why }

func (Alarm) isEffect() {}
func (Start) isEffect() {}
func (End) isEffect()   {}
func (Tell) isEffect()  {}

// The numbers.
const (
	again     = 30_000 // between two tries
	maxTries  = 120
	maxFaults = 5
)

// Step answers one event with the next job and what to do, in order. It is a pure
// function.
func Step(j Job, e Event, z Zone) (Job, []Effect) {
	m := machine{Job: j, now: e.At, zone: z}
	m.handle(&e)
	return m.Job, m.effects
}

type machine struct {
	Job
	now     int64
	zone    Zone
	effects []Effect
}

func (m *machine) do(e Effect) { m.effects = append(m.effects, e) }

// runs reports whether a run is under way.
func (m *machine) runs() bool { return m.State == Running || m.State == NeedsInput }

// waits reports whether a queued job waits for an event rather than for its alarm.
func (m *machine) waits() bool { return m.Why == WhyLocked || m.Why == WhyAway }

func (m *machine) handle(e *Event) {
	switch e.Type {
	case Busy, Locked, Gone, Asks, Goes, Finished:
		if !m.runs() || e.Run != m.Run() {
			return // of a run that is over
		}
	}
	if m.Over() && e.Type != Now {
		return
	}
	if e.Type == Added || e.Type == Restarted { // first it is what it was
		defer m.heed(e)
	} else {
		m.heed(e)
	}
	switch e.Type {
	case Added:
		m.State = Pending
		m.Next = m.When.At
		if m.When.Form != Once {
			m.Next = m.When.next(m.now, 0, m.zone)
		}
		if m.When.Form == OnDate && m.Next <= m.now {
			m.State, m.Why = Failed, WhyOver
			m.do(Tell{WhyOver})
			return
		}
		m.do(Alarm{max(m.Next, m.now)})
	case Rang:
		m.rang()
	case Busy:
		m.busy()
	case Locked:
		if m.Why = WhyLocked; e.Why == WhyAway {
			m.Why = WhyAway
		}
		m.queue()
	case Unlocked:
		if m.State == Queued && m.waits() {
			m.start()
		}
	case Gone:
		m.end()
		m.finish(false, WhyGone)
	case Asks:
		m.State = NeedsInput
		m.do(Tell{WhyAsks})
	case Goes:
		m.State = Running
	case Finished:
		m.finish(e.OK, e.Why)
	case Pause:
		m.pause(ByPerson)
	case Unpause:
		m.unpause(e.Off)
	case Cancel:
		m.end()
		m.State = Cancelled
		m.do(Alarm{})
	case Now:
		if !m.runs() {
			m.Tries, m.extra, m.hand = 0, !m.open, true
			m.begin()
		}
	case Restarted:
		m.restarted()
	}
}

// rang begins what is due, or asks for the alarm again where it came early.
func (m *machine) rang() {
	switch {
	case m.State == Queued && !m.waits():
		m.start()
	case m.State != Pending:
	case m.now < m.Next:
		m.plan()
	default:
		m.Tries = 0
		m.begin()
	}
}

// begin starts the next occurrence, or goes on with the one that has no end yet.
func (m *machine) begin() {
	if !m.open {
		m.Count++
		m.open = true
	}
	m.Why = ""
	m.start()
}

// end stops the run of an occurrence that has no end yet.
func (m *machine) end() {
	if m.open {
		m.do(End{m.Run()})
	}
	m.open = false
}

// start starts the run of the occurrence that is due, or goes on with it.
func (m *machine) start() {
	m.State = Running
	m.do(Start{m.Run()})
}

// busy tries again later, a bounded number of times.
func (m *machine) busy() {
	m.Tries++
	if m.Tries > maxTries {
		m.end()
		m.finish(false, WhyBusy)
		return
	}
	m.Why = WhyBusy
	if m.queue() {
		m.do(Alarm{m.now + again})
	}
}

// queue keeps a run that could not begin for later: for the end of a pause that came
// meanwhile, unless the person wants it all the same.
func (m *machine) queue() bool {
	m.State = Queued
	if m.By != Nobody && !m.hand {
		m.State = Paused
	}
	return m.State == Queued
}

// finish ends an occurrence.
func (m *machine) finish(ok bool, why Why) {
	m.Tries = 0
	m.Why = why
	if ok {
		m.Faults = 0
	} else {
		m.Faults++
	}
	extra := m.extra
	m.extra, m.open, m.hand = false, false, false
	switch {
	case !m.When.recurs(), why == WhyGone && m.Target.Place == CurrentTab:
		m.By = Nobody
		m.State = Failed
		if ok {
			m.State = Completed
		} else {
			m.do(Tell{why})
		}
		m.do(Alarm{})
		return
	case m.Faults >= maxFaults && (m.By == Nobody || m.By == BySetting):
		m.By = ByFaults
		m.do(Tell{WhyFailures})
	case !ok:
		m.do(Tell{why})
	}
	if !extra || m.Next <= m.now {
		m.advance()
	}
	if m.By != Nobody {
		m.State = Paused
		m.do(Alarm{})
		return
	}
	m.State = Pending
	m.do(Alarm{m.Next})
}

// advance goes on to the first time after now, and counts those between.
func (m *machine) advance() {
	m.Last = m.Next
	m.Next = m.When.next(max(m.now, m.Last), m.Last, m.zone)
	for at := m.Last; m.Missed < 1<<20; m.Missed++ {
		if at = m.When.next(at, at, m.zone); at >= m.Next {
			break
		}
	}
}

// heed pauses what is not paused while planned tasks are off, and goes on with that
// when they are on. Each event says how it is, so no crash between the switch and a
// job keeps the two apart.
func (m *machine) heed(e *Event) {
	switch {
	case e.Off && (m.By == Nobody || e.Type == Switched):
		m.pause(BySetting)
	case !e.Off && m.By == BySetting:
		m.By = Nobody
		m.goOn()
	}
}

// pause keeps it from being due. A run that is under way goes on to its end.
func (m *machine) pause(by By) {
	if m.By == Nobody || by == ByPerson {
		m.By = by
	}
	m.hand = false
	if m.State == Pending || m.State == Queued {
		m.State = Paused
		m.do(Alarm{})
	}
}

// unpause ends a pause of its own; planned tasks that are off stay so.
func (m *machine) unpause(off bool) {
	m.By, m.Faults = Nobody, 0
	if off {
		m.By = BySetting
		return
	}
	m.goOn()
}

// goOn goes on behind a pause: at once with an occurrence that has no end, a recurring
// job with its next time, another at once when its time is over.
func (m *machine) goOn() {
	if m.State != Paused {
		return
	}
	if m.open {
		m.Tries = 0
		m.begin()
		return
	}
	m.State = Pending
	if m.When.recurs() && m.Next <= m.now {
		m.Last = m.Next
		m.Next = m.When.next(m.now, m.Last, m.zone)
	}
	m.plan()
}

// plan asks for the alarm of the next time, which is reckoned again where the
// clock or its zone has changed meanwhile. What is overdue stays so.
func (m *machine) plan() {
	if m.When.Form != Once && m.Next > m.now {
		at := m.When.next(m.now, m.Last, m.zone)
		if m.When.Form != Every || at < m.Next {
			m.Next = at
		}
	}
	m.do(Alarm{max(m.Next, m.now)})
}

// restarted asks for what was lost: the alarm, or the run.
func (m *machine) restarted() {
	switch m.State {
	case Pending:
		m.plan()
	case Queued, Running, NeedsInput:
		m.State, m.Why = Queued, WhyRestart
		m.do(Alarm{m.now})
	}
}
