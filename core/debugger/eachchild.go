package debugger

import (
	"context"
	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/scan"
	"slices"
	"time"
)

const (
	// childrenLimit is how long an action asks frames in other processes, and
	// awakeLimit how long each may let it wait for a first word: that of an
	// advertisement may be busy for good.
	childrenLimit = 3 * time.Second
	awakeLimit    = 900 * time.Millisecond
)

// eachChild makes f work in one readable child after the other, with a run that is
// at work there, until it returns false or all of them together have taken childrenLimit. late counts those
// that did not answer until then, or were not asked.
func (r *run) eachChild(f func(r *run, c *tabstate.Child) bool) (late int) {
	ctx, cancel := context.WithCancelCause(r.ctx)
	defer cancel(nil)
	stop := r.d.clock.AfterFunc(childrenLimit, func() { cancel(causeLate) })
	defer stop()
	r = r.under(ctx)
	list := r.readable()
	awake := r.responsive(list)
	for i := range list {
		c := &list[i]
		if ctx.Err() == nil && awake[i] {
			if !f(r.in(c.Session), c) {
				break
			}
		}
		if ctx.Err() != nil || !awake[i] {
			late++
		}
	}
	return late
}

// responsive asks the children all at once for nothing, and says which have answered
// within awakeLimit: the others would only use up the time of the rest.
func (r *run) responsive(list []tabstate.Child) []bool {
	ctx, cancel := context.WithCancel(r.ctx)
	defer cancel()
	out, open := make([]bool, len(list)), len(list)
	for i, c := range list {
		wait := r.d.start(ctx, Target{Tab: r.t.id, Session: r.route(c.Session)}, "Runtime.evaluate", new(scan.Object).Str("expression", "0").JSON())
		go func() {
			_, err := wait()
			r.d.mu.Lock()
			out[i] = err == nil
			open--
			r.t.wake()
			r.d.mu.Unlock()
		}()
	}
	// A child that goes away may never answer.
	r.await(awakeLimit, func() bool {
		gone := 0
		for i, c := range list {
			if !out[i] && r.t.Document(c.Session) == nil {
				gone++
			}
		}
		return open <= gone
	})
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	for i, c := range list {
		out[i] = out[i] || r.t.Document(c.Session) == nil // then there is nothing to read
	}
	return slices.Clone(out)
}
