package worker

import (
	"bytes"
	"time"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/wasm/chrome"
)

// event reads one chrome event and passes it on.
func (w *Worker) event(data []byte) {
	head, params, _ := bytes.Cut(data, []byte{'\n'})
	var e struct {
		event, session, method, url, reason, state, area, key, name string
		tab, added, window, id                                      int
		args, info                                                  []byte
	}
	err := chrome.Members(head, func(name string, v []byte) {
		switch name {
		case "event":
			e.event = chrome.Text(v)
		case "tab":
			e.tab = chrome.Int(v)
		case "session":
			e.session = chrome.Text(v)
		case "method":
			e.method = chrome.Text(v)
		case "added":
			e.added = chrome.Int(v)
		case "window":
			e.window = chrome.Int(v)
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
		case "id":
			e.id = chrome.Int(v)
		case "args":
			e.args = bytes.Clone(v)
		case "info":
			e.info = bytes.Clone(v)
		}
	})
	if err != nil {
		return
	}
	switch e.event {
	case "cdp":
		w.CDP.Event(e.tab, e.session, e.method, params)
	case "tab_created":
		if t, err := chrome.ReadTab(e.info); err == nil {
			w.browser.put(func() { w.Dispatcher.TabCreated(t) })
		}
	case "tab_removed":
		w.browser.put(func() { w.Dispatcher.TabRemoved(e.tab) })
	case "tab_replaced":
		w.browser.put(func() { w.Dispatcher.TabReplaced(e.tab, e.added) })
	case "tab_navigated":
		w.browser.put(func() { w.Dispatcher.TabNavigated(e.tab, e.url) })
	case "window_removed":
		w.browser.put(func() { w.Dispatcher.WindowRemoved(e.window) })
	case "detached":
		w.browser.put(func() { w.Dispatcher.Detached(e.tab, e.reason) })
	case "presence":
		w.browser.put(func() { w.Dispatcher.Presence(e.state) })
	case "storage":
		w.storage(e.area, e.key)
	case "alarm", "startup", "installed":
		w.step(link.Wake{})
	case "update_available":
		w.update()
	case "message":
		w.crew.run(func() { w.answer(e.id, e.method, e.args) })
	}
}

// storage passes a change on to whom the key belongs.
func (w *Worker) storage(area, key string) {
	if area == "local" && key == link.KeyConfig {
		w.browser.put(func() { w.reread() })
		return
	}
	w.browser.put(func() { w.Dispatcher.StorageChanged(area, key) })
}

// drain is how long an update waits for requests in execution.
const drain = 30 * time.Second

// update lets Chrome install the new version as soon as no request is in
// execution: a connected worker is never idle, so Chrome itself would wait
// until the browser ends.
func (w *Worker) update() {
	deadline := w.Clock.Now().Add(drain)
	var look func()
	look = func() {
		if w.requests.count() == 0 || !w.Clock.Now().Before(deadline) {
			w.Host.Post([]byte(`{"call":"reload"}`))
			return
		}
		w.Clock.AfterFunc(time.Second/2, look)
	}
	look()
}
