package debugger

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// loadDiscarded loads the page of a tab that the browser has put away, to save memory
// or because nobody has looked at it since a restart: to whoever attaches that
// looks like a crash. Where the agent has references into the tab it is told of
// a crash instead, since its page is gone. A form that was sent is not sent
// again: going to an entry of the history never does, as reloading would.
func (r *run) loadDiscarded() error {
	numbered := r.guard.Numbered()
	r.d.mu.Lock()
	away := r.t.Crashed && r.t.unloaded && !numbered
	r.d.mu.Unlock()
	if !away {
		return nil
	}
	at, _, err := r.entry(0)
	if err == nil {
		err = r.mayTouch(at.url)
	}
	if err != nil {
		return err
	}
	r.d.mu.Lock()
	r.t.Crashed, r.t.unloaded, r.t.URL = false, false, ""
	r.d.mu.Unlock()
	_, err = r.send("Page.navigateToHistoryEntry", new(scan.Object).Num("entryId", at.id).JSON())
	return err
}

// awaitFirstPage waits, in a tab that was opened a moment ago, for its first page: until
// that is there the browser names no address.
func (r *run) awaitFirstPage() error {
	here := func() bool { return r.t.URL != "" || r.t.Crashed || r.t.Dialogs.Waiting() != nil }
	if !r.await(answerLimit, here) {
		if r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
		return protocol.NewError(protocol.CodeTimeout, "the tab's page has not come within "+seconds(answerLimit)+"; try again later, or navigate")
	}
	if r.navigating() {
		r.loaded()
		r.d.mu.Lock()
		r.Commits, r.Began, r.Tried = 0, false, false // it is not what the action causes
		r.d.mu.Unlock()
	}
	return nil
}
