package debugger

import (
	"context"

	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Event takes note of one CDP event of a tab. It never blocks on the tab. What an
// event means is decided by [tabstate.Apply]; here is what is done about it.
func (d *Debugger) Event(tabID int, session, method string, params []byte) {
	switch method {
	case "Fetch.requestPaused":
		if d.relay != nil && scan.TextAt(params, "resourceType") != "Document" {
			d.relay.requestPaused(tabID, session, params)
			return
		}
	case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Runtime.executionContextCreated":
		d.update(tabID, func(t *tab, _ *run) {
			if t.runtimeEvents != nil {
				t.runtimeEvents(session, method, params)
			}
		})
		return
	case "Runtime.bindingCalled":
		d.settleReport(tabID, params)
		return
	}
	e := tabstate.Event{Session: session, Method: method, Params: params, At: d.clock.Now()}
	d.mu.Lock()
	t := d.tab(tabID)
	r := t.run
	news, changed := tabstate.Apply(&t.Tab, &e)
	d.note(t, news, changed)
	d.mu.Unlock()
	d.act(t, r, news, params)
}

// note does about news what must be done before anybody else looks at the tab. d.mu
// is held.
func (d *Debugger) note(t *tab, news []tabstate.News, changed bool) {
	for i := range news {
		switch n := &news[i]; n.Kind {
		case tabstate.Restored:
			go d.readFrames(t, t.Main.Doc, n.Sessions)
		case tabstate.ChildGone:
			if r := t.run; r != nil && r.endChild != nil && r.child == n.Session {
				r.endChild(nil)
			}
		case tabstate.DialogOpened:
			d.dialogOpened(t, n)
		case tabstate.DialogClosed:
			d.dialogGone(t, n.Dialog)
		case tabstate.RequestHeld:
			if d.suspend(t, n) {
				n.Request = ""
			}
		}
	}
	if changed {
		t.wake()
	}
}

// act does the rest: it sends commands, asks the guard and the listener, and ends the
// action that ran when the event came, nil for none. params are the event's.
func (d *Debugger) act(t *tab, r *run, news []tabstate.News, params []byte) {
	for i := range news {
		switch n := &news[i]; n.Kind {
		case tabstate.SetsOut:
			d.tellNext(context.Background(), t.id, n.Frame)
		case tabstate.Arrived:
			d.toldNext(t.id, n.Frame)
		case tabstate.Committed:
			d.judgeCommit(r, n.URL)
		case tabstate.ErrorPage:
			d.keptFrom(t.id, n.URL, r, n.Reason)
		case tabstate.Parsed:
			d.ahead(t.id)
		case tabstate.Crashed:
			d.endCrashed(t, r)
		case tabstate.ChildAttached:
			go d.follow(t.id, n.Session)
		case tabstate.WindowOpens:
			d.windowOpens(t, r, n.URL)
		case tabstate.DialogOpened:
			d.judgeDialog(t, r, n)
		case tabstate.NextHeld:
			go d.relay.next(t.id)
		case tabstate.Download:
			d.downloadBegins(t, n, params)
		case tabstate.Resends:
			d.refuseResend(r, heldRequest{Target{Tab: t.id, Session: n.Session}, n.Request})
		case tabstate.RequestHeld:
			if n.Request != "" { // else it waits
				d.letGo(heldRequest{Target{Tab: t.id, Session: n.Session}, n.Request})
			}
		case tabstate.Stray:
			d.holdBack(context.Background(), Target{Tab: t.id, Session: n.Session}, false)
		case tabstate.Answered:
			d.judgeAddress(t, r, n)
		}
	}
}

// update changes what is known of a tab.
func (d *Debugger) update(tabID int, change func(*tab, *run)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	t := d.tab(tabID)
	change(t, t.run)
	t.wake()
}

// judgeCommit asks the guard at once about the document that the main frame has got,
// so that nothing more is done in a page that it refuses.
func (d *Debugger) judgeCommit(r *run, url string) {
	if r == nil || r.Kind == protocol.KindHelp {
		return // it is the person who goes there
	}
	if err := r.guard.Allow(url); err != nil {
		d.mu.Lock()
		r.denied = err
		d.mu.Unlock()
		r.cancel(err)
	}
}

// endCrashed ends the attach or the action in flight: no command that asks the page
// is ever answered in a crashed tab.
func (d *Debugger) endCrashed(t *tab, r *run) {
	d.mu.Lock()
	attaching := t.attaching
	d.mu.Unlock()
	switch {
	case attaching != nil:
		attaching(causeCrashed) // the action may be one that leaves the page
	case r != nil:
		r.cancel(causeCrashed)
	}
}
