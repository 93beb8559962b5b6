package debugger

import (
	"slices"

	"github.com/zapvol/bua/core/supervisor"
)

// A frame that is on its way to a refused site gets there at a moment that nobody
// knows beforehand, such as between the last look at a point and the press. So
// the pointer is kept off a frame from when it sets out, and while the pointer
// acts a request of a frame for a refused document waits.

// frameNavigating takes note that a frame sets out for another document.
func (d *Debugger) frameNavigating(tabID int, params []byte) {
	m := members(params, "frameId", "navigationType")
	frame := text(m[0])
	if kind := text(m[1]); kind == "sameDocument" || kind == "historySameDocument" {
		return
	}
	d.setsOut(tabID, frame)
	d.mu.Lock()
	defer d.mu.Unlock()
	if t := d.tab(tabID); frame != t.main.frame {
		if t.requests.navigating == nil {
			t.requests.navigating = map[string]bool{}
		}
		t.requests.navigating[frame] = true
	}
}

// frameStayed takes note that a frame is not on its way any more.
func (d *Debugger) frameStayed(tabID int, frame string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.tab(tabID).requests.navigating, frame)
}

// framesUnderWay lists the frames that may hold a refused document at any moment. One
// that set out before requests were held back may be led there by its server. A
// frame around the element that is acted on is none: with its document the element goes.
func (r *run) framesUnderWay() (frames []string) {
	if !r.d.listener.Bounded() {
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

// suspendRequest has a request for a refused document wait while the pointer acts.
func (d *Debugger) suspendRequest(h *heldRequest) bool {
	r := h.run
	if r == nil || h.whose != theirs {
		return false
	}
	if own := supervisor.SelfURL(h.url); own == "" || r.guard.Allow(own) == nil && r.guard.Granted(own) {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	t := d.tab(h.to.Tab)
	if !t.requests.shielded || h.frame == t.main.frame {
		return false
	}
	t.requests.suspended = append(t.requests.suspended, h)
	return true
}

// unshield ends what shield began.
func (r *run) unshield(c covers) {
	r.uncover(c)
	r.d.mu.Lock()
	parked := r.t.requests.suspended
	r.t.requests.suspended, r.t.requests.shielded = nil, false
	r.d.mu.Unlock()
	for _, h := range parked {
		r.d.finishRequest(h, nil)
	}
}
