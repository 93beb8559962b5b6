package dispatch

import (
	"context"
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

// The browser may refuse to say anything to a worker that has just been started in
// place of one that was killed. It is then asked again, presenceTries times in all.
const (
	presenceTries = 5
	presencePause = 200 * time.Millisecond
)

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
	state, err := d.askPresence(f.ctx)
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

// askPresence returns what the browser says of the person's presence.
func (d *Dispatcher) askPresence(ctx context.Context) (string, error) {
	for n := 1; ; n++ {
		state, err := d.presence.State(ctx)
		if err == nil || n == presenceTries || ctx.Err() != nil {
			return state, err
		}
		again := make(chan struct{})
		stop := d.clock.AfterFunc(presencePause, func() { close(again) })
		select {
		case <-again:
		case <-ctx.Done():
		}
		stop()
	}
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
