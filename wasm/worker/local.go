package worker

import (
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/wasm/chrome"
)

// localEvent is a message of the wire from the agent in this browser, which lives in a
// document of the extension's own: a request, or a cancel. It stands before the same gate
// as a backend's; nothing is signed, since nobody else reaches the worker there.
//
//bua:event local
type localEvent struct {
	Data chrome.JSON `json:"data" bua:"line"`
}

func (e localEvent) tell(w *Worker) {
	m, err := protocol.Decode(e.Data)
	if err != nil {
		return // the program is of the same build: it sends no such thing
	}
	switch m := m.(type) {
	case protocol.Cancel:
		w.requests.cancel(m.ID)
	case protocol.Request:
		ctx, ok := w.requests.begin(m.ID)
		if !ok {
			return
		}
		w.crew.run(func() {
			<-w.ready
			w.sayLocal(w.Dispatcher.Do(ctx, m))
			w.requests.end(m.ID)
		})
	}
}

// localOpenEvent is the agent's document coming or going.
//
//bua:event local_open
type localOpenEvent struct {
	Open bool `json:"open"`
}

func (e localOpenEvent) tell(w *Worker) { w.links.put(func() { w.local = e.Open }) }

func (w *Worker) sayLocal(m protocol.Message) {
	chrome.LocalCall{Data: protocol.Append(nil, m)}.Post(w.Host)
}

// Emit sends one event to the backend, and to the agent in this browser.
func (w *Worker) Emit(e protocol.Event) {
	m := protocol.EventMessage{Event: e}
	w.step(link.Outgoing{Message: m})
	w.links.put(func() {
		if w.local {
			w.sayLocal(m)
		}
	})
}
