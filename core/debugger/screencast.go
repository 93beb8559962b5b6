package debugger

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/scan"
)

// drawAfter is how long after an action a tab goes on being drawn: as a tab in
// front costs, so no longer than somebody is at work in it.
const drawAfter = 15 * time.Second

// drawAgainAfter is when what waits for a frame gets help: now and then the browser
// stops drawing a tab that no window shows, and begins again with a new screencast.
const drawAgainAfter = time.Second

// keepDrawing makes the browser draw the tab of an action, as if a window showed it.
// A tab that is not drawn gets no animation frames, so pages that wait for one
// stand still; Chrome puts off a page's tasks after each press, because it waits
// for the frame; and no picture of it ever comes. A
// screencast makes the difference, also one so small and rare that no frame of
// it is sent. The tab's window stays where it is.
func (d *Debugger) keepDrawing(ctx context.Context, t *tab) {
	d.mu.Lock()
	on, rest := t.screencast, t.rest
	t.screencast, t.rest = true, nil
	d.mu.Unlock()
	if rest != nil {
		rest()
	}
	if !on {
		d.startScreencast(ctx, t)
	}
}

// startScreencast starts the smallest screencast there is.
func (d *Debugger) startScreencast(ctx context.Context, t *tab) {
	d.start(ctx, Target{Tab: t.id}, "Page.startScreencast", new(scan.Object).Str("format", "jpeg").Num("quality", 1).
		Num("maxWidth", 1).Num("maxHeight", 1).Num("everyNthFrame", 1000).JSON())
}

// drawAgainSoon makes the browser draw again unless stop is called soon.
func (r *run) drawAgainSoon() (stop func() bool) {
	return r.d.clock.AfterFunc(drawAgainAfter, func() {
		r.d.start(r.ctx, Target{Tab: r.t.id}, "Page.stopScreencast", nil)
		r.d.startScreencast(r.ctx, r.t)
	})
}

// stopDrawingLater ends the drawing when no action comes for a while. d.mu is held.
func (d *Debugger) stopDrawingLater(t *tab) {
	if !t.screencast {
		return
	}
	t.rest = d.clock.AfterFunc(drawAfter, func() {
		d.mu.Lock()
		idle := t.screencast && t.Attached && t.run == nil
		if idle {
			t.screencast = false
		}
		d.mu.Unlock()
		if idle {
			d.start(context.Background(), Target{Tab: t.id}, "Page.stopScreencast", nil)
		}
	})
}
