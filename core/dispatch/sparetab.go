package dispatch

import (
	"context"
	"slices"
	"time"

	"github.com/zapvol/bua/core/session"
)

// keepFor is how long the agent's window stays when the agent has closed its last tab
// there: agents close one page and open the next, and a new window takes about two
// fifths of the time until that is read.
const keepFor = 45 * time.Second

// keep opens a blank tab in the window before the agent closes its last one there: the
// browser removes a window with its last tab. The next tab to be opened is that one.
func (w *window) keep(ctx context.Context, closing int) {
	select {
	case w.lock <- struct{}{}:
		defer func() { <-w.lock }()
	case <-ctx.Done():
		return
	}
	w.mu.Lock()
	id, last := w.id, len(w.tabs) == 1 && w.tabs[closing]
	w.mu.Unlock()
	if !last {
		return
	}
	list, err := w.d.tabs.List(ctx)
	if err != nil || slices.ContainsFunc(list, func(t TabInfo) bool { return t.WindowID == id && t.ID != closing }) {
		return // it becomes the person's
	}
	tab, err := w.d.tabs.Create(context.WithoutCancel(ctx), id, session.Blank, false)
	if err != nil {
		return // then the window goes with the tab
	}
	w.mu.Lock()
	w.spare = tab.ID
	w.mu.Unlock()
	w.take(id, tab.ID)
	w.d.clock.AfterFunc(keepFor, func() {
		if w.isSpare(tab.ID) {
			w.d.jobs.run(w.release)
		}
	})
}

// release closes the spare tab, and the window if it is the last one there.
func (w *window) release() {
	w.lock <- struct{}{}
	spare, ok := w.takeSpare(context.Background())
	<-w.lock
	if ok {
		w.d.closeOwn(spare.ID)
	}
}

// takeSpare returns the spare tab, which is none any more, where it is as it was made:
// the person may have gone on in it. The lock is held.
func (w *window) takeSpare(ctx context.Context) (TabInfo, bool) {
	w.mu.Lock()
	spare := w.spare
	w.spare = 0
	w.mu.Unlock()
	if spare == 0 {
		return TabInfo{}, false
	}
	tab, err := w.d.tabs.Get(ctx, spare)
	return tab, err == nil && w.is(tab.WindowID) && (tab.URL == "" || tab.URL == session.Blank)
}

// isSpare reports whether a tab only keeps the window.
func (w *window) isSpare(tab int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return tab != 0 && w.spare == tab
}
