package debugger

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
)

// Target addresses one CDP endpoint: a tab, or a child target of it.
type Target struct {
	// Tab is Chrome's tab id.
	Tab int
	// Session is the flat session id of a child target, "" for the tab itself.
	Session string
}

// CDP is the port to the browser's DevTools protocol. Implemented on
// chrome.debugger in the worker and on a CDP socket in backend/direct.
//
// All methods block until the browser answers or ctx ends; a call whose ctx
// ended may still take effect. Calls may overlap; commands to one tab reach
// the browser in the order in which Send and Start were called.
type CDP interface {
	// Attach makes the tab debuggable. Attaching a tab that this extension
	// holds already, from before the worker died, succeeds.
	// Errors: debugger_attach_failed, tab_not_found, or a [CommandError] with
	// the browser's text.
	Attach(ctx context.Context, tab int) error
	// Detach lets the tab go. Idempotent; never fails on a tab that is gone.
	Detach(ctx context.Context, tab int) error
	// Send runs one command and returns the JSON of its result. params is the
	// JSON of its parameters, nil for none. The error of a refused command is
	// a [CommandError]; a tab that is gone or detached is tab_not_found.
	Send(ctx context.Context, to Target, method string, params []byte) ([]byte, error)
	// Start hands one command to the browser and returns at once; commands
	// reach the browser in the order of the Start and Send calls. wait blocks
	// like Send and answers the same errors; it is called at most once, and
	// may never be called.
	Start(to Target, method string, params []byte) (wait func(context.Context) ([]byte, error))
}

// CommandError is the browser's refusal of one command, or of an attach (then
// Method is "attach"): what its text means is told in one place here
// ([ErrorKindOf]), not in the adapters.
type CommandError struct {
	Method string
	// Code is CDP's number, 0 when unknown.
	Code int
	// Message is the browser's text. It may carry page content and is never
	// sent to the agent.
	Message string
}

// Error returns the method and the browser's text.
func (e *CommandError) Error() string { return e.Method + ": " + e.Message }

// Clock is the port to time.
type Clock interface {
	Now() time.Time
	// AfterFunc runs f on its own goroutine after d, unless stop is called first.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// Guard is the policy, asked around every act: about the document right
// before input goes to it, about every document that the main frame commits
// to, and about the page that a result comes from. Implemented by
// core/dispatch. Allow neither blocks nor calls the Debugger: it is also asked
// while an event is being handled.
type Guard interface {
	// Allow reports whether the agent may touch a document at this URL.
	// Error: domain_blocked.
	Allow(url string) error
	// Touch reports whether the agent may read or act in a document at this URL
	// now: what Allow says, and whether the person lets it, where they want to
	// be asked. Not asked about where an action has led.
	// Errors: domain_blocked, timeout.
	Touch(url string) error
	// Granted reports whether Touch would succeed, and asks nobody.
	Granted(url string) bool
	// Follow is Allow for a document that the action caused and that did not come; main
	// says that the tab's own page was to be there. It is asked while an event is being
	// handled.
	// Errors: domain_blocked, internal_error.
	Follow(url string, main bool) error
	// Numbered reports whether the agent has a uid of the tab.
	Numbered() bool
	Sinks
	Person
}

// Sinks is the half of a [Guard] that the person is asked through before single
// acts that cannot be taken back, where they want that.
type Sinks interface {
	// Asks reports whether they do.
	Asks() bool
	// Sink reports whether the act may be done now, in a document at this URL. It
	// asks and does not wait: the act is allowed once, to be done at once.
	// Errors: domain_blocked, timeout.
	Sink(url string, a sink.Act) error
	// Other reports whether every press that may change something is to be told, and
	// not only those that cannot be taken back. Such a press is of the kind
	// [sink.Other].
	Other() bool
	// Reads reports whether the request only reads: of presses those alone are made that
	// unfold something.
	Reads() bool
}

// Person is the half of a [Guard] that a help needs: who asks, and what the
// person answers elsewhere than in the page.
type Person interface {
	// Agent returns the program that asks, as it calls itself; "" when unknown.
	Agent() string
	// Wait has told called once they have answered elsewhere, at once when they
	// have; never where they cannot answer elsewhere. told never blocks.
	Wait(told func(protocol.Outcome))
}
