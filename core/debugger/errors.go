package debugger

import (
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

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

// reason is the agent's sentence for a cause. acted says that the page may
// have felt the action already.
func (c cause) reason(acted bool) *protocol.Error {
	outcome := ""
	if acted {
		outcome = "outcome unknown: "
	}
	switch c {
	case causeDetached:
		return protocol.NewError(protocol.CodeInternal, outcome+"Chrome detached from the tab while the action ran; extract to see where the page is before you go on")
	case causeStopped:
		return protocol.NewError(protocol.CodeSessionNotFound, outcome+"the session on this tab was stopped while the action ran; do not go on in this tab unless the person asks for it")
	case causeGone:
		return protocol.NewError(protocol.CodeTabNotFound, outcome+"the tab was closed while the action ran; list the tabs with get_tabs")
	case causeCrashed:
		return protocol.NewError(protocol.CodeInternal, outcome+"the page in this tab crashed; navigate to load it again")
	case causeLate:
		return protocol.NewError(protocol.CodeTimeout, outcome+"the page did not answer in time; it may be busy: wait_for an element or navigate again")
	case causeNavigated:
		return protocol.NewError(protocol.CodeElementStale, outcome+"the page went to another document while the action ran; extract again")
	}
	return protocol.NewError(protocol.CodeInternal, outcome+"the action was ended")
}

// texts are the browser's refusals that an agent can do something about,
// found by a part of the message. This is the only place that looks at them.
// The first match wins.
func texts() []struct {
	part, say string
	code      protocol.Code
} {
	return []struct {
		part, say string
		code      protocol.Code
	}{
		{"No tab with", "there is no tab with this id; list the tabs with get_tabs", protocol.CodeTabNotFound},
		{"No target with", "there is no tab with this id; list the tabs with get_tabs", protocol.CodeTabNotFound},
		{"Target closed", "the tab was closed; list the tabs with get_tabs", protocol.CodeTabNotFound},
		{"Another debugger is already attached", "another extension debugs this tab; ask the person to stop it, or use another tab", protocol.CodeDebuggerAttachFailed},
		{"due to an ExtensionsSettings policy", "the organisation's policy (runtime_blocked_hosts) keeps this extension off the page; ask the administrator", protocol.CodeDebuggerAttachFailed},
		{"capture is restricted by policy", "the organisation's policy (DisableScreenshots) forbids the debugger; ask the administrator", protocol.CodeDebuggerAttachFailed},
		{"Cannot attach to this target", "Chrome refuses the debugger here, by policy (DeveloperToolsAvailability or runtime_blocked_hosts) or because the page is protected; use another tab or ask the administrator", protocol.CodeDebuggerAttachFailed},
		{"extensions gallery", "Chrome lets no extension act in the Web Store; use another tab", protocol.CodeDebuggerAttachFailed},
		{"Cannot access", "Chrome lets no extension act on this kind of page; use a tab with an http or https page", protocol.CodeDebuggerAttachFailed},
		{"ebugger is not attached", "Chrome detached from the tab; send the action again only if its effect is not there", protocol.CodeInternal},
		{"Detached while handling", "Chrome detached from the tab; extract to see where the page is before you go on", protocol.CodeInternal},
		{"Navigating to local URL", "local files cannot be opened; use an http or https address", protocol.CodeInvalidAction},
		{"Cannot navigate to invalid URL", "the address is not a valid URL; use an absolute http or https address", protocol.CodeInvalidAction},
		{"Execution was terminated", "the script ran longer than its limit and was ended; make it shorter", protocol.CodeTimeout},
		{"Unable to capture", "the page could not be drawn; try again after wait_for, or without fullPage", protocol.CodeInternal},
	}
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
	for _, row := range texts() {
		if strings.Contains(refused.Message, row.part) {
			return protocol.NewError(row.code, row.say)
		}
	}
	if fallback == protocol.CodeDebuggerAttachFailed {
		return protocol.NewError(fallback, "Chrome refused to attach to this tab; use another tab, or ask the person whether a policy forbids it")
	}
	return protocol.NewError(fallback, "outcome unknown: the browser refused "+refused.Method+"; extract to see where the page is")
}

// contextLost reports whether a command failed because its document went away.
func contextLost(err error) bool {
	refused, ok := protocol.As[*CommandError](err)
	if !ok {
		return false
	}
	for _, part := range []string{
		"Cannot find context", "context was destroyed", "navigated or closed", "Promise was collected",
		"No frame for given id", "No frame with given id", "Session with given id", "Not attached to an active page",
	} {
		if strings.Contains(refused.Message, part) {
			return true
		}
	}
	return false
}

// refusedWith reports whether the browser refused with a text that contains part.
func refusedWith(err error, part string) bool {
	refused, ok := protocol.As[*CommandError](err)
	return ok && strings.Contains(refused.Message, part)
}
