package debugger

import "github.com/zapvol/bua/core/protocol"

// cause is why an action in flight was ended from outside.
type cause int

const (
	causeDetached  cause = iota + 1 // Chrome detached; the tab may live
	causeStopped                    // the person or the session's end took the tab away
	causeGone                       // the tab is closed
	causeCrashed                    // the page's process died
	causeDialog                     // a dialog opened
	causeLate                       // the action's own limit passed
	causeNavigated                  // the document that the action worked in is gone
)

// Error makes a cause usable with context.WithCancelCause.
func (c cause) Error() string { return "action ended from outside" }

// reason is the agent's error for a cause. acted says that the page may have
// felt the action already.
func (c cause) reason(acted bool) *protocol.Error { return outcome(c.say(), acted) }

func (c cause) say() *protocol.Error {
	switch c {
	case causeDetached:
		return protocol.NewError(protocol.CodeInternal, "Chrome detached from the tab while the action ran; extract to see where the page is before you go on")
	case causeStopped:
		return protocol.NewError(protocol.CodeSessionNotFound, "the session on this tab was stopped while the action ran; do not go on in this tab unless the person asks for it")
	case causeGone:
		return protocol.NewError(protocol.CodeTabNotFound, "the tab was closed while the action ran; list the tabs with get_tabs")
	case causeCrashed:
		return protocol.NewError(protocol.CodeInternal, "the page in this tab crashed; navigate to load it again")
	case causeLate:
		return protocol.NewError(protocol.CodeTimeout, "the page did not answer in time; it may be busy: wait_for an element or navigate again")
	case causeNavigated:
		return protocol.NewError(protocol.CodeElementStale, "the page went to another document while the action ran; extract again")
	}
	return protocol.NewError(protocol.CodeInternal, "the action was ended")
}

// outcome says of an action that was ended whether it may have happened.
func outcome(e *protocol.Error, acted bool) *protocol.Error {
	if acted {
		return e.Unknown()
	}
	return e.NotDone()
}

// translate turns whatever a port answered into the agent's error.
func translate(err error, fallback protocol.Code) *protocol.Error {
	if told, ok := protocol.As[*protocol.Error](err); ok {
		return told
	}
	refused, ok := protocol.As[*CommandError](err)
	if !ok {
		return protocol.NewError(protocol.CodeInternal, "the browser did not take the command; try the action once more")
	}
	kind := refused.Kind()
	for _, row := range refusals() {
		if row.m == kind && row.say != "" {
			return protocol.NewError(row.code, row.say)
		}
	}
	if fallback == protocol.CodeDebuggerAttachFailed {
		return protocol.NewError(fallback, "Chrome refused to attach to this tab; use another tab, or ask the person whether a policy forbids it")
	}
	return protocol.NewError(fallback, "the browser refused "+refused.Method+"; extract to see where the page is").Unknown()
}

// refusedAs reports whether the browser refused with a text that means m.
func refusedAs(err error, m ErrorKind) bool {
	refused, ok := protocol.As[*CommandError](err)
	return ok && refused.Kind() == m
}

// contextLost reports whether a command failed because its document went away.
func contextLost(err error) bool { return refusedAs(err, MeansContextLost) }
