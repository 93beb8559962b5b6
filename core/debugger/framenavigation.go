package debugger

import (
	"context"
	"slices"
)

// A frame that is on its way to a site that the person has not allowed yet gets there at
// a moment that nobody knows beforehand, such as between the last look at a point and
// the press. So the pointer is kept off a frame from when it sets out, and while the pointer
// acts a request of a frame for a document that the person has not allowed waits.

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
	for id := range r.t.Requests.Navigating {
		if _, known := r.t.Frames.Get(id); known && id != r.t.Main.Frame && !r.t.Frames.Within(at, id) && (r.frame == "" || !r.t.Frames.Within(r.frame, id)) {
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
	parked := r.t.caused.suspended
	r.t.caused.suspended, r.t.Requests.Shielded = nil, false
	r.d.mu.Unlock()
	for _, h := range parked {
		r.d.letGo(h)
	}
	r.d.hold(context.Background(), r.t, false)
}
