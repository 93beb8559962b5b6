package supervisor

import (
	"slices"
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// Frame is one frame of a tab.
type Frame struct {
	ID, Parent, URL string
	// Session is that of a frame in another process, of which it is the
	// outermost; "" when it shares its parent's.
	Session string
	// Was is the address of the document before one that has none, Origin what
	// that one answered for its own, and Ask that it is to be asked: see Owners.
	Was, Origin string
	Ask         bool
	// Doc counts the documents that it is known to have held.
	Doc int
}

// Frames is the tree of a tab's frames, in the order in which they came.
type Frames struct {
	list []Frame
	root string // the main frame
	// kept are frames of pages that were left, the last behind: see LeavePage.
	kept []Frame
	// seen is what has come since Watch, nil without one.
	seen *arrivals
}

// maxKept is how many frames of pages that were left are remembered.
const maxKept = 200

// maxDepth bounds the walk up a tree that a page might have tied into a knot.
const maxDepth = 100

func (f *Frames) find(id string) int {
	for i := range f.list {
		if f.list[i].ID == id {
			return i
		}
	}
	return -1
}

// Put takes note of a frame, or of where it is now. What is "" stays as it was.
func (f *Frames) Put(id, parent, url string) {
	i := f.find(id)
	if i < 0 {
		f.list = append(f.list, Frame{ID: id})
		i = len(f.list) - 1
	}
	if parent != "" {
		f.list[i].Parent = parent
	}
	if url != "" {
		f.list[i].arrive(url)
		f.note(id)
	}
}

// Root takes note of the main frame, which stands first. A frame with a session
// that came before it, of which nobody said where it stands, is at least in there.
func (f *Frames) Root(id string) {
	f.root = id
	if f.find(id) < 0 {
		f.list = append([]Frame{{ID: id}}, f.list...)
	}
	for i := range f.list {
		if g := &f.list[i]; g.ID != id && g.Parent == "" && g.Session != "" {
			g.Parent = id
		}
	}
}

// Commit takes note that a frame has another document.
func (f *Frames) Commit(id, parent, url string) {
	f.Clear(id)
	f.Put(id, parent, url)
}

// LeavePage takes note that the main frame has another document. The browser may keep
// the page and bring it back as it was. So what is known of its frames is kept
// too, where their address does not tell it.
func (f *Frames) LeavePage() {
	for _, g := range f.list {
		if g.ID != f.root && SelfURL(g.URL) == "" {
			f.kept = append(f.kept, g)
		}
	}
	if n := len(f.kept) - maxKept; n > 0 {
		f.kept = append([]Frame(nil), f.kept[n:]...)
	}
	f.Clear(f.root)
}

// back takes over what was known of a frame before its page was left.
func (f *Frames) back(id, parent, url string) bool {
	for i := len(f.kept) - 1; i >= 0; i-- {
		if g := f.kept[i]; g.ID == id {
			if g.Parent != parent || g.URL != url {
				return false
			}
			g.Session = ""
			f.list = append(f.list, g)
			return true
		}
	}
	return false
}

// Enter takes note that a frame is reached through a session of its own, and
// Leave that the session is gone: the frame then shares its parent's, if it is
// still there. What was in the frame before is gone either way: nothing tells of
// the frames of a process that a document has left.
func (f *Frames) Enter(id, session string) {
	f.Clear(id)
	f.Put(id, "", "")
	f.list[f.find(id)].Session = session
}

// Leave is told the session.
func (f *Frames) Leave(session string) {
	for i := range f.list {
		if f.list[i].Session == session {
			f.list[i].Session = ""
			f.Clear(f.list[i].ID)
			f.missed(f.list[i].ID)
			return
		}
	}
}

// Remove takes note that a frame is gone, with all in it.
func (f *Frames) Remove(id string) {
	f.Clear(id)
	f.missed(id)
	if i := f.find(id); i >= 0 {
		f.list = append(f.list[:i], f.list[i+1:]...)
	}
}

// Clear takes note that a frame has another document: nothing is in it yet.
func (f *Frames) Clear(id string) {
	if !slices.ContainsFunc(f.list, func(g Frame) bool { return g.Parent == id }) {
		return // as mostly
	}
	kept := f.list[:0]
	var below []bool
	for _, g := range f.list {
		below = append(below, f.inside(g.ID, id))
	}
	for i, g := range f.list {
		if !below[i] {
			kept = append(kept, g)
		}
	}
	f.list = kept
}

// Within reports whether a frame is that one, or inside it.
func (f *Frames) Within(id, outer string) bool { return id == outer || f.inside(id, outer) }

func (f *Frames) inside(id, outer string) bool {
	for range maxDepth {
		i := f.find(id)
		if i < 0 || f.list[i].Parent == "" {
			return false
		}
		if id = f.list[i].Parent; id == outer {
			return true
		}
	}
	return false
}

// Get returns a frame.
func (f *Frames) Get(id string) (Frame, bool) {
	if i := f.find(id); i >= 0 {
		return f.list[i], true
	}
	return Frame{}, false
}

// All lists every frame.
func (f *Frames) All() []Frame { return f.Clone().list }

// Clone returns the tree as it is now.
func (f *Frames) Clone() *Frames { return &Frames{list: append([]Frame(nil), f.list...), root: f.root} }

// Process returns the session that reaches a frame, and the frame that is
// outermost in its process.
func (f *Frames) Process(id string) (session, root string) {
	for range maxDepth {
		i := f.find(id)
		if i < 0 {
			break
		}
		if g := f.list[i]; g.Session != "" || g.Parent == "" {
			return g.Session, g.ID
		}
		id = f.list[i].Parent
	}
	return "", ""
}

// Apart reports whether a frame is of another origin than the one around it
// whose process it shares. A frame without an address of its own, such as
// about:srcdoc, is of the origin around it.
func (f *Frames) Apart(id string, origin func(url string) string) bool {
	i := f.find(id)
	if i < 0 || f.list[i].Session != "" || !strings.HasPrefix(f.list[i].URL, "http") {
		return false
	}
	at := f.list[i]
	for range maxDepth {
		around := f.find(at.Parent)
		if around < 0 {
			return false
		}
		if at = f.list[around]; strings.HasPrefix(at.URL, "http") {
			return origin(at.URL) != origin(f.list[i].URL)
		}
	}
	return false
}

// Local lists the frames in the process of the tab's main frame, without it.
func (f *Frames) Local(main string) []Frame {
	var out []Frame
	for _, g := range f.list {
		if session, root := f.Process(g.ID); session == "" && root == main && g.ID != main {
			out = append(out, g)
		}
	}
	return out
}

// Limits of a snapshot.
const (
	maxShown   = 30
	maxForeign = 2 // processes within one another
)

// Snapshot lists frames as the agent is told of them, the main one first:
// all, or no more than belong into the answer of an extract. shown is what the
// agent may know of a frame's address; blocked that it is nothing at all.
func (f *Frames) Snapshot(all bool, shown func(Frame) (url string, blocked bool)) (out []protocol.FrameInfo, more bool) {
	for _, g := range f.list {
		if !all && (len(out) == maxShown || f.foreign(g) > maxForeign) {
			more = true
			continue
		}
		info := protocol.FrameInfo{FrameID: g.ID, Parent: g.Parent}
		info.URL, info.Blocked = shown(g)
		out = append(out, info)
	}
	return out, more
}

// foreign counts the processes between a frame and the main one.
func (f *Frames) foreign(g Frame) (n int) {
	for range maxDepth {
		if g.Session != "" {
			n++
		}
		i := f.find(g.Parent)
		if i < 0 {
			return n
		}
		g = f.list[i]
	}
	return n
}
