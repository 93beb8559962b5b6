package debugger

import "strings"

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

// ErrorKindOf tells what a text of the browser's means. The first part that it
// contains decides.
func ErrorKindOf(text string) ErrorKind {
	for _, row := range []struct {
		part string
		m    ErrorKind
	}{
		{"No tab with", MeansNoTab},
		{"No target with", MeansNoTab},
		{"Target closed", MeansTabClosed},
		{textTaken, MeansTaken},
		{"due to an ExtensionsSettings policy", MeansBlockedHost},
		{"capture is restricted by policy", MeansNoCapture},
		{"Cannot attach to this target", MeansRefusedTarget},
		{"extensions gallery", MeansGallery},
		{"Cannot access", MeansProtected},
		{"ebugger is not attached", MeansUnattached},
		{"Detached while handling", MeansDetached},
		{"Navigating to local URL", MeansLocalURL},
		{"Cannot navigate to invalid URL", MeansInvalidURL},
		{"Execution was terminated", MeansTerminated},
		{"Unable to capture", MeansNoPicture},
		{"Cannot find context", MeansContextLost},
		{"context was destroyed", MeansContextLost},
		{"navigated or closed", MeansContextLost},
		{"Promise was collected", MeansContextLost},
		{"No frame for given id", MeansContextLost},
		{"No frame with given id", MeansContextLost},
		{textSession, MeansContextLost},
		{"Not attached to an active page", MeansContextLost},
		{"default execution context", MeansNoContext},
		{"No dialog is showing", MeansNoDialog},
		{"Not allowed", MeansNoFiles},
		{"No window with", MeansNoWindow},
		{"quota", MeansFull},
		{"QUOTA", MeansFull},
	} {
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
