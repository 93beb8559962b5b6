package debugger

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// A page that the browser kept comes back with its frames, and the browser tells
// of none of them anew but those in processes of their own, and of these before
// it tells of the page.

// readLimit is how long the browser may take to tell which frames a page has.
const readLimit = 2 * time.Second

// readFrames takes over the frames of a document in the processes that it is in.
func (d *Debugger) readFrames(t *tab, doc int, sessions []string) {
	var trees []func() ([]byte, error)
	for _, session := range sessions {
		trees = append(trees, d.start(context.Background(), Target{Tab: t.id, Session: session}, "Page.getFrameTree", nil))
	}
	for i, tree := range trees {
		out, err := tree()
		if err != nil && i == 0 {
			return // nothing is known of this page
		}
		d.mu.Lock()
		if err == nil && t.Main.Doc == doc && t.Document(sessions[i]) != nil {
			t.AdoptTree(scan.Path(out, "frameTree"))
		}
		d.mu.Unlock()
	}
	d.mu.Lock()
	if t.Main.Doc == doc {
		t.Unread = false
	}
	t.wake()
	d.mu.Unlock()
}

// awaitFrames waits until it is known which frames the page has. Where the browser
// does not say, the action ends, and the browser is asked again for the next one:
// a frame that nobody knows of cannot be kept from the agent.
func (r *run) awaitFrames() {
	if !r.await(readLimit, func() bool { return !r.t.Unread }) && r.ctx.Err() == nil {
		r.d.mu.Lock()
		if r.t.Unread {
			go r.d.readFrames(r.t, r.t.Main.Doc, r.t.Restore())
		}
		r.d.mu.Unlock()
		r.cancel(protocol.NewError(protocol.CodeTimeout, "the browser did not tell which frames the page has; try once more"))
	}
}
