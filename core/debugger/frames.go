package debugger

import (
	"slices"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

// listFrames lists every frame of the tab.
func listFrames(r *run) (protocol.Result, error) {
	list, _ := r.snapshot(true)
	return protocol.FramesResult{Frames: list}, r.ctx.Err()
}

// snapshot is the frame tree as the agent may see it.
func (r *run) snapshot(all bool) (list []protocol.FrameInfo, more bool) {
	r.awaitFrames()
	r.d.mu.Lock()
	frames, main := r.t.Frames.Clone(), r.t.Main.Frame
	r.d.mu.Unlock()
	return frames.Snapshot(all, func(f supervisor.Frame) (url string, blocked bool) {
		switch {
		case r.may(f.ID) != nil:
			return "", true
		case f.ID != main && !r.granted(f.ID): // the agent learns no more of it than which site it is
			if own, _, _ := frames.Owners(f.ID); len(own) > 0 {
				url = tabstate.Origin(supervisor.SelfURL(own[0]))
			}
			return url, false
		}
		return f.URL, false
	})
}

// place finds the frame that the agent named: the session of its process, and
// whether it is one inside another there.
func (r *run) place() (session string, inner bool, err error) {
	if r.frame == "" {
		return "", false, nil
	}
	r.awaitFrames()
	r.d.mu.Lock()
	f, ok := r.t.Frames.Get(r.frame)
	session, root := r.t.Frames.Process(r.frame)
	r.d.mu.Unlock()
	if !ok || root == "" {
		return "", false, protocol.NewError(protocol.CodeElementStale, "there is no frame of this id in the tab now; list them with frames")
	}
	if err := r.touch(f.ID); err != nil {
		return "", false, err
	}
	return session, root != r.frame, nil
}

// enter makes the selectors of the next engine calls mean the frame that the agent
// named, and returns the run there. A frame in the process of the one around it is read
// by that one's engine: within says that it is to be told so.
func (r *run) enter() (there *run, within bool, err error) {
	session, inner, err := r.place()
	if err != nil {
		return r, false, err
	}
	itself := !inner
	if inner {
		var key string
		if key, itself = r.localAround(r.frame); key != "" {
			session = key
		}
	}
	r.inside = session
	if r = r.goTo(session); itself {
		return r, false, nil
	}
	if _, err := r.call(engine.Do(&engine.Here{})); err != nil {
		return r, false, err
	}
	owner := ""
	out, err := r.sendTo(r.at, "DOM.getFrameOwner", new(scan.Object).Str("frameId", r.frame).JSON())
	if err == nil {
		owner, err = r.node(scan.WholeAt(out, "backendNodeId"))
	}
	if err != nil {
		return r, false, errFrameGone()
	}
	_, err = r.on(r.at, owner, engine.CallEnter)
	return r, true, err
}

// localAround is the local child that a frame is, or is inside of, "" for none.
func (r *run) localAround(frame string) (key string, itself bool) {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.t.LocalAround(frame)
}

// FrameTab returns the attached tab that a frame is in, 0 for none. sure says that all
// frames of such tabs are known that the browser has told of.
func (d *Debugger) FrameTab(frame string) (tab int, sure bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	sure = true
	for id, t := range d.tabs {
		if !t.Attached {
			sure = sure && t.attaching == nil
			continue
		}
		if _, ok := t.Frames.Get(frame); ok {
			return id, true
		}
		sure = sure && !t.Unread && !slices.ContainsFunc(t.Children, func(c *tabstate.Child) bool { return !c.Read })
	}
	return 0, sure
}
