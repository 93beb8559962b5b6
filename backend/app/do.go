package app

import (
	"context"
	"time"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
)

// tries is how often an action is asked for that its browser's connection
// ended before, which means that nothing has happened.
const tries = 3

// Do runs one action of a user, as soon as a browser is there, and counts it.
// Every door of the backend ends here: MCP, HTTP and the command line.
func (m *Main) Do(ctx context.Context, who protocol.Caller, device string, a protocol.Action) (protocol.Result, error) {
	defer m.calls.begin()()
	begun := time.Now()
	ctx, span := m.traces.Start(ctx, "action "+string(a.Kind()))
	r, err := m.act(ctx, who, device, a)
	span.Set("bua.action.kind", string(a.Kind()))
	span.End(outcome(err))
	m.metrics.acted(a.Kind(), outcome(err), time.Since(begun))
	return r, err
}

// act runs one action of a user. When no browser is connected but one is on its
// way, because it was launched or because it was there a moment ago, it waits.
// When the connection ends before the action was sent, it waits again.
func (m *Main) act(ctx context.Context, who protocol.Caller, device string, a protocol.Action) (protocol.Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(m.done, cancel)()
	if m.leaving.Load() && m.o.NATS == nil { // the browser has no other backend to come back to
		return nil, protocol.NewError(protocol.CodeInternal, "the backend stops: nothing has happened, try again when it is back").NotDone()
	}
	if m.own != nil {
		if err := m.own.ready(ctx); err != nil {
			return nil, err
		}
	}
	for try := 1; ; try++ {
		if err := m.await(ctx, who.User, device); err != nil {
			return nil, err
		}
		r, err := m.doReminding(ctx, who, device, a)
		if _, unsent := protocol.As[*pool.Unsent](err); !unsent || try == tries {
			return r, err
		}
	}
}

// doReminding runs an action; one that waits for the person tells so meanwhile.
func (m *Main) doReminding(ctx context.Context, who protocol.Caller, device string, a protocol.Action) (protocol.Result, error) {
	defer reminding(ctx, a)()
	return m.bridge.Do(ctx, who, device, a)
}
