package debugger

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/internal/tabstate"
)

// tab is one tab as a debugger has it: what events have told of it, and what is
// going on there. Guarded by Debugger.mu; rebuilt by Attach.
type tab struct {
	tabstate.Tab
	id   int
	gone bool
	// changed is closed, and replaced, whenever something here changes.
	changed chan struct{}
	// run is the action in flight, nil when none is.
	run *run

	// attaching ends the attach under way, nil when there is none.
	attaching context.CancelCauseFunc
	// detachUntold: a command was refused because nobody is attached, before the news
	// of it came.
	detachUntold bool
	// unloaded: it had no page when it was attached.
	unloaded bool
	// screencast: the browser draws the tab although no window may show it; rest
	// stops that when no action comes for a while.
	screencast bool
	rest       func() bool
	// tellsNext: the browser tells where the main frame's next document comes from.
	tellsNext bool
	// caused is what the debugger does about the documents' requests.
	caused causedRequests
	// runtimeEvents gets what the browser tells of its runtime, while an action asks.
	runtimeEvents func(session, method string, params []byte)
	// unwatch stops the timer of the dialog that waits, nil when none does.
	unwatch func() bool
	// refused is what an element was last refused with.
	refused refusal
	// forcedDetaches are the times at which Chrome detached although nobody asked.
	forcedDetaches []time.Time
	// acted is when the latest action ended that gives input, touched when the person
	// was last seen to press or type in the tab.
	acted, touched time.Time
}

// wake tells whoever waits for a change. d.mu is held.
func (t *tab) wake() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// reset forgets what a lost attachment invalidates. d.mu is held.
func (d *Debugger) reset(t *tab) {
	d.dialogClosed(t)
	if t.caused.rest != nil {
		t.caused.rest()
	}
	if t.Requests.On {
		d.listener.Acts(t.id, false)
	}
	t.tellsNext, t.screencast, t.caused = false, false, causedRequests{}
	t.Reset()
	t.wake()
}

// await blocks until cond holds, max has passed or ctx ends; it reports
// whether cond held. cond runs with d.mu held.
func (d *Debugger) await(ctx context.Context, t *tab, max time.Duration, cond func() bool) bool {
	var late chan struct{}
	for {
		d.mu.Lock()
		ok, changed := cond(), t.changed
		d.mu.Unlock()
		if ok {
			return true
		}
		if late == nil {
			late = make(chan struct{})
			ch := late
			stop := d.clock.AfterFunc(max, func() { close(ch) })
			defer stop()
		}
		select {
		case <-changed:
		case <-late:
			return false
		case <-ctx.Done():
			return false
		}
	}
}
