package debugger

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

// goneGrace is how long after a detach the news of a closed tab may come.
const goneGrace = 100 * time.Millisecond

// Debugger runs actions in tabs. Safe for use by many goroutines; at most one
// Run per tab at a time.
type Debugger struct {
	cdp    CDP
	clock  Clock
	engine func() string
	pdf    func() string
	// listener is set before anything happens; [NoListener] where Listen was not called.
	listener Listener
	// rules hold for the dialogs of every tab; owned by mu.
	rules supervisor.Rules

	mu   lock.Mutex
	tabs map[int]*tab
	// webdriver says what navigator.webdriver reads in this browser: 0 not
	// asked yet, 1 false, 2 true. It is one fact for the whole browser.
	webdriver int
	engines   int    // that were brought ahead so far, see bring
	watchIDs  int    // of the watches so far, see run.watchOp
	clipboard string // the agent's own, see run.pressClipboard
	relay     dialogRelay
}

// New returns a Debugger. engine returns the source of the page engine; it is
// asked once per document that needs it. pdf returns that of what reads a PDF, for
// each PDF that is read.
func New(cdp CDP, clock Clock, engine, pdf func() string) *Debugger {
	return &Debugger{cdp: cdp, clock: clock, engine: engine, pdf: pdf, listener: NoListener{}, tabs: map[int]*tab{}}
}

// Run performs one action in a tab, attaching first if need be. base is the
// tab's first free uid number; next is the first free one afterwards, also
// when err is set. Every error is a [protocol.Error].
func (d *Debugger) Run(ctx context.Context, tabID, base int, a protocol.Action, g Guard) (res protocol.Result, next int, err error) {
	res, next, again, err := d.once(ctx, tabID, base, a, g)
	if again != nil && ctx.Err() == nil {
		// A page can make Chrome detach from a tab that lives on. An action
		// that had not touched the page yet is done again, once.
		r, n, _, e := d.once(ctx, tabID, next, again, g)
		if _, asks := again.(*outcomeQuery); !asks || e == nil {
			res, next, err = r, n, e
		}
	}
	return res, next, err
}

// once performs an action once. When that failed by a detach and the tab lives
// it says what to do next: the action again if it had no effect yet, else to
// ask the page what became of it. nil is neither.
func (d *Debugger) once(ctx context.Context, tabID, base int, a protocol.Action, g Guard) (res protocol.Result, next int, again protocol.Action, err error) {
	r, err := d.begin(ctx, tabID, base, a, g)
	if err != nil {
		return nil, base, nil, err
	}
	defer r.finish()
	defer func() { err = d.countRefusal(r.t, a, err) }()
	res, err = r.do(a)
	if r.acted && r.lostTo(causeDetached) {
		d.forgetForcedDetach(r.t)
	}
	if err == nil {
		r.await(tabLimit, func() bool { return !r.Outstanding() })
		err = r.allowed()
	} else if after, ok := r.surface(err); ok {
		return after, r.next, nil, nil
	}
	lost := d.unattached(r, err)
	if err = r.verdict(err); lost {
		err = causeDetached.reason(r.acted)
	}
	if err != nil && (lost || r.lostTo(causeDetached)) {
		// The news of a closed tab comes right after that of its detach.
		if d.await(ctx, r.t, goneGrace, func() bool { return r.t.gone }) {
			return nil, r.next, nil, causeGone.reason(r.acted)
		}
		if !r.acted {
			return nil, r.next, a, err
		}
		return nil, r.next, r.outcomeQuery(a), err
	}
	if err != nil {
		res = nil
	}
	return res, r.next, nil, err
}

// unattached reports whether an action failed because nobody is attached to its
// tab any more, and takes note of that. Chrome says so before it tells of the
// detach, and of one that the extension asked for itself it never tells.
func (d *Debugger) unattached(r *run, err error) bool {
	if r.ctx.Err() != nil || !refusedAs(err, MeansUnattached) && !refusedAs(err, MeansDetached) {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if r.t.Attached {
		d.reset(r.t)
		r.t.detachUntold = !r.acted // else what detached was the agent's own doing
	}
	return true
}

// URL returns the last URL that the tab's main frame is known to have
// committed to, "" when none is known; of a page without an address of its own
// that of its maker, once that is known.
func (d *Debugger) URL(tabID int) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if t := d.tabs[tabID]; t != nil {
		return t.PolicyURL()
	}
	return ""
}

// Awaits reports whether the page in a tab is about to open another tab, as
// far as the action in flight there knows.
func (d *Debugger) Awaits(tabID int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	t := d.tabs[tabID]
	return t != nil && t.run != nil && t.run.Outstanding()
}

// Opened takes note that the page in a tab has opened another tab. An action
// that makes a page open one ends only when the tab is there, so that its
// answer can name it.
func (d *Debugger) Opened(tabID int) {
	d.update(tabID, func(_ *tab, r *run) {
		if r != nil {
			r.Tabs++
		}
	})
}

// Detached takes note that Chrome detached from the tab, whatever the reason.
// An action in flight there ends at once.
func (d *Debugger) Detached(tabID int, reason string) {
	d.mu.Lock()
	t := d.tabs[tabID]
	if t == nil {
		d.mu.Unlock()
		return
	}
	now := d.clock.Now()
	late := t.run == nil && now.Sub(t.ExternalOpened) < externalGrace
	if reason == "target_closed" && (t.Attached || t.detachUntold) && !late {
		t.forcedDetaches = append(t.forcedDetaches, now)
	}
	t.detachUntold = false
	r := t.run
	if r != nil && reason != "target_closed" {
		r.watchID = 0 // nobody can be asked what became of it
	}
	d.reset(t)
	d.mu.Unlock()
	if r == nil {
		return
	}
	if reason == "target_closed" || reason == "connection_lost" { // the latter is a host's on a socket
		r.cancel(causeDetached)
	} else {
		r.cancel(causeStopped)
	}
}

// Forget drops everything known of a tab that is gone.
func (d *Debugger) Forget(tabID int) {
	d.mu.Lock()
	t := d.tabs[tabID]
	delete(d.tabs, tabID)
	var r *run
	if t != nil {
		t.gone = true
		r = t.run
		d.reset(t)
	}
	d.mu.Unlock()
	if r != nil {
		r.cancel(causeGone)
	}
}

// tab returns the state of a tab, made when it is new. d.mu is held.
func (d *Debugger) tab(tabID int) *tab {
	t := d.tabs[tabID]
	if t == nil {
		t = &tab{id: tabID, changed: make(chan struct{})}
		t.Dialogs.Default = d.rules.Policy
		d.tabs[tabID] = t
	}
	return t
}
