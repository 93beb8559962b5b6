package program

import (
	"context"
	"time"

	"github.com/zapvol/bua/backend/mcp"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
)

const (
	// comeback is how long a call waits for a paired browser that may be on its
	// way back: Chrome's alarm revives a dead worker every 30 s, the slowest
	// step of the reconnection is another 30 s, mostly far less.
	comeback = 45 * time.Second
	// look is how often the wait looks whether it is over.
	look = 20 * time.Millisecond
	// remind is how often a waiting client hears of it.
	remind = 5 * time.Second
	// tries is how often an action is asked for that its browser's connection
	// ended before, which means that nothing has happened.
	tries = 3
)

// act runs one action of a user. When no browser is connected but one is on its
// way, because it was launched or because it was there a moment ago, it waits.
// When the connection ends before the action was sent, it waits again.
func (m *Main) act(ctx context.Context, user, device string, a protocol.Action) (protocol.Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(m.done, cancel)()
	if m.own != nil {
		if err := m.own.ready(ctx); err != nil {
			return nil, err
		}
	}
	for try := 1; ; try++ {
		if err := m.await(ctx, user, device); err != nil {
			return nil, err
		}
		r, err := m.patiently(ctx, user, device, a)
		if _, unsent := protocol.As[*pool.Unsent](err); !unsent || try == tries {
			return r, err
		}
	}
}

// patiently runs an action; one that waits for the person tells so meanwhile.
func (m *Main) patiently(ctx context.Context, user, device string, a protocol.Action) (protocol.Result, error) {
	defer reminding(ctx, a)()
	return m.recorded(ctx, user, device, a)
}

// reminding tells the client every few seconds that the person is waited for,
// where that is what an action does: many clients give up a call of a minute
// that is silent. It returns what ends it.
func reminding(ctx context.Context, a protocol.Action) (stop func()) {
	if a.Kind() != protocol.KindHelp {
		return func() {}
	}
	ended, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		tick := time.NewTicker(remind)
		defer tick.Stop()
		for {
			mcp.Report(ctx, "waiting for the person")
			select {
			case <-tick.C:
			case <-ended:
				return
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() {
		close(ended)
		<-over
	}
}

// await returns when the user's browser is connected, or with an error that
// says what to do when none is and none will be.
func (m *Main) await(ctx context.Context, user, device string) error {
	yes, known := connected(m.bridge, user, device)
	switch {
	case yes:
		return nil
	case !known && device != "":
		// The bridge knows how to say which devices there are.
		return nil
	case !known && m.own == nil:
		return protocol.NewError(protocol.CodeInternal, "no browser is paired: ask the person to run bua pair and to enter the code in the extension's options")
	}
	until := time.NewTimer(time.Until(m.expected(user, device)))
	defer until.Stop()
	tick := time.NewTicker(look)
	defer tick.Stop()
	var told time.Time
	for {
		if time.Since(told) >= remind {
			told = time.Now()
			mcp.Report(ctx, "waiting for the browser to connect")
		}
		select {
		case <-ctx.Done():
			return protocol.NewError(protocol.CodeInternal, "the call was given up while it waited for the browser to connect; nothing was done").NotDone()
		case <-until.C:
			if b, ok := m.bridge.(absentee); ok {
				return b.Absent()
			}
			if m.own != nil {
				return protocol.NewError(protocol.CodeInternal, "the launched browser did not connect: the extension did not start in it; run bua with --verbose, and with another --chrome, since branded Chrome does not load extensions")
			}
			return protocol.NewError(protocol.CodeInternal, "the browser is not connected: ask the person to open the browser that has the bua extension, and see bua status").NotDone()
		case <-tick.C:
			if yes, _ := connected(m.bridge, user, device); yes {
				return nil
			}
			if m.own != nil {
				if err := m.own.refused(); err != nil {
					return err
				}
			}
		}
	}
}

// absentee is a [Bridge] that knows itself why its browser is not there.
type absentee interface{ Absent() error }

// expected is until when a browser that is not connected may be on its way: one
// that was there, or was paired, a moment ago.
func (m *Main) expected(user, device string) time.Time {
	at := m.started
	for _, d := range m.bridge.Devices(user) {
		if device != "" && d.ID != device && d.Name != device {
			continue
		}
		for _, seen := range []time.Time{d.LastSeen, d.PairedAt} {
			if seen.After(at) {
				at = seen
			}
		}
	}
	if m.own != nil {
		if t := m.own.launchedAt(); t.After(at) {
			at = t
		}
	}
	return at.Add(comeback)
}
