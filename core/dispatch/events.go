package dispatch

import (
	"context"
	"slices"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// sessionChanged turns every change of the registry into what follows from it. It runs under
// the registry's bus, so changes come in order and it must not block.
func (d *Dispatcher) sessionChanged(c session.Change) {
	s := c.Session
	d.stopped(c)
	switch c.Kind {
	case session.Started:
		d.gate.setOpen(s.TabID, true)
		if d.filter != nil {
			d.filter.begun(s.TabID)
		}
		d.events(protocol.SessionStarted{Domain: s.Domain, TabID: s.TabID, StartedAt: s.StartedAt})
	case session.Moved:
		if d.filter != nil {
			d.filter.sessionsChanged()
		}
		d.events(protocol.SessionNavigated{TabID: s.TabID, From: c.From, Domain: s.Domain})
	case session.Blocked:
		d.events(protocol.DomainBlocked{Domain: s.Domain, AttemptedAction: c.Action, TabID: s.TabID})
	case session.Answered:
		d.events(protocol.PersonAnswered{Question: "consent", Answer: string(c.Action), Domain: s.Domain})
	case session.Helped:
		d.events(protocol.PersonAnswered{Question: "help", Answer: string(c.Action), Domain: s.Domain, TabID: s.TabID})
	case session.Resumed:
		d.events(protocol.PersonAnswered{Question: "stop", Answer: string(c.Action), Domain: s.Domain, TabID: s.TabID})
	case session.Ending:
		d.gate.endLooks()
		d.lanes.stopAll(ended(c.Reason))
		d.consents.Finish(true)
		if c.Reason == protocol.EndGlobalStop {
			d.events(protocol.GlobalStop{EndedCount: c.Count})
		}
		d.jobs.run(func() { d.closeLeftovers(nil) })
	case session.Ended:
		if d.filter != nil {
			d.filter.sessionsChanged()
		}
		d.helpRequests.Close(s.TabID)
		if c.Reason != protocol.EndExtensionReload { // else of an earlier run: its tab ids mean nothing now
			d.cleanUp(s.TabID, c.Reason)
		}
		if len(d.registry.List()) == 0 {
			d.consents.Finish(false)
		}
		d.events(protocol.SessionEnded{Domain: s.Domain, TabID: s.TabID, ActionCount: s.ActionCount, Reason: c.Reason})
	}
}

// cleanUp is the one clean-up behind every end: no further command, what runs or
// waits is answered, the debugger lets go, the agent's own tab is closed, and
// with the last one its window. What arrives for the tab later waits for it.
func (d *Dispatcher) cleanUp(tab int, reason protocol.EndReason) {
	d.gate.setOpen(tab, false)
	if reason == protocol.EndTabClosed {
		d.lanes.stop(tab, ended(reason))
		return // the tab is gone, and with it whatever was attached
	}
	own := d.window.owns(tab)
	after := d.lanes.shut(tab, ended(reason))
	d.jobs.run(func() {
		defer d.lanes.leave(after)
		if err := d.debugger.Detach(context.Background(), tab); err != nil {
			d.log("detach: " + protocol.AsError(err).Message)
		}
		if own {
			d.closeOwn(tab)
		}
		select {
		case <-after.turn:
		default:
			// The action that was cut off may have been attaching.
			<-after.turn
			_ = d.debugger.Detach(context.Background(), tab)
		}
	})
	d.jobs.run(func() { d.closeLeftovers(nil) })
}

// closeLeftovers closes what is left in the agent's window when no session is: pages
// that the agent's pages opened and that nobody ever acted in. With a list it
// closes no others.
func (d *Dispatcher) closeLeftovers(only []int) {
	d.window.lock <- struct{}{} // not between a tab's opening and its lane
	list := d.window.list()
	for _, tab := range list {
		if _, ok := d.registry.Get(tab); ok || d.lanes.running(tab) != "" {
			list = nil
			break
		}
	}
	<-d.window.lock
	for _, tab := range list {
		if only == nil || slices.Contains(only, tab) {
			d.closeOwn(tab)
		}
	}
}

// tabGone takes note that a tab does not exist any more, or lives on under the id
// by.
func (d *Dispatcher) tabGone(tab, by int) {
	d.lanes.stop(tab, d.errLost(tab))
	d.debugger.Forget(tab)
	if d.filter != nil {
		d.filter.removed(tab, by)
	}
	own, live := d.window.drop(tab), false
	if by != 0 {
		live = d.registry.Replace(tab, by)
	} else {
		live = d.registry.End(tab, protocol.EndTabClosed)
	}
	if d.lockouts != nil {
		d.lockouts.Move(tab, by)
	}
	if own || live { // the person's other tabs are no business of the backend's
		d.events(protocol.TabClosed{TabID: tab})
	}
	d.uids.forget(tab)
}

// TabRemoved takes note of a closed tab.
func (d *Dispatcher) TabRemoved(tab int) { d.tabGone(tab, 0) }

// TabCreated takes note of a new tab, for those that a page opened.
func (d *Dispatcher) TabCreated(t TabInfo) {
	if t.Incognito {
		return
	}
	by := t.Opener
	if by != 0 {
		by = d.opener(t)
	}
	if d.filter != nil {
		d.filter.created(t, by)
	}
	if by == 0 {
		return
	}
	d.debugger.Opened(by)
	d.window.adopt(t, by)
	d.lanes.opens(by, t.ID)
}

// opener returns the tab whose page opened t. Chrome names the window's active
// tab, which in the agent's window need not be it, nor a tab of the agent's;
// there the tab counts whose page has said that it wants one.
func (d *Dispatcher) opener(t TabInfo) int {
	if !d.debugger.Awaits(t.Opener) && (d.window.owns(t.Opener) || d.window.is(t.WindowID)) {
		for _, tab := range d.window.list() {
			if d.debugger.Awaits(tab) {
				return tab
			}
		}
	}
	return t.Opener
}

// TabReplaced takes note that Chrome gave a discarded tab another id. Its
// document is gone, and with it the session.
func (d *Dispatcher) TabReplaced(old, by int) {
	own := d.window.owns(old)
	d.tabGone(old, by)
	if own { // a tab of ours that we no longer follow
		d.jobs.run(func() { d.closeOwn(by) })
	}
}

// TabNavigated takes note that a tab committed to a URL.
func (d *Dispatcher) TabNavigated(tab int, url string) {
	if d.filter != nil {
		d.filter.navigated(tab, url)
	}
	if _, ok := d.registry.Get(tab); !ok {
		if d.Refuses(url) {
			d.gate.endLook(tab) // it was blank when it was asked whose it is
		}
		return
	}
	d.registry.LeavePage(tab, url)
	loc, err := d.policy.Check(url)
	switch {
	case protocol.CodeOf(err) == protocol.CodeDomainBlocked:
		kind := d.lanes.running(tab)
		if kind == protocol.KindHelp {
			return // it is the person who goes there; whether the agent may follow is asked when they are done
		}
		if kind == "" {
			kind = protocol.KindNavigate
		}
		d.lanes.stop(tab, err)
		if d.registry.End(tab, protocol.EndDomainBlocked) {
			d.registry.Block(loc.Domain(), kind, tab)
		}
	case err == nil && loc.Host != "": // a blank page on the way is no new domain
		d.registry.Move(tab, loc.Domain())
	}
}

// WindowRemoved takes note of a closed window; its tabs are reported one by one.
func (d *Dispatcher) WindowRemoved(id int) { d.window.closed(id) }

// Detached takes note that Chrome let go of a tab. The person's Cancel in the
// debugger bar ends the session. Every other reason can be a page's doing: the
// debugger attaches again with the next action.
func (d *Dispatcher) Detached(tab int, reason string) {
	if reason == "canceled_by_user" {
		d.Stop(tab)
	}
	d.debugger.Detached(tab, reason)
}

// StorageChanged takes note of a change in storage. No command leaves from here
// until what has changed is in force. Whatever changes of the organisation's
// policy, all of it is read again: a value that is missing may be a mistake.
func (d *Dispatcher) StorageChanged(area, key string) {
	if key == session.KeyHolding && d.lockouts != nil {
		d.jobs.run(func() { d.lockouts.LoadChoice(context.Background()) })
		return
	}
	all := area == string(session.Managed) || key == session.KeyProfile
	lists := all || key == session.KeyBlocklist || key == session.KeyDenied || key == session.KeyCategories || key == session.KeyPrivateNetwork
	mode := all || key == session.KeyConsentMode
	dialogs := all || key == session.KeyDialogPolicy || key == session.KeyDialogTimeout
	if !lists && !mode && !dialogs {
		return
	}
	release := d.gate.pause()
	d.jobs.run(func() {
		defer release()
		ctx := context.Background()
		if mode {
			d.consents.LoadMode(ctx)
		}
		if dialogs {
			d.loadDialogs(ctx)
		}
		if !lists {
			return
		}
		if err := d.policy.Load(ctx); err != nil {
			d.log(protocol.AsError(err).Message)
		} else {
			d.endRefused()
		}
		if d.filter != nil {
			d.filter.renew()
			_ = d.filter.awaitApplied(ctx) // whoever acts next is told
		}
	})
}

// Stop ends the session of a tab because the person said so, and reports
// whether there was one.
func (d *Dispatcher) Stop(tab int) bool { return d.registry.End(tab, protocol.EndUserStopped) }

// StopAll ends everything because the person said so, and returns how many
// sessions there were.
func (d *Dispatcher) StopAll() int { return d.registry.EndAll(protocol.EndGlobalStop) }
