package debugger

import (
	"context"
	"slices"
)

// A frame that is on its way to a site that the person has not allowed yet gets there at
// a moment that nobody knows beforehand, such as between the last look at a point and
// the press. So the pointer is kept off a frame from when it sets out, and while the pointer
// acts a request of a frame for a document that the person has not allowed waits.

// frameNavigating takes note that a frame sets out for another document.
func (d *Debugger) frameNavigating(tabID int, params []byte) {
	m := members(params, "frameId", "navigationType")
	frame := text(m[0])
	if kind := text(m[1]); kind == "sameDocument" || kind == "historySameDocument" {
		return
	}
	d.tellNext(context.Background(), tabID, frame)
	d.mu.Lock()
	defer d.mu.Unlock()
	t := d.tab(tabID)
	if t.requests.navigating == nil {
		t.requests.navigating = map[string]bool{}
	}
	t.requests.navigating[frame] = t.requests.on
}

// frameStayed takes note that a frame is not on its way any more.
func (d *Debugger) frameStayed(tabID int, frame string) {
	d.toldNext(tabID, frame)
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.tab(tabID).requests.navigating, frame)
}

// framesUnderWay lists the frames that may hold at any moment a document that the person
// has not allowed. A frame around the element that is acted on is none: with its
// document the element goes.
func (r *run) framesUnderWay() (frames []string) {
	if !r.d.listener.Asked() {
		return nil
	}
	at := r.working()
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	for id := range r.t.requests.navigating {
		if _, known := r.t.frames.Get(id); known && id != r.t.main.frame && !r.t.frames.Within(at, id) && (r.frame == "" || !r.t.frames.Within(r.frame, id)) {
			frames = append(frames, id)
		}
	}
	slices.Sort(frames)
	return frames
}

// unshield ends what shield began.
func (r *run) unshield(c covers) {
	r.uncover(c)
	r.d.mu.Lock()
	parked := r.t.requests.suspended
	r.t.requests.suspended, r.t.requests.shielded = nil, false
	r.d.mu.Unlock()
	for _, h := range parked {
		r.d.letGo(h)
	}
	r.d.hold(context.Background(), r.t, false)
}
