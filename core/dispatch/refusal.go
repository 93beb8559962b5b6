package dispatch

import (
	"strconv"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// The sentences of this room, each with what to do next.
var (
	errGivenUp     = protocol.NewError(protocol.CodeInternal, "the request was given up while it ran; extract to see what happened before trying again.").Unknown()
	errLocked      = protocol.NewError(protocol.CodeSessionNotFound, "the person's screen is locked and every session has ended: stop, and go on when they are back.")
	errPresence    = protocol.NewError(protocol.CodeInternal, "the browser does not say whether the screen is locked, so nothing is done: try again in a moment.").NotDone()
	errStopped     = protocol.NewError(protocol.CodeSessionNotFound, "the person has stopped you in this tab: stop, and ask them. They let you work there again in bua's popup, or it ends by itself ten minutes after their stop; no other tab or action is a way around it.")
	errAllStopped  = protocol.NewError(protocol.CodeSessionNotFound, "the person has stopped everything: stop, and ask them. They let you work again in bua's popup, or it ends by itself ten minutes after their stop.")
	errNotBorrowed = protocol.NewError(protocol.CodeSessionNotFound, "the tab has no session, so there is nothing to give back: get_tabs lists the tabs.")
	errScripts     = protocol.NewError(protocol.CodeInvalidAction, "in the strict profile your scripts run only on sites that a grant names for it, and this is none: do without evaluate.")
	errNotYours    = protocol.NewError(protocol.CodeSessionNotFound, "in the strict profile you work in your own tabs: open one with open_tab, or, for a tab whose number the person tells you, ask them with claim_tab.")
	errNoSession   = protocol.NewError(protocol.CodeSessionNotFound, "no tab is meant and no session is active: pass the tabId of a tab from get_tabs, or call open_tab first.")
)

// ended returns what an action answers whose session ended under it: one code,
// whatever the reason, and whoever is the first to notice. Where the tab itself went
// to a refused site it is the policy's error instead.
func ended(reason protocol.EndReason) error {
	switch reason {
	case protocol.EndTabClosed:
		return protocol.NewError(protocol.CodeSessionNotFound, "the session ended because the tab closed during the action, as a window does that is done: call get_tabs.")
	case protocol.EndScreenLocked:
		return errLocked
	case protocol.EndDomainBlocked:
		return protocol.NewError(protocol.CodeSessionNotFound, "the session ended because the tab's domain is on the blocklist: stop this plan and tell the person.")
	case protocol.EndSystemIdle:
		return protocol.NewError(protocol.CodeSessionNotFound, "the sessions ended because nobody has used the machine for a long time: send the action again with its tabId to start a new session.")
	case protocol.EndUserStopped, protocol.EndGlobalStop:
		return protocol.Stopped()
	}
	return protocol.NewError(protocol.CodeSessionNotFound, "the session ended during the action: call get_tabs and start again.")
}

// vanished reports whether an action failed because its tab is gone: a detach may
// be heard before the news of that, so the browser is asked.
func (d *Dispatcher) vanished(f *ticket, err error) bool {
	switch protocol.CodeOf(err) {
	case protocol.CodeTabNotFound:
		return true
	case protocol.CodeInternal:
		_, missing := d.tabs.Get(f.ctx, f.tab)
		return protocol.CodeOf(missing) == protocol.CodeTabNotFound
	}
	return false
}

// errLost returns what an action answers whose tab is not there any more. Where it
// had a session that has ended with it, though the browser may not have said so
// yet.
func (d *Dispatcher) errLost(tab int) error {
	if _, ok := d.registry.Get(tab); ok {
		return ended(protocol.EndTabClosed)
	}
	return noTab(tab)
}

// badURL names the field of a URL that the agent asked for.
func badURL(err error) error {
	return protocol.NewError(protocol.CodeInvalidAction, "action.url cannot be used: "+protocol.AsError(err).Message)
}

func noTab(tab int) error {
	return protocol.NewError(protocol.CodeTabNotFound, "there is no tab "+strconv.Itoa(tab)+": call get_tabs for the tabs that are open.")
}

func untouchable(tab int) error {
	return protocol.NewError(protocol.CodeDebuggerAttachFailed, "tab "+strconv.Itoa(tab)+" shows a page of the browser itself or a local file, which the agent may not touch: open the site that you need with open_tab.")
}

// maxCandidates bounds the list in an ambiguity's message.
const maxCandidates = 10

func ambiguous(list []session.Session) error {
	text := "several tabs have a session and no tabId was given: repeat the action with one of these:"
	for i, s := range list {
		if i == maxCandidates {
			text += " and " + strconv.Itoa(len(list)-i) + " more"
			break
		}
		if i > 0 {
			text += ","
		}
		text += " " + strconv.Itoa(s.TabID) + " (" + s.Domain + ")"
	}
	return protocol.NewError(protocol.CodeSessionNotFound, text+".")
}
