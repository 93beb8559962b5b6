package worker

import (
	"context"

	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/wasm/chrome"
)

// Op is what can be done with the WebSocket.
type Op uint32

// The operations.
const (
	// OpOpen: data is the URL.
	OpOpen Op = 1
	// OpSend: data is the text.
	OpSend Op = 2
	// OpClose: data is {"code","reason"}.
	OpClose Op = 3
)

// Kind is what is delivered to the core.
type Kind uint32

// The kinds. The id of a socket's is its connection's number.
const (
	// KindAnswer and KindRefusal are what comes of a question; the id is its own.
	KindAnswer  Kind = 1
	KindRefusal Kind = 2
	// KindEvent is a chrome event: a JSON object, and for a CDP event a new
	// line and its parameters.
	KindEvent Kind = 3
	// KindOpened, KindText and KindClosed are the WebSocket's. Closed carries
	// {"code","reason"}; Text without data was binary or too long.
	KindOpened Kind = 4
	KindText   Kind = 5
	KindClosed Kind = 6
)

// Host is the browser's JavaScript as the worker needs it.
type Host interface {
	chrome.Host
	// Names is the browser's own reading of a host.
	session.IDNA
	// Socket works the WebSocket of that number; it never blocks and what
	// comes of it is delivered later.
	Socket(op Op, conn int, data []byte)
}

// Dispatcher is core/dispatch as the worker needs it. What is told of the
// browser is told by one goroutine, in the browser's order, after Start.
type Dispatcher interface {
	// Start reads storage.
	Start(ctx context.Context) error
	// Do executes one request and blocks until it has its answer.
	Do(ctx context.Context, r protocol.Request) protocol.Response
	// SetControlEndpoints says where the backend is, RefusePrivate whether it wants the agent
	// kept out of private networks. Neither waits.
	SetControlEndpoints(urls ...string)
	RefusePrivate(refuse bool)
	Browser
	Person
}

// Browser is told what happens in the browser.
type Browser interface {
	TabCreated(t dispatch.TabInfo)
	TabRemoved(tab int)
	TabReplaced(old, added int)
	TabNavigated(tab int, url string)
	WindowRemoved(window int)
	Detached(tab int, reason string)
	Presence(state string)
	StorageChanged(area, key string)
	// Settle blocks until what these began is done.
	Settle(ctx context.Context)
}

// Person is asked by the extension's own pages.
type Person interface {
	// Stop ends the session of one tab and reports whether there was one.
	Stop(tab int) bool
	// StopAll ends every session and returns how many there were.
	StopAll() int
	Resume(tab int) bool
	// Sessions returns the live sessions.
	Sessions() []session.Session
	// Broken returns why nothing is allowed, nil when the blocklist is good; Refuses
	// whether no agent may be at an address.
	Broken() error
	Refuses(url string) bool
	// Consent takes the person's answer for what they are asked and reports whether that
	// changed anything; ConsentMode whether they want to be asked, and reports
	// whether that is theirs to choose. Both block until it is stored.
	Consent(s session.Subject, v session.Verdict) bool
	ConsentMode(m session.Mode) bool
	// Profile takes their choice of a profile, and reports whether it is theirs.
	// It is in force when it returns.
	Profile(p session.Profile) bool
	// Help takes their answer to what they were asked to do in a tab at that
	// time, and reports whether it was still asked. It blocks until it is stored.
	Help(tab int, at int64, out protocol.Outcome) bool
	// Dialog closes the page's dialog of that id in a tab as they say, and
	// reports whether it still waited.
	Dialog(tab int, id string, accept bool, text string) bool
	// Asking reports whether something waits for their answer.
	Asking() bool
	// ClearHistory empties the audit log, leaving one row that says so.
	ClearHistory()
}

// CDPEvents is told what the debugger's targets report. It never blocks.
type CDPEvents interface {
	Event(tab int, session, method string, params []byte)
}
