package worker

import (
	"context"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/wasm/chrome"
)

// noMethod refuses what no page of this version asks.
const noMethod = "there is no method of this name; reload the page after an update of the extension"

// reply answers a page's question: {"ok":value}, or {"error":{"code","message"}}
// for a refusal.
func (w *Worker) reply(id int, ok []byte, refusal string) {
	value := append(append([]byte(`{"ok":`), ok...), '}')
	if refusal != "" {
		value = append(chrome.AppendText(nil, `{"error":{"code":"invalid_action","message":`, refusal), "}}"...)
	}
	chrome.ReplyCall{Message: id, Value: value}.Post(w.Host)
}

// report shows the state of the link to the person.
func (w *Worker) report(s link.Status) {
	chrome.BroadcastCall{Value: AppendState(nil, w.stateOf(s))}.Post(w.Host)
}

// reread tells the link that the pairing in storage has changed.
func (w *Worker) reread() {
	data, err := chrome.Store{Host: w.Host}.Get(context.Background(), session.Local, link.KeyConfig)
	if err == nil {
		w.step(link.ConfigChanged{Config: data})
	}
}
