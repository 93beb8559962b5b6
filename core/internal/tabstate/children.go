package tabstate

import (
	"maps"
	"slices"

	"github.com/zapvol/bua/core/scan"
)

// Child is a frame in another process: a CDP target of its own, reached by a
// flat session.
type Child struct {
	Document
	Session string
	// Parent is the session of the frame around it, "" the tab's own; Around is
	// that frame.
	Parent, Around, URL string
	// Read: the frames are known that it has in its process.
	Read bool
}

// childAttached takes note of a frame in another process.
func (f *fold) childAttached(parent string, params []byte) {
	session, m := scan.TextAt(params, "sessionId"), scan.Texts(scan.Path(params, "targetInfo"), "type", "targetId", "url", "parentFrameId")
	frame, url, around := m[1], m[2], m[3]
	if m[0] != "iframe" || session == "" {
		return
	}
	known, saw := f.Frames.Get(frame)
	if around == "" && known.Parent == "" {
		if outer := f.Document(parent); outer != nil {
			around = outer.Frame // at least that far in
		}
	}
	f.Children = append(f.Children, &Child{Document: Document{Frame: frame}, Session: session, Parent: parent, Around: around, URL: url})
	if !f.Attached || !saw { // it was there before
		f.Frames.Adopt(frame, around, url, true)
	}
	f.ends(frame, f.at)
	f.Frames.Enter(frame, session)
	if f.Attached && saw {
		f.Frames.Put(frame, around, url)
	}
	f.Action.innerCommitted(frame)
	if url != "" { // else it has no document yet, and is not read: childMoved
		f.Action.innerArrived(frame) // an extract waits for the rest of it
	} else {
		f.Frames.Expect(frame)
	}
	f.tell(News{Kind: ChildAttached, Session: session})
}

// childDetached takes note that a session is gone, and with it those inside: of
// them the browser tells nothing more.
func (f *fold) childDetached(session string) {
	if session == "" {
		return
	}
	for {
		i := slices.IndexFunc(f.Children, func(c *Child) bool { return c.Parent == session })
		if i < 0 {
			break
		}
		f.childDetached(f.Children[i].Session)
	}
	for _, c := range f.Children {
		if c.Session == session {
			f.ends(c.Frame, f.at)
		}
	}
	f.Children = slices.DeleteFunc(f.Children, func(c *Child) bool { return c.Session == session })
	f.dropDialogs(func(h *HeldDialog) bool { return h.Session == session })
	f.Frames.Leave(session)
	maps.DeleteFunc(f.Owners, func(_ int, s string) bool { return s == session })
	f.tell(News{Kind: ChildGone, Session: session})
}

// childMoved takes note of the address of a frame in another process.
func (f *fold) childMoved(params []byte) {
	m := scan.Texts(scan.Path(params, "targetInfo"), "targetId", "url")
	for _, c := range f.Children {
		if c.Frame == m[0] {
			c.URL = m[1]
			if _, ok := f.Frames.Get(c.Frame); ok { // else it was in a document that is gone
				f.Frames.Put(c.Frame, "", c.URL)
			}
			f.Action.innerArrived(c.Frame)
		}
	}
}
