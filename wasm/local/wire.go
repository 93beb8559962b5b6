package local

import (
	"context"
	"strconv"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/wasm/chrome"
)

// wire asks the worker, by the messages that a backend would send it.
type wire struct {
	host   chrome.Host
	random func() uint64
	last   uint64
	// waiting are the requests under way, by their ids.
	waiting map[string]chan protocol.Response
}

// do carries out one action.
func (w *wire) do(ctx context.Context, who protocol.Caller, a protocol.Action) (protocol.Result, error) {
	if err := protocol.Validate(a); err != nil { // the worker does not answer what it cannot read
		return nil, err
	}
	if w.last == 0 {
		w.last = w.random() >> 1 // no id of a life before comes again
	}
	w.last++
	id := "local-" + strconv.FormatUint(w.last, 36)
	answer := make(chan protocol.Response, 1)
	w.waiting[id] = answer
	wireCall{Data: protocol.Append(nil, protocol.Request{ID: id, Action: a, Agent: who.Agent, May: who.May})}.Post(w.host)
	select {
	case r := <-answer:
		if r.Error != nil {
			return nil, r.Error
		}
		return protocol.DecodeResult(a.Kind(), r.Result)
	case <-ctx.Done():
		delete(w.waiting, id)
		wireCall{Data: protocol.Append(nil, protocol.Cancel{ID: id})}.Post(w.host)
		return nil, protocol.NewError(protocol.CodeInternal, "aborted by caller; the action had been sent, extract to see whether it happened").Unknown()
	}
}

func (w *wire) answer(r protocol.Response) {
	if answer := w.waiting[r.ID]; answer != nil {
		delete(w.waiting, r.ID)
		answer <- r
	}
}

// lost ends what the worker was asked and did not answer before it died: nobody knows
// whether it has happened.
func (w *wire) lost() {
	for id := range w.waiting {
		w.answer(protocol.Response{ID: id, Error: protocol.NewError(protocol.CodeInternal, "The extension's worker was ended by the browser: look at the page before you repeat the action.").Unknown()})
	}
}

// browser is the way of the runs to the browser that they live in.
type browser struct{ wire *wire }

// Do implements [runs.Browser].
func (b browser) Do(ctx context.Context, at runs.Owner, a protocol.Action, may runs.May) (protocol.Result, error) {
	r, err := b.wire.do(ctx, protocol.Caller{User: at.User, Agent: "bua run " + at.Run, May: may.OnWire()}, a)
	if err == nil {
		return r, nil
	}
	e := protocol.AsError(err)
	if held := runs.HeldBy(e); held != nil {
		return nil, held
	}
	return nil, e
}

// Await implements [runs.Browser]: this browser is always there.
func (browser) Await(ctx context.Context, _ runs.Owner) error { return ctx.Err() }
