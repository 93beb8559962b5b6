package debugger

import (
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
)

// scroll scrolls the page, or the nearest scrollable around the target, and
// waits for what the new position brings in: one round trip.
func (r *run) scroll(a protocol.Scroll) (protocol.Result, error) {
	scroll := &engine.Scroll{Direction: string(a.Direction), Amount: max(a.Amount, 0)}
	if a.Selector != "" || a.UID != "" {
		var err error
		if scroll.Target, err = r.target(a.Target); err != nil {
			return nil, err
		}
	}
	settled := &engine.Settled{Bounds: bounds()}
	out, err := r.reach(a.Target, engine.Each(&engine.Watch{}, scroll, settled))
	if err != nil {
		return nil, err
	}
	seen := settled.Answer(out)
	return r.done(r.effects(r.seen(&seen), ""))
}

// waitLimit is how long a wait_for may take.
func waitLimit(a protocol.WaitFor) time.Duration {
	if a.TimeoutMS <= 0 {
		return 10 * time.Second
	}
	return time.Duration(a.TimeoutMS) * time.Millisecond
}

// waitFor waits until an element is there and visible. A selector is waited
// for across documents; a uid belongs to one.
func (r *run) waitFor(a protocol.WaitFor) (protocol.Result, error) {
	until := r.d.clock.Now().Add(waitLimit(a))
	for {
		left := until.Sub(r.d.clock.Now())
		target, err := r.target(a.Target)
		if err != nil {
			return nil, err
		}
		_, err = r.reach(a.Target, engine.Do(&engine.Wait{Target: target, MS: int(max(left.Milliseconds(), 1))}))
		if err == causeNavigated && a.UID == "" && left > 0 {
			continue
		}
		if err != nil {
			return nil, err
		}
		return r.done(r.effects(protocol.Effects{}, ""))
	}
}
