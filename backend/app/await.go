package app

import (
	"context"
	"time"

	"github.com/zapvol/bua/backend/internal/mcp"
	"github.com/zapvol/bua/core/protocol"
)

const (
	// comeback is how long a call waits for a paired browser that may be on its
	// way back: Chrome's alarm revives a dead worker every 30 s, the slowest
	// step of the reconnection is another 30 s, mostly far less.
	comeback = 45 * time.Second
	// look is how often the wait looks whether it is over.
	look = 5 * time.Millisecond
	// remind is how often a waiting client hears of it.
	remind = 5 * time.Second
)

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
	begun := time.Now()
	until := time.NewTimer(time.Until(m.expected(user, device, begun)))
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
			if more := time.Until(m.expected(user, device, begun)); more > 0 && !m.bridge.Expected(begun).IsZero() { // its backend is lost since
				until.Reset(more)
				continue
			}
			return m.bridge.Absent()
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

// expected is until when a browser that is not connected, and was first asked for
// at that time, may be on its way: one that was there, or was paired, a moment
// ago, or whose backend may be lost.
func (m *Main) expected(user, device string, asked time.Time) time.Time {
	at := m.started
	seen := func(t time.Time) {
		if t.After(at) {
			at = t
		}
	}
	for _, d := range m.bridge.Devices(user) {
		if device != "" && d.ID != device && d.Name != device {
			continue
		}
		seen(d.LastSeen)
		seen(d.PairedAt)
	}
	if m.own != nil {
		seen(m.own.launchedAt())
	}
	at = at.Add(comeback)
	seen(m.bridge.Expected(asked))
	return at
}
