package tabstate

// A frame that goes to another document because of an action belongs to what
// the action caused: a menu in one frame that opens a page in another. A frame
// that is new, as an advertisement's, is not waited for.

// InnerFrame is where an action has sent a frame inside the page.
type InnerFrame struct {
	Inner string // the frame that it sent elsewhere last, "" once that is there
	Sent  bool   // it has sent one
	Came  bool   // another document has come there
}

// sendsInner takes note that a frame was sent elsewhere. Here and below no action is nil.
func (a *Action) sendsInner(frame string) {
	if a != nil {
		a.Inner, a.Sent, a.Came = frame, true, false
	}
}

// innerCommitted takes note that a frame has another document.
func (a *Action) innerCommitted(frame string) {
	if a != nil && a.Inner == frame {
		a.Came = true
	}
}

// innerArrived takes note that a frame has loaded, or is none of this page any more.
func (a *Action) innerArrived(frame string) {
	if a != nil && a.Inner == frame {
		a.Inner = ""
	}
}
