package dispatch

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/downloads"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

// TabInfo is what the browser says of one tab.
type TabInfo struct {
	ID        int
	WindowID  int
	URL       string
	Title     string
	Active    bool
	Incognito bool
	// Opener is the tab whose page opened this one, 0 when unknown.
	Opener int
}

// Tabs is the port to the browser's tabs. All methods block; calls may overlap.
type Tabs interface {
	// Get returns one tab. Error: tab_not_found.
	Get(ctx context.Context, tab int) (TabInfo, error)
	// List returns all tabs.
	List(ctx context.Context) ([]TabInfo, error)
	// Create opens a tab in a window; window 0 is the person's focused one.
	// It is selected in its window when active; the window is never raised
	// unless active and window 0.
	Create(ctx context.Context, window int, url string, active bool) (TabInfo, error)
	// Close closes a tab at once: its page is not asked whether it may be left.
	// Error: tab_not_found.
	Close(ctx context.Context, tab int) error
}

// Windows is the port to the browser's windows.
type Windows interface {
	// CreateHidden opens a window with one tab at url, minimised, and does not
	// take the focus.
	CreateHidden(ctx context.Context, url string) (window int, tab TabInfo, err error)
	// Exists reports whether the window is still there.
	Exists(ctx context.Context, window int) (bool, error)
	// Remove closes a window. Removing one that is gone succeeds.
	Remove(ctx context.Context, window int) error
	// Outlive reports whether windows may outlive what is stored in area Run, as
	// those of an extension do that is reloaded. It does not wait.
	Outlive() bool
	// Made reports whether CreateHidden has made this window, by what it shows.
	// Asked only where windows outlive their worker.
	Made(ctx context.Context, window int) (bool, error)
}

// Presence is the port to the person's presence at the machine.
type Presence interface {
	// State returns "active", "idle" or "locked".
	State(ctx context.Context) (string, error)
}

// Debugger is the CDP conversation, one action at a time per tab.
// *debugger.Debugger is one.
type Debugger interface {
	// Listen says who is told what happens, and asked when no guard is there.
	// Called once, first.
	Listen(l debugger.Listener)
	// Run performs one action in a tab, attaching first if need be, and returns
	// soon after ctx ends. base is the tab's first free uid number, next the
	// first free one afterwards, also with an error. It asks g before input and
	// for the document that the result came from.
	Run(ctx context.Context, tab, base int, a protocol.Action, g debugger.Guard) (res protocol.Result, next int, err error)
	// Whose finds out who made the page of a tab before a session starts there,
	// attaching first if need be, and asks g's Allow about them: of a page that has
	// no address of its own [TabTracker.URL] is the maker's then. What cannot be told is
	// refused. Errors: domain_blocked, debugger_attach_failed, timeout.
	Whose(ctx context.Context, tab int, g debugger.Guard) error
	TabTracker
	RequestHolder
	DialogHolder
}

// TabTracker is the half of a [Debugger] that follows a tab. Only Detach waits.
type TabTracker interface {
	// Detach lets the tab go. Idempotent.
	Detach(ctx context.Context, tab int) error
	// Detached takes note that Chrome detached, Forget that the tab is gone.
	Detached(tab int, reason string)
	Forget(tab int)
	// URL returns the last URL that the tab's main frame is known to have
	// committed to, "" when none is.
	URL(tab int) string
	// Creator returns the address of whoever made the page of an attached tab that
	// has no address of its own, "" when nobody did or it is not known.
	Creator(tab int) string
}

// RequestHolder is the half of a [Debugger] that holds back requests and waits for the
// tabs that a page opens. None of it waits.
type RequestHolder interface {
	// Awaits reports whether the page in a tab is about to open another tab: its
	// action then ends only when the tab is there.
	Awaits(tab int) bool
	// Opened takes note that the page in a tab has opened another tab.
	Opened(tab int)
	// Opens judges a request of a tab that the page in another has opened, and
	// calls answer once when it reports true.
	Opens(opener int, url string, after bool, answer func(error)) bool
	// Release lets go what a worker that died has left waiting in a tab.
	Release(tab int)
}

// DialogHolder is the half of a [Debugger] in which pages' dialogs wait. Only
// CloseDialog waits.
type DialogHolder interface {
	// Dialog returns the one that waits for an answer, and the address of the
	// frame that opened it; nil when none does.
	Dialog(tab int) (o *protocol.OpenDialog, url string)
	// CloseDialog closes the dialog of the reply's id in somebody's name, and
	// reports whether it still waited for an answer.
	CloseDialog(ctx context.Context, tab int, by protocol.ClosedBy, reply supervisor.Reply) (bool, error)
	// DialogRules says what holds for the dialogs to come.
	DialogRules(r supervisor.Rules)
}

// Files is the port to the browser's own list of downloads. Both methods block;
// calls may overlap.
type Files interface {
	// Find returns a copy of it with what the browser says now of Key, State
	// (unless it is blocked), Path once it is done and while the file is there,
	// MIME, Bytes, Total; nil when the browser does not know it. taken are the
	// Keys of others. It waits a moment for a download that has just begun, and
	// up to limit for the end of one. The error is internal_error.
	Find(ctx context.Context, it *downloads.Item, taken []string, limit time.Duration) (now *downloads.Item, err error)
	// Cancel ends a download. One that has ended already stays as it is.
	Cancel(ctx context.Context, it *downloads.Item) error
}
