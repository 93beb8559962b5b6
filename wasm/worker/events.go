package worker

import (
	"context"

	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/wasm/chrome"
)

// What the browser's JavaScript tells the core unasked. Each struct with a line
// //bua:event is what crosses for the events of those names; its method tell is
// their handler. `go run ./build gen` writes the reader, the call of the
// handler, and the types of what serviceworker/listeners.ts may tell. A queued
// event is handled after those before it, and may wait; any other may not.

// cdpEvent is an event of the DevTools protocol.
//
//bua:event cdp
type cdpEvent struct {
	Tab     int    `json:"tab"`
	Session string `json:"session"`
	Method  string `json:"method"`
	// Params are unread until core/debugger: they may be deep.
	Params chrome.JSON `json:"params" bua:"line"`
}

func (e cdpEvent) tell(w *Worker) { w.CDP.Event(e.Tab, e.Session, e.Method, e.Params) }

// wakeEvent is a reason to look whether a connection is due.
//
//bua:event alarm startup installed
type wakeEvent struct{}

func (wakeEvent) tell(w *Worker) { w.step(link.Wake{}) }

// suspendEvent is the browser putting the worker away. Nothing is to be done:
// storage has all that the next one needs.
//
//bua:event suspend
type suspendEvent struct{}

func (suspendEvent) tell(*Worker) {}

// updateEvent is a new version of the extension that waits.
//
//bua:event update_available
type updateEvent struct{}

func (updateEvent) tell(w *Worker) {
	w.pool.run(func() {
		<-w.ready
		w.update()
	})
}

// messageEvent is a question of one of the extension's own pages, whose sender
// serviceworker/messages.ts has checked.
//
//bua:event message
type messageEvent struct {
	ID     int         `json:"id"`
	Method string      `json:"method"`
	Args   chrome.JSON `json:"args"`
}

func (e messageEvent) tell(w *Worker) {
	w.pool.run(func() {
		<-w.ready
		w.answer(e.ID, e.Method, e.Args)
	})
}

// tabCreatedEvent is a tab that was opened.
//
//bua:event tab_created queued
type tabCreatedEvent struct {
	Info chrome.Tab `json:"info"`
}

func (e tabCreatedEvent) tell(w *Worker) { w.Dispatcher.TabCreated(dispatch.TabInfo(e.Info)) }

// tabRemovedEvent is a tab that was closed.
//
//bua:event tab_removed queued
type tabRemovedEvent struct {
	Tab int `json:"tab"`
}

func (e tabRemovedEvent) tell(w *Worker) { w.Dispatcher.TabRemoved(e.Tab) }

// tabReplacedEvent is a tab that got another number.
//
//bua:event tab_replaced queued
type tabReplacedEvent struct {
	Tab   int `json:"tab"`
	Added int `json:"added"`
}

func (e tabReplacedEvent) tell(w *Worker) { w.Dispatcher.TabReplaced(e.Tab, e.Added) }

// tabNavigatedEvent is a tab that is at another address.
//
//bua:event tab_navigated queued
type tabNavigatedEvent struct {
	Tab int    `json:"tab"`
	URL string `json:"url"`
}

func (e tabNavigatedEvent) tell(w *Worker) { w.Dispatcher.TabNavigated(e.Tab, e.URL) }

// windowRemovedEvent is a window that was closed.
//
//bua:event window_removed queued
type windowRemovedEvent struct {
	Window int `json:"window"`
}

func (e windowRemovedEvent) tell(w *Worker) { w.Dispatcher.WindowRemoved(e.Window) }

// detachedEvent is a tab that the debugger has lost.
//
//bua:event detached queued
type detachedEvent struct {
	Tab    int    `json:"tab"`
	Reason string `json:"reason"`
}

func (e detachedEvent) tell(w *Worker) { w.Dispatcher.Detached(e.Tab, e.Reason) }

// presenceEvent is the person coming or going.
//
//bua:event presence queued
type presenceEvent struct {
	// State is active, idle or locked.
	State string `json:"state"`
}

func (e presenceEvent) tell(w *Worker) { w.Dispatcher.Presence(e.State) }

// storageEvent is a key of storage that was written.
//
//bua:event storage queued
type storageEvent struct {
	Area string `json:"area"`
	Key  string `json:"key"`
}

func (e storageEvent) tell(w *Worker) {
	d := w.Dispatcher
	if e.Area == string(session.Local) && e.Key == link.KeyConfig {
		w.reread()
		return
	}
	d.StorageChanged(e.Area, e.Key)
	if e.Area == string(session.Managed) || e.Key == session.KeyManagedFaults {
		w.pool.run(func() { w.step(w.orders(context.Background())) })
	}
	if e.Key == session.KeyBlocklist || e.Key == session.KeyManagedSchema {
		w.pool.run(func() { // the new list is in force when the dispatcher has settled
			d.Settle(context.Background())
			w.links.put(func() { w.report(w.state.Status()) })
		})
	}
}

// closing is how a socket ends, or is to end.
//
//bua:read
//bua:write
type closing struct {
	Code   int    `json:"code"`
	Reason string `json:"reason"`
}
