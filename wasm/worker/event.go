package worker

import (
	"bytes"
	"context"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/wasm/chrome"
)

// event is one chrome event, with the fields of all kinds.
type event struct {
	kind, session, method, url, reason, state, area, key string
	tab, added, window, id                               int
	// info is the JSON of a tab, args that of a page's arguments.
	info, args []byte
}

func readEvent(head []byte) (e event, err error) {
	err = chrome.Members(head, func(name string, v []byte) {
		switch name {
		case "event":
			e.kind = chrome.Text(v)
		case "session":
			e.session = chrome.Text(v)
		case "method":
			e.method = chrome.Text(v)
		case "url":
			e.url = chrome.Text(v)
		case "reason":
			e.reason = chrome.Text(v)
		case "state":
			e.state = chrome.Text(v)
		case "area":
			e.area = chrome.Text(v)
		case "key":
			e.key = chrome.Text(v)
		case "tab":
			e.tab = chrome.Int(v)
		case "added":
			e.added = chrome.Int(v)
		case "window":
			e.window = chrome.Int(v)
		case "id":
			e.id = chrome.Int(v)
		case "info":
			e.info = v // shares memory with what was delivered, which stays
		case "args":
			e.args = v
		}
	})
	return e, err
}

// event reads one chrome event and passes it on.
func (w *Worker) event(data []byte) {
	head, params, _ := bytes.Cut(data, []byte{'\n'})
	e, err := readEvent(head)
	if err != nil {
		return
	}
	switch e.kind {
	case "cdp":
		w.CDP.Event(e.tab, e.session, e.method, params)
	case "alarm", "startup", "installed":
		w.step(link.Wake{})
	case "update_available":
		w.crew.run(func() {
			<-w.ready
			w.update()
		})
	case "message":
		w.crew.run(func() {
			<-w.ready
			w.answer(e.id, e.method, e.args)
		})
	default:
		w.browser.put(func() { w.tell(e) })
	}
}

// tell passes an event of the browser on; it may wait.
func (w *Worker) tell(e event) {
	d := w.Dispatcher
	switch e.kind {
	case "tab_created":
		if t, err := chrome.ReadTab(e.info); err == nil {
			d.TabCreated(t)
		}
	case "tab_removed":
		d.TabRemoved(e.tab)
	case "tab_replaced":
		d.TabReplaced(e.tab, e.added)
	case "tab_navigated":
		d.TabNavigated(e.tab, e.url)
	case "window_removed":
		d.WindowRemoved(e.window)
	case "detached":
		d.Detached(e.tab, e.reason)
	case "presence":
		d.Presence(e.state)
	case "storage":
		if e.area == "local" && e.key == link.KeyConfig {
			w.reread()
			return
		}
		d.StorageChanged(e.area, e.key)
		if e.key == session.KeyBlocklist || e.key == session.KeyManagedSchema {
			w.crew.run(func() { // the new list is in force when the dispatcher has settled
				d.Settle(context.Background())
				w.links.put(func() { w.report(w.state.Status()) })
			})
		}
	}
}
