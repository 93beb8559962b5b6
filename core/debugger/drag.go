package debugger

import (
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

const (
	// dragStart is how far in pixels a pressed pointer moves before a page, or
	// the browser, takes it for a drag; each step is one event.
	dragStart, dragSteps = 8, 6
	// dragWait is how long the browser may take to say that it is one of its own.
	dragWait = 300 * time.Millisecond
)

// drag presses on one element and releases on another. A page hears either
// pointer events all along, or those of a drag with data, which the browser
// begins itself: that one is kept from the system, and its events are sent.
func drag(r *run, a protocol.Drag) (protocol.Result, error) {
	// The goal first, so that both are in view if they can be.
	if _, _, _, err := r.locate(a.To.Target); err != nil {
		return nil, err
	}
	r, x, y, err := r.locate(a.Target)
	if err != nil {
		return nil, err
	}
	shield, err := r.shield() // the way leads over whatever lies between
	if err != nil {
		return nil, err
	}
	defer func() { r.unshield(shield) }()
	if _, err := r.send("Input.setInterceptDrags", new(scan.Object).Bool("enabled", true).JSON()); err != nil {
		return nil, err
	}
	to := Target{Tab: r.t.id}
	defer func() {
		r.d.start(r.ctx, to, "Input.setInterceptDrags", new(scan.Object).Bool("enabled", false).JSON())
	}()
	r.acted = true
	left := &protocol.Click{}
	held := func(r *run, x, y string) func() ([]byte, error) {
		return r.start("Input.dispatchMouseEvent", new(scan.Object).Str("type", "mouseMoved").Raw("x", x).Raw("y", y).Str("button", "left").Num("buttons", 1).Str("pointerType", "mouse").JSON())
	}
	if err := r.all([]func() ([]byte, error){
		r.mouse("mouseMoved", x, y, 0, left),
		r.mouse("mousePressed", x, y, 1, left),
	}); err != nil {
		return nil, err
	}
	fromX, fromY := milli(x), milli(y)
	if err := r.all([]func() ([]byte, error){held(r, decimal(fromX+dragStart*500), decimal(fromY+dragStart*500)), held(r, decimal(fromX+dragStart*1000), decimal(fromY+dragStart*1000))}); err != nil {
		return nil, r.drop(x, y, err)
	}
	r, toX, toY, err := r.locate(a.To.Target)
	if err != nil {
		return nil, r.drop(x, y, err)
	}
	dx, dy := (milli(toX)-fromX)/dragSteps, (milli(toY)-fromY)/dragSteps
	for i := int64(1); i < dragSteps; i++ {
		if err := r.all([]func() ([]byte, error){held(r, decimal(fromX+dx*i), decimal(fromY+dy*i))}); err != nil {
			return nil, r.drop(x, y, err)
		}
	}
	if err := r.all([]func() ([]byte, error){held(r, toX, toY)}); err != nil {
		return nil, r.drop(x, y, err)
	}
	r.await(dragWait, func() bool { return r.DragData != "" })
	r.d.mu.Lock()
	data := r.DragData    // "" where the page does it all by itself
	went := r.Commits > 0 // then the page that was pressed hears no release
	r.d.mu.Unlock()
	if data != "" && !went {
		for _, kind := range []string{"dragEnter", "dragOver", "drop"} {
			if _, err := r.send("Input.dispatchDragEvent", new(scan.Object).Str("type", kind).Raw("x", toX).Raw("y", toY).Raw("data", data).JSON()); err != nil && !contextLost(err) {
				return nil, r.drop(x, y, err)
			}
		}
	}
	if err := r.all([]func() ([]byte, error){r.mouse("mouseReleased", toX, toY, 1, left)}); err != nil {
		return nil, err
	}
	if went {
		return nil, causeNavigated
	}
	return r.done(r.settleEffects(r.settled))
}

// locate finds the point of an element in the tab's viewport, and returns the run in its
// frame.
func (r *run) locate(at protocol.Target) (there *run, x, y string, err error) {
	point, watch := &engine.Point{Intent: engine.Hover}, &engine.Watch{}
	r, out, err := r.aim(at, &point.Target, point, watch)
	if err == nil && r.at != "" {
		if err = r.show(); err == nil {
			out, err = r.call(engine.Then(point, watch))
		}
	}
	if err != nil {
		return r, "", "", err
	}
	p := point.Answer(out)
	if err := r.clear(p.URL); err != nil {
		return r, "", "", err
	}
	x, y = string(p.X), string(p.Y)
	if r.at != "" {
		if x, y, err = r.outward(x, y); err != nil {
			return r, "", "", err
		}
	}
	return r, x, y, r.pointAllowed(x, y)
}

// drop lets go where the drag began, after it could not be finished.
func (r *run) drop(x, y string, err error) error {
	if r.ctx.Err() == nil {
		r.mouse("mouseReleased", x, y, 1, &protocol.Click{})
	}
	return err
}
