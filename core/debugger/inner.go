package debugger

// A frame that goes to another document because of an action belongs to what
// the action caused: a menu in one frame that opens a page in another. A frame
// that is new, as an advertisement's, is not waited for.

// innerAsked takes note that a frame was asked to go to another document.
func (d *Debugger) innerAsked(tabID int, params []byte) {
	m := members(params, "frameId", "reason")
	if text(m[1]) == "initialFrameNavigation" {
		return
	}
	d.note(tabID, "", func(t *tab, r *run) {
		if id := text(m[0]); r != nil && r.acted && id != t.main.frame {
			r.inner, r.sent = id, true
		}
	})
}

// innerDone takes note that a frame has loaded, or is none of this page any more.
func (d *Debugger) innerDone(tabID int, frame string) {
	d.note(tabID, "", func(_ *tab, r *run) {
		if r != nil && r.inner == frame {
			r.inner = ""
		}
	})
}
