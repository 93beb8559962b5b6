package debugger

import (
	"context"

	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/internal/tabstate"
)

// action is one action in flight in one tab: what its parts share, each of which
// is a [run].
type action struct {
	// What events have told since it began. Guarded by Debugger.mu, but its kind.
	tabstate.Action
	d      *Debugger
	t      *tab
	guard  Guard
	cancel context.CancelCauseFunc
	stop   func() bool // the limit's timer

	base, next int
	// frame is the one that the agent named, inside the session of its process; worked
	// is that of the frame in which an element was looked for last.
	frame, inside, worked string
	// acted: input or a script went to the page, so the outcome of an
	// interruption is unknown and nothing is done twice.
	acted bool
	// approved is the act that the person has allowed in this action.
	approved sink.Act

	// What the parts of the conversation keep of it, each in its own file.
	lastInput
	lastChild
	newDownloads

	// denied is what the guard has said meanwhile. Guarded by Debugger.mu.
	denied error
}
