package debugger

import (
	"slices"

	"github.com/zapvol/bua/core/supervisor"
)

// A frame that is on its way to a refused site gets there at a moment that nobody
// knows beforehand, such as between the last look at a point and the press. So
// the pointer is kept off a frame from when it sets out, and while the pointer
// acts a request of a frame for a refused document waits.

// goes takes note that a frame sets out for another document.
func (d *Debugger) goes(tabID int, params []byte) {
	m := members(params, "frameId", "navigationType")
	frame := text(m[0])
	if kind := text(m[1]); kind == "sameDocument" || kind == "historySameDocument" {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if t := d.tab(tabID); frame != t.main.frame {
		if t.hold.going == nil {
			t.hold.going = map[string]bool{}
		}
		t.hold.going[frame] = true
	}
}

// stays takes note that a frame is not on its way any more.
func (d *Debugger) stays(tabID int, frame string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.tab(tabID).hold.going, frame)
}

// coming lists the frames that may hold a refused document at any moment. One
// that set out before requests were held back may be led there by its server. A
// frame around the element that is acted on is none: with its document the element goes.
func (r *run) coming() (frames []string) {
	if !r.d.listener.Bounded() {
		return nil
	}
	at := r.working()
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	for id := range r.t.hold.going {
		if _, known := r.t.frames.Get(id); known && id != r.t.main.frame && !r.t.frames.Within(at, id) && (r.frame == "" || !r.t.frames.Within(r.frame, id)) {
			frames = append(frames, id)
		}
	}
	slices.Sort(frames)
	return frames
}

// park has a request for a refused document wait while the pointer acts.
func (d *Debugger) park(h *paused) bool {
	r := h.run
	if r == nil || h.whose != theirs {
		return false
	}
	if own := supervisor.Own(h.url); own == "" || r.guard.Allow(own) == nil && r.guard.Granted(own) {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	t := d.tab(h.to.Tab)
	if !t.hold.shields || h.frame == t.main.frame {
		return false
	}
	t.hold.parked = append(t.hold.parked, h)
	return true
}

// unshield ends what shield began.
func (r *run) unshield(c covers) {
	r.uncover(c)
	r.d.mu.Lock()
	parked := r.t.hold.parked
	r.t.hold.parked, r.t.hold.shields = nil, false
	r.d.mu.Unlock()
	for _, h := range parked {
		r.d.answered(h, nil)
	}
}
