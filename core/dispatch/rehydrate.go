package dispatch

import (
	"context"
	"github.com/zapvol/bua/core/protocol"

	"github.com/zapvol/bua/core/session"
)

// Start takes over what an earlier worker stored and opens the doors. Storage
// is untrusted: broken parts are dropped and logged, and a blocklist that
// cannot be read closes the gate until it can. The error, internal_error, is
// for the log; the Dispatcher answers in any case.
func (d *Dispatcher) Start(ctx context.Context) error {
	defer d.once.Do(func() { close(d.ready) })
	err := d.policy.Load(ctx)
	if err != nil {
		d.log(protocol.AsError(err).Message)
	}
	d.consents.Load(ctx)
	d.loadDialogs(ctx)
	if d.lockouts != nil {
		d.lockouts.Load(ctx)
	}
	d.registry.Load(ctx)
	if data, e := d.store.Get(ctx, session.Run, keyNumbers); e != nil {
		d.log(keyNumbers + ": " + protocol.AsError(e).Message)
	} else if e := d.uids.load(data); e != nil {
		d.log(keyNumbers + ": " + protocol.AsError(e).Message)
	}
	d.loadDownloads(ctx)
	live := d.liveTabs(ctx)
	if d.lockouts != nil && live != nil {
		d.lockouts.Keep(func(tab int) bool { _, ok := live[tab]; return ok })
	}
	d.window.load(ctx, live)
	for _, s := range d.registry.List() {
		t, ok := live[s.TabID]
		if live != nil && (!ok || t.Incognito) {
			d.tabGone(s.TabID, 0)
			continue
		}
		d.gate.setOpen(s.TabID, true)
		d.debugger.Release(s.TabID) // what an earlier life of the worker held back
		d.TabNavigated(s.TabID, t.URL)
	}
	d.helpRequests.Load(ctx, func(tab int) bool { _, ok := d.registry.Get(tab); return ok })
	if state, e := d.presence.State(ctx); e == nil {
		d.Presence(state)
	}
	if d.filter != nil { // what an earlier life has told the browser holds until now
		d.filter.start()
	}
	// Of what is there now: a late sweep must not meet pages opened since.
	if left := d.window.list(); len(left) > 0 {
		d.jobs.run(func() { d.closeLeftovers(left) })
	}
	return err
}

// liveTabs returns the tabs by id. When the browser does not say, it returns nil:
// nothing can be compared then, and what is gone is found out by the next
// action in it.
func (d *Dispatcher) liveTabs(ctx context.Context) map[int]TabInfo {
	list, err := d.tabs.List(ctx)
	if err != nil {
		d.log("tabs: " + protocol.AsError(err).Message)
		return nil
	}
	live := make(map[int]TabInfo, len(list))
	for _, t := range list {
		live[t.ID] = t
	}
	return live
}
