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

// orders is what the organisation's policy says of the backend, and whether it is
// understood. An area that cannot be read orders nothing.
func (w *Worker) orders(ctx context.Context) (o link.Ordered) {
	store := chrome.Store{Host: w.Host}
	o.Server, _ = store.Get(ctx, session.Managed, link.KeyServer)
	o.Enrolment, _ = store.Get(ctx, session.Managed, link.KeyEnrolment)
	schema, _ := store.Get(ctx, session.Managed, session.KeyManagedSchema)
	faults, _ := store.Get(ctx, session.Local, session.KeyManagedFaults)
	given := func(v []byte) bool { return len(v) > 0 && string(v) != "null" }
	o.Managed, o.Faulty = given(schema) || given(o.Enrolment), given(faults) && string(faults) != "[]"
	return o
}

// reread tells the link that the pairing in storage has changed.
func (w *Worker) reread() {
	data, err := chrome.Store{Host: w.Host}.Get(context.Background(), session.Local, link.KeyConfig)
	if err == nil {
		w.step(link.ConfigChanged{Config: data})
	}
}
