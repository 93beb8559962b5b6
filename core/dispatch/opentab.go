package dispatch

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// maxOpening is how many tabs may be between their creation and their first
// answer at once. Fifty renderers that start together answer their attach so
// late that it counts as a tab that hangs.
const maxOpening = 4

// openTab opens a tab in the agent's window, or in front of the person when
// asked to. The tab begins blank and is navigated with the debugger attached,
// so that every redirect is seen. A tab that did not get where it should is
// closed again: the agent could not name it.
func (d *Dispatcher) openTab(ctx context.Context, a protocol.OpenTab) (protocol.Result, error) {
	loc, err := d.request(a.URL, a.Kind(), 0)
	if err != nil {
		return nil, err
	}
	f := d.lanes.join(ctx, 0, a.Kind())
	defer d.lanes.leave(f)
	if err := d.checkPresence(f); err != nil {
		return nil, err
	}
	if err := d.checkLockout(0); err != nil {
		return nil, err
	}
	// A list that is being read again counts from now on.
	if err := d.gate.awaitPolicy(f.ctx); err != nil {
		return nil, err
	}
	if _, err := d.request(a.URL, a.Kind(), 0); err != nil {
		return nil, err
	}
	if _, err := d.consent(f, loc); err != nil {
		return nil, err
	}
	select {
	case d.opening <- struct{}{}:
	case <-f.ctx.Done():
		return nil, f.cancelled()
	}
	f.slot = make(chan struct{}, 1)
	f.slot <- struct{}{}
	defer d.tabOpened(f)
	info, err := d.openOwnOrFront(f, a.Focus)
	if err != nil {
		return nil, protocol.AsError(err)
	}
	d.registry.Ensure(f.ctx, info.ID, loc.Domain(), protocol.CallerOf(f.ctx).Agent)
	// Whoever listed the tabs since its creation may have been faster.
	if err := f.wait(); err != nil {
		d.closeOwn(info.ID)
		return nil, err
	}
	out := protocol.OpenTabResult{TabID: info.ID, WindowID: info.WindowID, Domain: loc.Domain()}
	if loc.Host == "" {
		d.registry.Record(info.ID, a.Kind())
	} else {
		res, err := d.run(f, protocol.Navigate{URL: a.URL, OnTab: protocol.OnTab{TabID: info.ID}})
		if err != nil {
			d.closeOwn(info.ID)
			return nil, err
		}
		if ok, is := res.(protocol.OK); is {
			out.Effects = ok.Effects
		}
		if at, err := session.Locate(d.debugger.URL(info.ID)); err == nil {
			out.Domain = at.Domain()
		}
	}
	d.writer.Flush(f.ctx)
	if err := f.cancelled(); err != nil {
		d.closeOwn(info.ID)
		return nil, err
	}
	return out, nil
}

// tabOpened lets the next tab come once this one answers, or is given up.
func (d *Dispatcher) tabOpened(f *ticket) {
	select {
	case <-f.slot:
		<-d.opening
	default:
	}
}

func (d *Dispatcher) openOwnOrFront(f *ticket, focus bool) (TabInfo, error) {
	if !focus {
		info, err := d.window.open(f)
		// Stored before the tab goes anywhere: a worker that dies from here on
		// is followed by one that knows the tab.
		d.writer.Flush(f.ctx)
		return info, err
	}
	info, err := d.tabs.Create(context.WithoutCancel(f.ctx), 0, session.Blank, true)
	if err == nil {
		d.lanes.enter(f, info.ID)
	}
	return info, err
}

// closeTab closes a tab. One of the person's passes the same gate as any other
// action, so that the audit log has it. A page that asks first whether it may be
// left is asked about: unsaved work may be lost, whosever tab it is.
func (d *Dispatcher) closeTab(ctx context.Context, a protocol.CloseTab) (protocol.Result, error) {
	f := d.lanes.join(ctx, a.TabID, a.Kind())
	defer d.lanes.leave(f)
	if err := f.wait(); err != nil {
		return nil, err
	}
	if err := d.admit(f); err != nil {
		return nil, err
	}
	d.registry.Record(a.TabID, a.Kind())
	d.window.keep(f.ctx, f.tab)
	res, err := d.runApproved(f, d.uids.base(f.tab), a)
	// The news of the closed tab may come before the answer, and cancels f.
	live := context.WithoutCancel(f.ctx)
	if _, missing := d.tabs.Get(live, f.tab); protocol.CodeOf(missing) == protocol.CodeTabNotFound {
		d.tabGone(f.tab, 0)
		return protocol.OK{OK: true}, nil
	}
	if e := f.cancelled(); e != nil {
		return nil, e
	}
	switch protocol.CodeOf(err) {
	case "":
		return res, nil
	case protocol.CodeDebuggerAttachFailed, protocol.CodeTimeout: // nobody is there to be asked
		if !d.window.owns(f.tab) {
			return nil, protocol.AsError(err)
		}
		if err := d.forceClose(live, f.tab); err != nil {
			return nil, d.errAbsent(f, err)
		}
		d.tabGone(f.tab, 0)
		return protocol.OK{OK: true}, nil
	}
	return nil, protocol.AsError(err)
}

// closeOwn closes a tab that the agent has made and that nobody needs now.
func (d *Dispatcher) closeOwn(tab int) {
	err := d.forceClose(context.Background(), tab)
	if err != nil && protocol.CodeOf(err) != protocol.CodeTabNotFound {
		d.log("a tab of the agent's could not be closed: " + protocol.AsError(err).Message)
		return
	}
	d.tabGone(tab, 0)
}

// forceClose closes a tab for sure. Whoever is still attached is told of the dialogs of
// its frames, and a tab that ends while one is open takes Chromium 156 with it.
func (d *Dispatcher) forceClose(ctx context.Context, tab int) error {
	if err := d.debugger.Detach(ctx, tab); err != nil {
		d.log("detach: " + protocol.AsError(err).Message)
	}
	return d.tabs.Close(ctx, tab)
}
