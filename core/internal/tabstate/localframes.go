package tabstate

import (
	"slices"
	"strings"
)

// A frame of another origin in its parent's process, as one of another
// subdomain is, has no session of its own, and no engine but one in its own
// document may look into it. It is a child all the same, whose commands go to
// the session of its process.

// localKey is what stands for the session of such a child.
const localKey = "local:"

// Local reports whether a child is one of this kind.
func (c *Child) Local() bool { return strings.HasPrefix(c.Session, localKey) }

// Locals brings the children of this kind up to date.
func (t *Tab) Locals() {
	for _, f := range t.Frames.All() {
		if t.Frames.Apart(f.ID, Origin) {
			via, _ := t.Frames.Process(f.ID)
			t.local(f.ID, f.URL, via)
		}
	}
	t.Children = slices.DeleteFunc(t.Children, func(c *Child) bool {
		return c.Local() && !t.Frames.Apart(c.Frame, Origin)
	})
}

// local takes note of one.
func (t *Tab) local(frame, url, via string) {
	for _, c := range t.Children {
		if c.Session == localKey+frame {
			c.URL, c.Parent = url, via
			return
		}
	}
	t.Children = append(t.Children, &Child{Document: Document{Frame: frame}, Session: localKey + frame, Parent: via, URL: url})
}

// Route is the session that the commands to a child go to.
func (t *Tab) Route(session string) string {
	if strings.HasPrefix(session, localKey) {
		for _, c := range t.Children {
			if c.Session == session {
				return c.Parent
			}
		}
	}
	return session // a local one that is gone: nobody knows it
}

// LocalAround is the local child that a frame is, or is inside of, "" for none.
func (t *Tab) LocalAround(frame string) (key string, itself bool) {
	t.Locals()
	for id := frame; id != ""; {
		for _, c := range t.Children {
			if c.Session == localKey+id {
				return c.Session, id == frame
			}
		}
		f, ok := t.Frames.Get(id)
		if !ok || f.Session != "" {
			break
		}
		id = f.Parent
	}
	return "", false
}

// Origin is the part of a URL before its path.
func Origin(url string) string {
	if at := strings.Index(url, "://"); at >= 0 {
		if end := strings.IndexAny(url[at+3:], "/?#"); end >= 0 {
			return url[:at+3+end]
		}
	}
	return url
}
