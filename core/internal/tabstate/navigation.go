package tabstate

import "github.com/zapvol/bua/core/scan"

// MainFrame is where an action has brought the main frame so far.
type MainFrame struct {
	Commits  int    // documents that it committed to
	Within   bool   // a same-document navigation
	Stayed   bool   // the tab's policy kept the page that was to be left
	Began    bool   // a navigation is on its way
	Tried    bool   // one has begun, whatever became of it
	External string // what another program was to open
}

// begins takes note that a navigation of the main frame is on its way. No action is nil.
func (a *Action) begins() {
	if a != nil {
		a.Began, a.Tried = true, true
	}
}

// other reports whether news is about a frame inside the main one: "" can only be
// the main one.
func (f *fold) other(frame string) bool {
	return frame != "" && f.Main.Frame != "" && frame != f.Main.Frame
}

// asked takes note that a frame was asked to go to another document, or has a link
// opened in a new tab.
func (f *fold) asked(e *Event) {
	m := scan.Texts(e.Params, "frameId", "reason", "disposition", "url")
	frame, reason, where, url := m[0], m[1], m[2], m[3]
	if where == "currentTab" {
		f.tell(News{Kind: SetsOut, Frame: frame})
		if f.Requests.Reasons == nil {
			f.Requests.Reasons = map[string]string{}
		}
		f.Requests.Reasons[frame] = reason
	}
	if External(url) { // no page is on its way
		if f.Action != nil {
			f.Action.External, f.ExternalOpened = url, f.at
		}
		return
	}
	switch {
	case reason == "initialFrameNavigation":
	case where == "newTab":
		f.windowOpens(url)
	case where == "currentTab" && frame != f.Main.Frame:
		f.Action.sendsInner(frame)
	}
	if e.Session == "" && where == "currentTab" && !f.other(frame) {
		f.Nav.Asked = true
		f.Action.begins()
	}
}

// setsOut takes note that a frame sets out for another document, or for another
// place in its own.
func (f *fold) setsOut(e *Event) {
	m := scan.Texts(e.Params, "frameId", "navigationType")
	if kind := m[1]; kind != "sameDocument" && kind != "historySameDocument" {
		f.tell(News{Kind: SetsOut, Frame: m[0]})
		if f.Requests.Navigating == nil {
			f.Requests.Navigating = map[string]bool{}
		}
		f.Requests.Navigating[m[0]] = f.Requests.On
	}
	if e.Session == "" {
		f.startedLoading(e.Params)
	}
}

func (f *fold) startedLoading(params []byte) {
	if f.other(scan.TextAt(params, "frameId")) {
		return
	}
	f.Nav.Planned, f.Nav.Asked, f.Nav.Loading = false, false, true
	f.Action.begins()
}

func (f *fold) stoppedLoading(e *Event) {
	frame := scan.TextAt(e.Params, "frameId")
	f.stays(frame)
	f.Action.innerArrived(frame)
	if e.Session != "" || f.other(frame) {
		return
	}
	f.Nav = Navigation{Ready: true, Loaded: true}
	if f.URL == "" { // a new tab's first page, and nothing came
		f.URL = "about:blank"
		if f.Main.Frame != "" {
			f.Frames.Put(f.Main.Frame, "", f.URL)
		}
	}
	if f.Action != nil {
		f.Action.Began = false
	}
}

// stays takes note that a frame is not on its way any more.
func (f *fold) stays(frame string) {
	delete(f.Requests.Navigating, frame)
	f.tell(News{Kind: Arrived, Frame: frame})
}

// ended takes note that a frame asks for nothing any more: it has another document,
// or is gone, or its document was a download.
func (f *fold) ended(frame string) {
	f.stays(frame)
	delete(f.Requests.Reasons, frame)
}

func (f *fold) within(params []byte) {
	if f.other(scan.TextAt(params, "frameId")) {
		return
	}
	f.URL = scan.TextAt(params, "url")
	if f.Action != nil {
		f.Action.Within = true
	}
}

func (f *fold) planned(params []byte) {
	if f.other(scan.TextAt(params, "frameId")) || scan.WholeAt(params, "delay") >= 1 {
		return
	}
	f.Nav.Planned = true
	f.Action.begins()
}

func (f *fold) planDropped(params []byte) {
	if f.other(scan.TextAt(params, "frameId")) {
		return
	}
	f.Nav.Planned = false
	if f.Action != nil && !f.Nav.Loading && !f.Nav.Asked {
		f.Action.Began = false
	}
}
