package debugger

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/supervisor"
)

// tab is what is known of one tab. Guarded by Debugger.mu; rebuilt by Attach.
type tab struct {
	id   int
	gone bool
	// changed is closed, and replaced, whenever something below changes.
	changed chan struct{}
	// run is the action in flight, nil when none is.
	run *run

	attached bool
	// attaching ends the attach under way, nil when there is none.
	attaching context.CancelCauseFunc
	// detachUntold: a command was refused because nobody is attached, before the news
	// of it came.
	detachUntold bool
	crashed      bool
	// unloaded: it had no page when it was attached.
	unloaded bool
	// screencast: the browser draws the tab although no window may show it; rest
	// stops that when no action comes for a while.
	screencast bool
	rest       func() bool
	// main is the main frame's document, url what it last committed to.
	main engineDocument
	url  string
	// failed: an error page of the browser's stands for url.
	failed bool
	nav    navigation
	frames supervisor.Frames
	// past are documents that its frames have held, the last behind.
	past []past
	// unread: which frames the page has is being asked.
	unread  bool
	dialogs supervisor.Dialogs
	// heldDialogs are the dialogs that came over the relay, the open one first.
	heldDialogs []heldDialog
	// tellsNext: the browser tells where the main frame's next document comes from.
	tellsNext bool
	// requests is what is known of the documents' requests.
	requests causedRequests
	// runtimeEvents gets what the browser tells of its runtime, while an action asks.
	runtimeEvents func(session, method string, params []byte)
	// unwatch stops the timer of the dialog that waits, nil when none does.
	unwatch func() bool
	// refused is what an element was last refused with.
	refused refusal
	// forcedDetaches are the times at which Chrome detached although nobody asked.
	forcedDetaches []time.Time
	// externalOpened is when an action last had another program open an address.
	externalOpened time.Time
	// acted is when the latest action ended that gives input, touched when the person
	// was last seen to press or type in the tab.
	acted, touched time.Time
	// children are the frames in other processes; owners says which uid numbers
	// are theirs, by session.
	children []*child
	owners   map[int]string
}

// navigation is how far the main frame is on its way.
type navigation struct {
	// planned, asked: the page scheduled or requested a navigation whose load
	// has not started. A plan can be dropped; what was asked for starts soon.
	planned, asked bool
	// loading: between frameStartedLoading and frameStoppedLoading.
	loading bool
	// ready and loaded: DOMContentLoaded and load of the document that
	// committed last.
	ready, loaded bool
}

// wake tells whoever waits for a change. d.mu is held.
func (t *tab) wake() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// reset forgets what a lost attachment invalidates. d.mu is held.
func (d *Debugger) reset(t *tab) {
	t.attached, t.tellsNext, t.screencast, t.unread, t.main, t.children, t.owners, t.heldDialogs, t.frames = false, false, false, false, engineDocument{}, nil, nil, nil, supervisor.Frames{}
	t.nav = navigation{ready: true, loaded: true}
	d.forgetRequests(t)
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
