package dispatch

import (
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// The states of [Presence].
const (
	active = "active"
	idle   = "idle"
	locked = "locked"
)

// presenceFresh is how long an answer about the person's presence holds. The
// browser itself looks once a second, and tells when it changes.
const presenceFresh = time.Second

// checkPresence asks whether the person is there, before an action: the news of a
// lock may have come while the worker slept. A locked screen refuses; a long
// idleness ends the sessions once, when it begins, so that unattended work can
// be taken up again on purpose.
func (d *Dispatcher) checkPresence(f *ticket) error {
	now := d.clock.Now()
	d.mu.Lock()
	age := now.Sub(d.asked)
	fresh := d.last == active && age >= 0 && age < presenceFresh
	d.mu.Unlock()
	if fresh {
		return f.cancelled()
	}
	state, err := d.presence.State(f.ctx)
	if e := f.cancelled(); e != nil {
		return e
	}
	if err != nil {
		return errPresence
	}
	d.mu.Lock()
	d.asked = now
	d.mu.Unlock()
	d.Presence(state)
	if state == locked {
		return errLocked
	}
	return f.cancelled()
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
		d.registry.EndAll(protocol.EndScreenLocked)
	case idle:
		// Without a session there is nothing that was forgotten.
		if len(d.registry.List()) > 0 {
			d.registry.EndAll(protocol.EndSystemIdle)
		}
	}
}
