package debugger

import (
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// scroll scrolls the page, or the nearest scrollable around the target, and
// waits for what the new position brings in: one round trip.
func (r *run) scroll(a protocol.Scroll) (protocol.Result, error) {
	args := with().str("direction", string(a.Direction))
	if a.Amount > 0 {
		args = args.num("amount", a.Amount)
	}
	if a.Selector != "" || a.UID != "" {
		var err error
		if args, err = r.target(args, a.Target); err != nil {
			return nil, err
		}
	}
	out, err := r.reach(a.Target, `(async()=>{await __bua("watch",{});const a=await __bua("scroll",`+string(args.end())+
		`);return a.startsWith('{"error"')?a:`+settledCall()+`})()`)
	if err != nil {
		return nil, err
	}
	fx, title := r.seen(out)
	return r.done(r.effects(fx, title))
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
		args, err := r.target(with(), a.Target)
		if err != nil {
			return nil, err
		}
		_, err = r.reach(a.Target, `__bua("wait",`+string(args.num("ms", int(max(left.Milliseconds(), 1))).end())+`)`)
		if err == causeNavigated && a.UID == "" && left > 0 {
			continue
		}
		if err != nil {
			return nil, err
		}
		return r.done(r.effects(protocol.Effects{}, ""))
	}
}
