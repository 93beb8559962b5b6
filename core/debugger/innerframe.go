package debugger

// A frame that goes to another document because of an action belongs to what
// the action caused: a menu in one frame that opens a page in another. A frame
// that is new, as an advertisement's, is not waited for.

// innerFrame is where an action has sent a frame inside the page. Guarded by
// Debugger.mu.
type innerFrame struct {
	inner string // the frame that it sent elsewhere last, "" once that is there
	sent  bool   // it has sent one
	came  bool   // another document has come there
}

// innerAsked takes note that a frame was asked to go to another document, or
// has a link opened in a new tab.
func (d *Debugger) innerAsked(tabID int, params []byte) {
	m := members(params, "frameId", "reason", "disposition", "url")
	if text(m[2]) == "newTab" && text(m[1]) != "initialFrameNavigation" {
		d.windowOpened(tabID, text(m[3]))
		return
	}
	d.update(tabID, "", func(t *tab, r *run) {
		id := text(m[0])
		switch {
		case r == nil || text(m[1]) == "initialFrameNavigation":
		case text(m[2]) == "currentTab" && id != t.main.frame:
			r.inner, r.sent, r.came = id, true, false
		}
	})
}

// innerCommitted takes note that a frame has another document. d.mu is held; a nil run
// is none.
func (r *run) innerCommitted(frame string) {
	if r != nil && r.inner == frame {
		r.came = true
	}
}

// innerLoaded waits for the frame that the action sent elsewhere, and where
// nothing came of that, for a download; false when it is still loading.
func (r *run) innerLoaded() bool {
	sent, came := false, false
	done := r.await(loadLimit, func() bool {
		sent, came = r.sent, r.came
		return r.inner == "" || r.began
	})
	if sent && done && !came {
		r.await(downloadGrace, func() bool { return len(r.downloads) > 0 || r.began })
	}
	return done
}

// innerArrived takes note that a frame has loaded, or is none of this page any more.
// d.mu is held; a nil run is none.
func (r *run) innerArrived(frame string) {
	if r != nil && r.inner == frame {
		r.inner = ""
	}
}
