package tabstate

import (
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

// Event is one CDP event of a tab.
type Event struct {
	// Session is the child target's that it is of, "" for the tab itself.
	Session, Method string
	Params          []byte
	At              time.Time
}

// Kind is a kind of news.
type Kind uint8

// The kinds, and what a News of each tells besides.
const (
	// SetsOut: Frame, "" for the main one, is on its way to another document.
	SetsOut Kind = iota + 1
	// Arrived: Frame is on its way no more.
	Arrived
	// Committed: the main frame has another document, at URL.
	Committed
	// Restored: the page is one that the browser had kept. Which frames it has is
	// to be asked in each of Sessions.
	Restored
	// ErrorPage: a frame inside the page got the browser's error page for URL; Reason
	// is why it had set out.
	ErrorPage
	// Parsed: the main frame's document has been parsed.
	Parsed
	// Crashed: the page's process died.
	Crashed
	// ChildAttached: a frame in another process is reached through Session.
	ChildAttached
	// ChildGone: Session is gone, and no command to it is answered any more.
	ChildGone
	// WindowOpens: the page is about to open a tab at URL, and the action leads it.
	WindowOpens
	// DialogOpened: Dialog waits for an answer, or is to get Reply at once, where those
	// at From allow it.
	DialogOpened
	// DialogClosed: Dialog is closed, nil when none was open.
	DialogClosed
	// NextHeld: the dialog that waits behind the one that went away may open.
	NextHeld
	// Download: one begins in the page at URL; the event tells which. Those at From
	// decide about it.
	Download
	// Resends: a reload asks by Request of Session to send a form again.
	Resends
	// RequestHeld: Request, for a document, is held back in Session. It may go on, but
	// where URL is not "" only when the person has allowed that, or the pointer has acted.
	RequestHeld
	// Stray: requests are held back in Session for nobody.
	Stray
	// Answered: a server at Address and Port has answered for the document at URL, which
	// is the main frame's, or that of Frame.
	Answered
)

// News is what an event means to whoever acts in the tab.
type News struct {
	Kind                        Kind
	Frame, Session, URL, Reason string
	Request, Address            string
	Port                        int
	Sessions, From              []string
	Dialog                      *protocol.OpenDialog
	Reply                       *supervisor.Reply
	During                      supervisor.During
}

// fold is one event being applied.
type fold struct {
	*Tab
	at   time.Time
	news []News
}

func (f *fold) tell(n News) { f.news = append(f.news, n) }

// Apply changes what is known of a tab by an event and returns the news, in the order
// in which to act on them. changed is false when the event says nothing of a tab.
func Apply(t *Tab, e *Event) (news []News, changed bool) {
	f := fold{Tab: t, at: e.At}
	changed = f.any(e) || e.Session == "" && f.main(e)
	return f.news, changed
}

// any takes the events that count whichever session tells them. It reports whether
// it is one.
func (f *fold) any(e *Event) bool {
	switch e.Method {
	case "Target.attachedToTarget":
		f.childAttached(e.Session, e.Params)
	case "Target.detachedFromTarget":
		f.childDetached(scan.TextAt(e.Params, "sessionId"))
	case "Target.targetInfoChanged":
		f.childMoved(e.Params)
	case "Page.frameNavigated":
		f.navigated(e)
	case "Page.documentOpened":
		f.opened(e.Params)
	case "Page.frameAttached":
		f.Frames.Put(scan.TextAt(e.Params, "frameId"), scan.TextAt(e.Params, "parentFrameId"), "")
	case "Page.frameDetached":
		f.frameDetached(e.Params)
	case "Page.frameRequestedNavigation":
		f.asked(e)
	case "Page.frameStartedNavigating":
		f.setsOut(e)
	case "Page.frameStoppedLoading":
		f.stoppedLoading(e)
	case "Page.downloadWillBegin":
		f.downloadBegins(e.Params)
	case "Page.javascriptDialogOpening":
		f.dialogOpening(e.Params)
	case "Page.fileChooserOpened":
		if f.Action != nil {
			f.Action.Chooser = scan.WholeAt(e.Params, "backendNodeId")
		}
	case "Input.dragIntercepted":
		if f.Action != nil {
			f.Action.DragData = string(scan.Path(e.Params, "data"))
		}
	case "Network.requestWillBeSent":
		return f.requestBegins(e)
	case "Network.responseReceived":
		return f.answered(e.Params)
	case "Fetch.requestPaused":
		return f.requestHeld(e)
	case "Network.loadingFinished", "Network.loadingFailed":
		f.requestEnds(e)
	default:
		return false
	}
	return true
}

// main takes the events that count only where the tab itself tells them: a child's
// concern its frame only.
func (f *fold) main(e *Event) bool {
	switch e.Method {
	case "Page.navigatedWithinDocument":
		f.within(e.Params)
	case "Page.frameScheduledNavigation":
		f.planned(e.Params)
	case "Page.frameClearedScheduledNavigation":
		f.planDropped(e.Params)
	case "Page.frameStartedLoading":
		f.startedLoading(e.Params)
	case "Page.domContentEventFired":
		f.Nav.Ready = true
		f.tell(News{Kind: Parsed})
	case "Page.loadEventFired":
		f.Nav.Ready, f.Nav.Loaded = true, true
	case "Page.windowOpen":
		f.windowOpens(scan.TextAt(e.Params, "url"))
	case "Page.javascriptDialogClosed":
		if len(f.HeldDialogs) == 0 {
			f.dialogClosed()
		}
	case "Inspector.targetCrashed":
		f.crashed()
	case "Inspector.targetReloadedAfterCrash":
		f.Crashed = false
	default:
		return false
	}
	return true
}

// windowOpens takes note that the page is about to open a tab.
func (f *fold) windowOpens(url string) {
	if f.Action == nil {
		return
	}
	f.Action.Windows++
	if f.Action.Leads() {
		f.tell(News{Kind: WindowOpens, URL: url})
	}
}

// crashed takes note that the page's process died.
func (f *fold) crashed() {
	f.Crashed, f.Main.World, f.Main.Coming, f.HeldDialogs = true, 0, 0, nil
	f.dialogClosed()
	f.Nav = Navigation{Ready: true, Loaded: true}
	f.tell(News{Kind: Crashed})
}
