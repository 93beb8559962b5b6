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
	Off       Type = "off"       // the setting: no job runs
	On        Type = "on"        // the setting
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
		if m.State, m.Why = Queued, WhyLocked; e.Why == WhyAway {
			m.Why = WhyAway
		}
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
	case Off:
		m.pause(BySetting)
	case Unpause:
		m.unpause()
	case On:
		if m.By == BySetting {
			m.unpause()
		}
	case Cancel:
		m.end()
		m.State = Cancelled
		m.do(Alarm{})
	case Now:
		if !m.runs() {
			m.Tries, m.extra = 0, !m.open
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
	m.State, m.Why = Queued, WhyBusy
	m.do(Alarm{m.now + again})
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
	m.extra, m.open = false, false
	switch {
	case !m.When.recurs(), why == WhyGone && m.Target.Place == CurrentTab:
		m.State = Failed
		if ok {
			m.State = Completed
		} else {
			m.do(Tell{why})
		}
		m.do(Alarm{})
		return
	case m.Faults >= maxFaults && m.By == Nobody:
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

// pause keeps it from being due. A run that is under way goes on to its end.
func (m *machine) pause(by By) {
	if m.By == Nobody || by == ByPerson {
		m.By = by
	}
	if m.State == Pending || m.State == Queued {
		m.State = Paused
		m.do(Alarm{})
	}
}

// unpause goes on: at once with an occurrence that has no end, a recurring job
// with its next time, another at once when its time is over.
func (m *machine) unpause() {
	m.By, m.Faults = Nobody, 0
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
