package debugger

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

// locals brings the children of this kind up to date. d.mu is held.
func (t *tab) locals() {
	for _, f := range t.frames.All() {
		if t.frames.Apart(f.ID, origin) {
			via, _ := t.frames.Process(f.ID)
			t.local(f.ID, f.URL, via)
		}
	}
	t.children = slices.DeleteFunc(t.children, func(c *child) bool {
		return c.local() && !t.frames.Apart(c.frame, origin)
	})
}

// local takes note of one.
func (t *tab) local(frame, url, via string) {
	for _, c := range t.children {
		if c.session == localKey+frame {
			c.url, c.parent = url, via
			return
		}
	}
	t.children = append(t.children, &child{engineDocument: engineDocument{frame: frame}, session: localKey + frame, parent: via, url: url})
}

func (c *child) local() bool { return strings.HasPrefix(c.session, localKey) }

// route is the session that the commands to a child go to.
func (r *run) route(session string) string {
	if !strings.HasPrefix(session, localKey) {
		return session
	}
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	for _, c := range r.t.children {
		if c.session == session {
			return c.parent
		}
	}
	return session // gone: nobody knows it
}

// localAround is the local child that a frame is, or is inside of, "" for none.
func (r *run) localAround(frame string) (key string, itself bool) {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	r.t.locals()
	for id := frame; id != ""; {
		for _, c := range r.t.children {
			if c.session == localKey+id {
				return c.session, id == frame
			}
		}
		f, ok := r.t.frames.Get(id)
		if !ok || f.Session != "" {
			break
		}
		id = f.Parent
	}
	return "", false
}
