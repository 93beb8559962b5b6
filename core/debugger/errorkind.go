package debugger

import (
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// This file alone compares what the browser says in words. Chrome gives no code
// for these refusals; its texts are not localised. Whoever decides on one of
// them asks for its [ErrorKind].

// ErrorKind is what a refusal of the browser's means here.
type ErrorKind int

// The meanings; KindUnknown is any text that nobody decides on.
const (
	KindUnknown ErrorKind = iota
	MeansNoTab
	MeansTabClosed
	MeansTaken // another debugger is there
	MeansBlockedHost
	MeansNoCapture
	MeansRefusedTarget
	MeansGallery
	MeansProtected
	MeansUnattached
	MeansDetached
	MeansLocalURL
	MeansInvalidURL
	MeansTerminated
	MeansNoPicture
	MeansContextLost // the command's document went away
	MeansNoContext   // between two documents there is none
	MeansNoDialog
	MeansNoFiles // an extension without access to file URLs
	MeansNoWindow
	MeansFull // of a storage
)

// The texts that are said in the browser's place too.
const (
	textTaken   = "Another debugger is already attached"
	textSession = "Session with given id"
)

// refusalText is one row of refusals.
type refusalText struct {
	part string
	m    ErrorKind
	code protocol.Code
	say  string
}

// refusals are parts of the browser's texts, what a text with one means, and what an agent
// can do about that, "" for nothing. The first part that a text contains decides.
func refusals() []refusalText {
	return []refusalText{
		{"No tab with", MeansNoTab, protocol.CodeTabNotFound, "there is no tab with this id; list the tabs with get_tabs"},
		{"No target with", MeansNoTab, "", ""},
		{"Target closed", MeansTabClosed, protocol.CodeTabNotFound, "the tab was closed; list the tabs with get_tabs"},
		{textTaken, MeansTaken, protocol.CodeDebuggerAttachFailed, "another extension debugs this tab; ask the person to stop it, or use another tab"},
		{"due to an ExtensionsSettings policy", MeansBlockedHost, protocol.CodeDebuggerAttachFailed, "the organisation's policy (runtime_blocked_hosts) keeps this extension off the page; ask the administrator"},
		{"capture is restricted by policy", MeansNoCapture, protocol.CodeDebuggerAttachFailed, "the organisation's policy (DisableScreenshots) forbids the debugger; ask the administrator"},
		{"Cannot attach to this target", MeansRefusedTarget, protocol.CodeDebuggerAttachFailed, "Chrome refuses the debugger here, by policy (DeveloperToolsAvailability or runtime_blocked_hosts) or because the page is protected; use another tab or ask the administrator"},
		{"extensions gallery", MeansGallery, protocol.CodeDebuggerAttachFailed, "Chrome lets no extension act in the Web Store; use another tab"},
		{"Cannot access", MeansProtected, protocol.CodeDebuggerAttachFailed, "Chrome lets no extension act on this kind of page; use a tab with an http or https page"},
		{"ebugger is not attached", MeansUnattached, protocol.CodeInternal, "Chrome detached from the tab; send the action again only if its effect is not there"},
		{"Detached while handling", MeansDetached, protocol.CodeInternal, "Chrome detached from the tab; extract to see where the page is before you go on"},
		{"Navigating to local URL", MeansLocalURL, protocol.CodeInvalidAction, "local files cannot be opened; use an http or https address"},
		{"Cannot navigate to invalid URL", MeansInvalidURL, protocol.CodeInvalidAction, "the address is not a valid URL; use an absolute http or https address"},
		{"Execution was terminated", MeansTerminated, protocol.CodeTimeout, "the script ran longer than its limit and was ended; make it shorter"},
		{"Unable to capture", MeansNoPicture, protocol.CodeInternal, "the page could not be drawn; try again after wait_for, or without fullPage"},
		{"Cannot find context", MeansContextLost, "", ""},
		{"context was destroyed", MeansContextLost, "", ""},
		{"navigated or closed", MeansContextLost, "", ""},
		{"Promise was collected", MeansContextLost, "", ""},
		{"No frame for given id", MeansContextLost, "", ""},
		{"No frame with given id", MeansContextLost, "", ""},
		{textSession, MeansContextLost, "", ""},
		{"Not attached to an active page", MeansContextLost, "", ""},
		{"default execution context", MeansNoContext, "", ""},
		{"No dialog is showing", MeansNoDialog, "", ""},
		{"Not allowed", MeansNoFiles, "", ""},
		{"No window with", MeansNoWindow, "", ""},
		{"quota", MeansFull, "", ""},
		{"QUOTA", MeansFull, "", ""},
	}
}

// ErrorKindOf tells what a text of the browser's means.
func ErrorKindOf(text string) ErrorKind {
	for _, row := range refusals() {
		if strings.Contains(text, row.part) {
			return row.m
		}
	}
	return KindUnknown
}

// Kind tells what the refusal means.
func (e *CommandError) Kind() ErrorKind { return ErrorKindOf(e.Message) }

// ErrNoSession is what the browser says of a session that is gone.
func ErrNoSession(method string) *CommandError {
	return &CommandError{Method: method, Code: -32001, Message: textSession + " not found."}
}

// ErrTaken is what the browser says of a tab that another debugger has.
func ErrTaken() *CommandError { return &CommandError{Method: "attach", Message: textTaken} }
