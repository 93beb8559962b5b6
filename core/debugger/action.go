package debugger

import (
	"context"

	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
)

// action is one action in flight in one tab.
type action struct {
	d      *Debugger
	t      *tab
	guard  Guard
	kind   protocol.Kind
	cancel context.CancelCauseFunc
	stop   func() bool // the limit's timer

	base, next int
	// as is how a click is made, where not with the left button, once.
	as protocol.Click
	// frame is the one that the agent named, inside the session of its process.
	frame, inside string
	// child is the session of the last command to a child, endChild ends that;
	// guarded by Debugger.mu.
	child    string
	endChild context.CancelCauseFunc
	// acted: input or a script went to the page, so the outcome of an
	// interruption is unknown and nothing is done twice.
	acted bool
	// covers hide refused frames while a picture is taken.
	covers covers
	// missed: the engine kept a click from the page, because something else
	// had moved under the pointer.
	missed bool
	// open: the list that an option was chosen from last has stayed open.
	open bool
	// moves: the element does not stand still, and was pressed where it would be.
	moves bool
	// saves: the browser saves the address of the link that was clicked.
	saves bool
	// lost: the browser kept the click from the page.
	lost bool
	// wants is what the page may heed that has heeded no inserted text: the text as
	// keys, or a key of no meaning.
	wants string
	// sunk is the act that the person has allowed in this action.
	sunk sink.Act

	// What events said meanwhile; guarded by Debugger.mu.
	mark      int    // of the present watch
	word      []byte // what the engine told of the input under that mark
	commits   int    // documents that the main frame committed to
	within    bool   // a same-document navigation
	stayed    bool   // the tab's policy kept the page that was to be left
	began     bool   // a navigation of the main frame is on its way
	tried     bool   // one has begun, whatever became of it
	denied    error
	dialog    *protocol.OpenDialog
	downloads []string
	taken     []string // their ids
	external  string   // what another program was to open
	carried   string   // the data of a drag that the browser began
	inner     string   // the frame that it sent elsewhere last, "" once that is there
	sent      bool     // it has sent one
	came      bool     // another document has come there
	holds     bool     // requests are held back for it
	reloads   bool     // its own request has not been seen yet
	chooser   int      // the node of a file field that the page had opened
	windows   int      // tabs that the page is about to open
	tabs      int      // tabs that it has opened
}
