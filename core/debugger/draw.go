package debugger

import (
	"context"
	"time"
)

// drawLull is how long after an action a tab goes on being drawn: as a tab in
// front costs, so no longer than somebody is at work in it.
const drawLull = 15 * time.Second

// rouseAfter is when what waits for a frame gets help: now and then the browser
// stops drawing a tab that no window shows, and begins again with a new screencast.
const rouseAfter = time.Second

// draw makes the browser draw the tab of an action, as if a window showed it.
// A tab that is not drawn gets no animation frames, so pages that wait for one
// stand still; Chrome puts off a page's tasks after each press, because it waits
// for the frame; and no picture of it ever comes. A
// screencast makes the difference, also one so small and rare that no frame of
// it is sent. The tab's window stays where it is.
func (d *Debugger) draw(ctx context.Context, t *tab) {
	d.mu.Lock()
	on, rest := t.drawn, t.rest
	t.drawn, t.rest = true, nil
	d.mu.Unlock()
	if rest != nil {
		rest()
	}
	if !on {
		d.cast(ctx, t)
	}
}

// cast starts the smallest screencast there is.
func (d *Debugger) cast(ctx context.Context, t *tab) {
	d.start(ctx, Target{Tab: t.id}, "Page.startScreencast", with().str("format", "jpeg").num("quality", 1).
		num("maxWidth", 1).num("maxHeight", 1).num("everyNthFrame", 1000).end())
}

// rouse makes the browser draw again unless stop is called soon.
func (r *run) rouse() (stop func() bool) {
	return r.d.clock.AfterFunc(rouseAfter, func() {
		r.d.start(r.ctx, Target{Tab: r.t.id}, "Page.stopScreencast", nil)
		r.d.cast(r.ctx, r.t)
	})
}

// lull ends the drawing when no action comes for a while. d.mu is held.
func (d *Debugger) lull(t *tab) {
	if !t.drawn {
		return
	}
	t.rest = d.clock.AfterFunc(drawLull, func() {
		d.mu.Lock()
		idle := t.drawn && t.attached && t.run == nil
		if idle {
			t.drawn = false
		}
		d.mu.Unlock()
		if idle {
			d.start(context.Background(), Target{Tab: t.id}, "Page.stopScreencast", nil)
		}
	})
}
