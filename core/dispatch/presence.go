package dispatch

import "github.com/zapvol/bua/core/protocol"

// The states of [Presence].
const (
	idle   = "idle"
	locked = "locked"
)

// present asks whether the person is there, before every action: the news of a
// lock may have come while the worker slept. A locked screen refuses; a long
// idleness ends the sessions once, when it begins, so that unattended work can
// be taken up again on purpose.
func (d *Dispatcher) present(f *flight) error {
	state, err := d.presence.State(f.ctx)
	if e := f.over(); e != nil {
		return e
	}
	if err != nil {
		return errPresence
	}
	d.Presence(state)
	if state == locked {
		return errLocked
	}
	return f.over()
}

// Presence takes note of the person's presence: "active", "idle" or "locked".
func (d *Dispatcher) Presence(state string) {
	d.mu.Lock()
	news := d.last != state
	d.last = state
	d.mu.Unlock()
	if !news {
		return
	}
	switch state {
	case locked:
		d.book.EndAll(protocol.EndScreenLocked)
	case idle:
		// Without a session there is nothing that was forgotten.
		if len(d.book.List()) > 0 {
			d.book.EndAll(protocol.EndSystemIdle)
		}
	}
}
