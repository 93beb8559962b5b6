package worker

import (
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/wasm/chrome"
)

// local stands for the agent in this browser where others name their connection.
const local = -1

// localEvent is a message of the wire from that agent, which lives in a document of the
// extension's own. It stands before the same gate as a backend's. Nothing is signed, since
// nobody else reaches the worker there.
//
//bua:event local
type localEvent struct {
	Data chrome.JSON `json:"data" bua:"line"`
}

func (e localEvent) tell(w *Worker) {
	if m, err := protocol.Decode(e.Data); err == nil { // the program is of this build
		w.startRequest(local, m)
	}
}

// say sends a message to a backend, or hands it to the agent in this browser.
func (w *Worker) say(conn int, m protocol.Message) {
	if conn == local {
		chrome.LocalCall{Data: protocol.Append(nil, m)}.Post(w.Host)
		return
	}
	w.step(link.Outgoing{Conn: conn, Message: m})
}

// Emit tells one event to the backend and to the agent in this browser.
func (w *Worker) Emit(e protocol.Event) {
	w.say(0, protocol.EventMessage{Event: e})
	w.say(local, protocol.EventMessage{Event: e})
}
