package dispatch

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// stopped keeps the agent out of where the person has stopped it. It runs under
// the registry's bus, before what is under way there is cancelled: what comes after
// that meets the hold. The agent's own tabs are closed instead.
func (d *Dispatcher) stopped(c session.Change) {
	theirs := c.Reason == protocol.EndUserStopped || c.Reason == protocol.EndGlobalStop
	if d.lockouts != nil && c.Kind == session.Ended && theirs && !d.window.owns(c.Session.TabID) {
		d.lockouts.Put(c.Session.TabID, c.Session.Domain)
	}
}

// checkLockout returns the error of an action in a tab, 0 for a new one, that the
// person keeps the agent out of.
func (d *Dispatcher) checkLockout(tab int) error {
	if d.lockouts == nil {
		return nil
	}
	switch held, everywhere := d.lockouts.LockedOut(tab); {
	case everywhere:
		return errAllStopped
	case held:
		return errStopped
	}
	return nil
}

// Resume lets the agent back into a tab where the person stopped it, or with
// tab 0 into everything, and reports whether it was kept out.
func (d *Dispatcher) Resume(tab int) bool {
	if d.lockouts == nil {
		return false
	}
	was, lifted := d.lockouts.Release(tab)
	if lifted {
		d.registry.RecordAnswer(session.Resumed, tab, was.Domain, "resumed")
	}
	d.writer.Flush(context.Background()) // the page is told when it holds
	return lifted
}
