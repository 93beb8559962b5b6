package debugger

import (
	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
)

// scroll scrolls the page, or the nearest scrollable around the target, and
// waits for what the new position brings in: one round trip.
func scroll(r *run, a protocol.Scroll) (protocol.Result, error) {
	scroll := &engine.Scroll{Direction: string(a.Direction), Amount: max(a.Amount, 0)}
	scroll.Base = r.next
	if a.Selector != "" || a.UID != "" {
		var err error
		if scroll.Target, err = r.target(a.Target); err != nil {
			return nil, err
		}
	}
	settled := &engine.Settled{Bounds: bounds()}
	_, out, err := r.reach(a.Target, engine.Each(&engine.Watch{}, scroll, settled))
	if err != nil {
		return nil, err
	}
	seen := settled.Answer(out)
	r.next = max(r.next, seen.Next)
	return r.done(r.effects(r.seen(&seen), ""))
}
