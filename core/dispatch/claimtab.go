package dispatch

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
)

// claim borrows a tab: it passes the gate of every other action, so that the
// audit log has it, and starts a session without touching the page.
func (d *Dispatcher) claim(ctx context.Context, a protocol.ClaimTab) (protocol.Result, error) {
	f := d.lanes.join(ctx, a.TabID, a.Kind())
	defer d.lanes.leave(f)
	if err := f.wait(); err != nil {
		return nil, err
	}
	if err := d.takeOver(f); err != nil {
		return nil, err
	}
	if err := d.admit(f); err != nil {
		return nil, err
	}
	d.registry.Record(a.TabID, a.Kind())
	d.writer.Flush(f.ctx)
	if err := f.cancelled(); err != nil {
		return nil, err
	}
	return protocol.OK{OK: true}, nil
}

// release gives a tab of the person's back, through the same gate: the session
// ends, the debugger lets go, and the page stays as it is.
func (d *Dispatcher) release(ctx context.Context, a protocol.ReleaseTab) (protocol.Result, error) {
	if d.window.owns(a.TabID) {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "the tab is the agent's own, in a window that the person does not look at: close it with close_tab instead.")
	}
	f := d.lanes.join(ctx, a.TabID, a.Kind())
	defer d.lanes.leave(f)
	if err := f.wait(); err != nil { // what runs there ends first
		return nil, err
	}
	if _, ok := d.registry.Get(a.TabID); !ok {
		return nil, errNotBorrowed
	}
	if err := d.admit(f); err != nil {
		return nil, err
	}
	d.registry.Record(a.TabID, a.Kind())
	if !d.registry.End(a.TabID, protocol.EndReleased) {
		return nil, errNotBorrowed
	}
	return protocol.OK{OK: true}, nil
}
