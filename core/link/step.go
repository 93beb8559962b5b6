package link

// Step answers one event with the next state and what to do, in order. It is a
// pure function: equal arguments give equal answers.
//
// It stays a function of its own, because nothing in it waits: inlined into a
// caller that does, it would be rewritten for waiting too.
//
//go:noinline
func Step(s State, e Event) (State, []Effect) {
	m := machine{State: s, now: e.Now, rand: e.Rand}
	if _, gone := e.What.(Closed); !gone {
		m.jump() // a socket that closes says more than the clock
	}
	switch w := e.What.(type) {
	case Started:
		m.started(w)
	case ConfigChanged:
		m.configChanged(w)
	case Pair:
		m.pair(w)
	case Ordered:
		m.ordered(w)
	case Confirm:
		m.confirm(w)
	case Redeemed:
		m.redeemed(w)
	case Opened:
		m.opened(w)
	case RandomReady:
		m.randomReady(w)
	case MacReady:
		m.macReady(w)
	case Text:
		m.text(w)
	case Closed:
		m.closed(w)
	case Timer:
		m.timerFired(w)
	case Wake:
		m.wake()
	case Retry:
		m.retry()
	case Outgoing:
		m.outgoing(w)
	}
	m.last = m.now
	if st := m.Status(); st != m.reported && m.phase != unstarted { // before, nobody knows what holds
		m.reported = st
		m.do(Report{st})
	}
	return m.State, m.effects
}

// machine is one step: the state to change and the effects so far.
type machine struct {
	State
	now     int64
	rand    uint32
	effects []Effect
}

func (m *machine) do(e Effect) { m.effects = append(m.effects, e) }

// enter moves to a phase; since changes only when the person would see it.
func (m *machine) enter(p phase, w refusalReason) {
	m.phase, m.why = p, w.clipped()
	if m.mode() != m.reported.State {
		m.since = m.now
	}
}

func (m *machine) setTimer(after int64) {
	m.timer++
	m.due, m.armed = m.now+after, true
	m.do(SetTimer{ID: m.timer, AfterMS: after})
}

func (m *machine) stopTimer() {
	if m.armed {
		m.armed = false
		m.do(StopTimer{})
	}
}
