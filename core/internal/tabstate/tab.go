package tabstate

import (
	"strings"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

// Tab is what is known of a tab by its events.
type Tab struct {
	// Action is what they tell of the action in flight, nil when none is.
	Action *Action
	// Attached: the tab's frames and documents are told from now on.
	Attached bool
	Crashed  bool
	// Main is the main frame's document, URL what it last committed to.
	Main Document
	URL  string
	// Failed: an error page of the browser's stands for URL.
	Failed bool
	Nav    Navigation
	Frames supervisor.Frames
	// past are documents that its frames have held, the last behind.
	past []past
	// Unread: which frames the page has is being asked.
	Unread  bool
	Dialogs supervisor.Dialogs
	// HeldDialogs are the dialogs that came over the relay, the open one first.
	HeldDialogs []HeldDialog
	Requests    Requests
	// ExternalOpened is when an action last had another program open an address.
	ExternalOpened time.Time
	// Children are the frames in other processes; Owners says which uid numbers
	// are theirs, by session.
	Children []*Child
	Owners   map[int]string
}

// Reset forgets what a lost attachment invalidates.
func (t *Tab) Reset() {
	t.Attached, t.Unread, t.Main, t.Children, t.Owners, t.HeldDialogs, t.Frames = false, false, Document{}, nil, nil, nil, supervisor.Frames{}
	t.Nav = Navigation{Ready: true, Loaded: true}
	t.Requests = Requests{}
}

// Document is one that the engine can be at home in.
type Document struct {
	Frame string
	// Doc counts the documents that the frame committed to, where that is known.
	Doc int
	// World is the engine's execution context, 0 when it has to be made.
	World int
	// Narrow says that the world is the narrow one.
	Narrow bool
	// Coming is the number of the engine that is on its way here, 0 for none.
	Coming int
}

// Document returns what is known of the document behind a session, nil when that
// is gone.
func (t *Tab) Document(session string) *Document {
	if session == "" {
		return &t.Main
	}
	for _, c := range t.Children {
		if c.Session == session {
			return &c.Document
		}
	}
	return nil
}

// Navigation is how far the main frame is on its way.
type Navigation struct {
	// Planned, Asked: the page scheduled or requested a navigation whose load
	// has not started. A plan can be dropped; what was asked for starts soon.
	Planned, Asked bool
	// Loading: between frameStartedLoading and frameStoppedLoading.
	Loading bool
	// Ready and Loaded: DOMContentLoaded and load of the document that
	// committed last.
	Ready, Loaded bool
}

// Action is what events have told since an action began in the tab.
type Action struct {
	Kind protocol.Kind
	// Asks: it may make a page ask for documents.
	Asks bool
	MainFrame
	InnerFrame
	NewTabs
	OpenRequests
	Dialog   *protocol.OpenDialog
	DragData string // the data of a drag that the browser began
	Chooser  int    // the node of a file field that the page had opened
}

// Leads reports whether a tab that the page opens now is the action's doing, and
// not that of a page on its way in. No action is nil.
func (a *Action) Leads() bool { return a != nil && a.Asks && !Leaves(a.Kind) }

// Leaves reports whether an action of this kind leaves the page on purpose.
func Leaves(k protocol.Kind) bool {
	switch k {
	case protocol.KindNavigate, protocol.KindBack, protocol.KindForward, protocol.KindReload, protocol.KindCloseTab:
		return true
	}
	return false
}

// NewTabs counts the tabs that an action makes its page open.
type NewTabs struct {
	Windows int // that the page is about to open
	Tabs    int // that it has opened
}

// Outstanding reports whether one that is wanted has not come yet.
func (n *NewTabs) Outstanding() bool { return n.Tabs < n.Windows }

// External reports whether the browser gives an address to another program.
func External(url string) bool {
	for _, scheme := range []string{"http", "about:", "javascript:", "blob:", "data:", "file", "chrome", "devtools"} {
		if strings.HasPrefix(url, scheme) {
			return false
		}
	}
	return url != ""
}
