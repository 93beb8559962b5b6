package dispatch

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// A blank page is of whoever made it, which its address does not tell. So it is asked
// before a session starts in its tab: a refused site's has none.

// owner returns where the page of a ticket's blank tab stands for: its maker's place,
// or [session.Blank] where nobody made it. Until a session starts, letGo lets the tab
// go again. Errors: domain_blocked, and why the page could not be asked.
func (d *Dispatcher) owner(f *ticket) (loc session.Location, err error) {
	end := d.gate.beginLook(f.tab)
	err = d.debugger.Whose(f.ctx, f.tab, guard{d, f})
	end()
	if e := f.cancelled(); e != nil {
		return loc, e
	}
	if d.vanished(f, err) {
		return loc, d.errAbsent(f, nil)
	}
	url := d.debugger.URL(f.tab)
	if url == "" {
		url = session.Blank
	}
	loc, refused := d.policy.Check(url)
	if err == nil {
		err = refused
	}
	return loc, err
}

// letGo detaches from a tab that was looked at and in which no session has started.
func (d *Dispatcher) letGo(f *ticket) {
	if _, ok := d.registry.Get(f.tab); ok {
		return
	}
	if err := d.debugger.Detach(context.WithoutCancel(f.ctx), f.tab); err != nil {
		d.log("detach: " + protocol.AsError(err).Message)
	}
}
