package debugger

import "context"

// child is a frame in another process: a CDP target of its own, reached by a
// flat session.
type child struct {
	session, frame, url string
}

// childAttached takes note of a frame in another process, and asks for the
// frames in other processes inside it.
func (d *Debugger) childAttached(tabID int, params []byte) {
	m := members(params, "sessionId", "targetInfo")
	info := members(m[1], "type", "targetId", "url")
	session := text(m[0])
	if text(info[0]) != "iframe" || session == "" {
		return
	}
	d.mu.Lock()
	t := d.tab(tabID)
	t.children = append(t.children, child{session: session, frame: text(info[1]), url: text(info[2])})
	t.wake()
	d.mu.Unlock()
	go func() {
		_, _ = d.cdp.Send(context.Background(), Target{Tab: tabID, Session: session}, "Target.setAutoAttach", autoAttach())
	}()
}

func (d *Debugger) childDetached(tabID int, session string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	t := d.tab(tabID)
	for i, c := range t.children {
		if c.session == session {
			t.children = append(t.children[:i:i], t.children[i+1:]...)
			break
		}
	}
	t.wake()
}

func (d *Debugger) childMoved(tabID int, params []byte) {
	info := members(member(params, "targetInfo"), "targetId", "url")
	frame := text(info[0])
	d.mu.Lock()
	defer d.mu.Unlock()
	t := d.tab(tabID)
	for i := range t.children {
		if t.children[i].frame == frame {
			t.children[i].url = text(info[1])
		}
	}
}

// autoAttach are the parameters that make Chrome open a session for every
// frame in another process, and for nothing else.
func autoAttach() []byte {
	return object(nil).flag("autoAttach", true).flag("waitForDebuggerOnStart", false).flag("flatten", true).
		raw("filter", `[{"type":"iframe"},{"exclude":true}]`).end()
}
