package tabstate

import (
	"time"

	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

// navigated takes note that a frame has another document.
func (f *fold) navigated(e *Event) {
	frame := scan.Path(e.Params, "frame")
	if e.Session != "" || len(scan.Path(frame, "parentId")) > 0 {
		f.innerCommitted(frame)
	} else {
		f.committed(frame, scan.TextAt(e.Params, "type"))
	}
	f.ended(scan.TextAt(frame, "id"))
}

// committed takes note that the main frame has another document.
func (f *fold) committed(frame []byte, how string) {
	f.dropDialogs(func(*HeldDialog) bool { return true })
	f.ends("", f.at)
	f.Frames.LeavePage()
	f.Adopt(frame, f.at)
	f.Requests.Navigating, f.Requests.Vain = nil, nil
	f.Main.Doc++
	f.Main.World, f.Main.Narrow, f.Main.Coming, f.Crashed = 0, false, 0, false
	// A page out of the back-forward cache is complete and fires no load event.
	cached := how == "BackForwardCacheRestore"
	f.Nav = Navigation{Loading: f.Nav.Loading && !cached, Ready: cached, Loaded: cached}
	f.Unread = false
	if cached {
		f.tell(News{Kind: Restored, Sessions: f.Restore()})
	}
	if a := f.Action; a != nil {
		a.Commits++
		a.Began, a.Unanswered = false, nil
	}
	f.tell(News{Kind: Committed, URL: f.URL})
}

// innerCommitted is committed for a frame inside the main one.
func (f *fold) innerCommitted(frame []byte) {
	m := scan.Texts(frame, "id", "parentId", "url", "unreachableUrl")
	id := m[0]
	f.Action.innerCommitted(id)
	f.ends(id, f.at)
	f.Frames.Commit(id, m[1], m[2])
	f.dropDialogs(func(h *HeldDialog) bool { return h.Dialog.Frame == id })
	if m[3] != "" {
		f.tell(News{Kind: ErrorPage, URL: m[3], Reason: f.Requests.Reasons[id]})
	}
}

// opened takes note that a script has opened a document anew: it is of whoever's
// address it has from now on.
func (f *fold) opened(params []byte) {
	m := scan.Texts(scan.Path(params, "frame"), "id", "url")
	if f.Frames.Put(m[0], "", m[1]); m[0] == f.Main.Frame {
		f.URL = m[1]
	}
}

func (f *fold) frameDetached(params []byte) {
	m := scan.Texts(params, "frameId", "reason")
	if m[1] == "swap" { // it goes on in another process
		return
	}
	f.dropDialogs(func(h *HeldDialog) bool { return f.Frames.Within(h.Dialog.Frame, m[0]) })
	f.ends(m[0], f.at)
	f.Frames.Remove(m[0])
	f.Action.innerArrived(m[0])
	f.ended(m[0])
}

// Restore takes note that the page is one that the browser had kept: it tells of none
// of its frames anew but those in processes of their own, and of these before it tells
// of the page. It returns the sessions in which to ask for the others.
func (t *Tab) Restore() (sessions []string) {
	t.Unread = true
	sessions = append(sessions, "")
	for _, c := range t.Children {
		if !c.Local() {
			t.Frames.Adopt(c.Frame, c.Around, c.URL, true)
			t.Frames.Enter(c.Frame, c.Session)
			sessions = append(sessions, c.Session)
		}
	}
	return sessions
}

// Adopt takes over a main frame's description.
func (t *Tab) Adopt(frame []byte, at time.Time) {
	m := scan.Texts(frame, "id", "url", "unreachableUrl", "urlFragment")
	if id := m[0]; id != t.Main.Frame {
		if t.Main.Frame != "" { // else those known were told of before it
			t.ends("", at)
			t.Frames = supervisor.Frames{}
		}
		t.Main.Frame = id
		t.Frames.Root(id)
	}
	// The description may be older than the news that no page came: about:blank.
	if url := m[1]; url != "" || t.URL != "about:blank" {
		t.URL = url
	}
	t.Failed = false
	if u := m[2]; u != "" {
		t.URL, t.Failed = u, true // an error page stands for the page that could not be loaded
	} else {
		t.URL += m[3]
	}
	t.Frames.Put(t.Main.Frame, "", t.URL)
}

// AdoptTree takes over the frames inside a frame tree.
func (t *Tab) AdoptTree(tree []byte) {
	for trees := [][]byte{tree}; len(trees) > 0; trees = trees[1:] {
		around, below := scan.TextAt(trees[0], "frame", "id"), scan.Path(trees[0], "childFrames")
		for n := 0; ; n++ {
			sub := scan.Nth(below, n)
			if sub == nil {
				break
			}
			m := scan.Texts(scan.Path(sub, "frame"), "id", "url")
			t.Frames.Adopt(m[0], around, m[1], false)
			trees = append(trees, sub)
		}
	}
}
