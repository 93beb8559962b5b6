package debugger

import (
	"slices"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

// A page that is allowed may hold frames that are not. They get no input,
// the engine does not look into them, and a picture does not show them.

// foreign reports whether a refused frame lives in the page's own process,
// where a world with access to all origins could read it.
func (r *run) foreign() bool {
	r.awaitFrames()
	r.d.mu.Lock()
	frames := r.t.Frames.Local(r.t.Main.Frame)
	r.d.mu.Unlock()
	return slices.ContainsFunc(frames, func(f supervisor.Frame) bool { return !r.granted(f.ID) })
}

// pointAllowed refuses a point that lies in a refused frame, in whatever
// process that is shown.
func (r *run) pointAllowed(x, y string) error {
	refused := r.refused()
	if len(refused) == 0 {
		return nil
	}
	px, py := milli(x), milli(y)
	for session := ""; ; {
		holds, in, err := r.hit(session, px, py)
		if err != nil || slices.Contains(refused, in) {
			return r.refusal(in)
		}
		if slices.Contains(refused, holds.frame) {
			return r.refusal(holds.frame)
		}
		r.d.mu.Lock()
		f, _ := r.t.Frames.Get(holds.frame)
		r.d.mu.Unlock()
		if f.Session == "" { // an element, or nothing
			return nil
		}
		var ok bool
		if px, py, ok = r.inward(session, f.Session, holds.node, px, py); !ok {
			return r.refusal("")
		}
		session = f.Session
	}
}

// holder is an element, and the frame that it holds, if it is one that does.
type holder struct {
	node  int
	frame string
}

// hit finds what lies at a point of the viewport of a session's frame: the element,
// and the frame that its document is in. Nothing there is no error.
func (r *run) hit(session string, x, y int64) (at holder, in string, err error) {
	// The command counts from the top of the document, input from what is seen of it.
	size, err := r.sendTo(session, "Page.getLayoutMetrics", nil)
	if err != nil {
		return at, "", err
	}
	view := scan.Members(scan.Path(size, "cssVisualViewport"), "pageX", "pageY")
	out, err := r.sendTo(session, "DOM.getNodeForLocation", new(scan.Object).Num("x", int((x+milli(string(view[0])))/1000)).Num("y", int((y+milli(string(view[1])))/1000)).JSON())
	if err != nil {
		return at, "", r.ctx.Err()
	}
	m := scan.Members(out, "frameId", "backendNodeId")
	at.node = scan.Whole(m[1])
	out, err = r.sendTo(session, "DOM.describeNode", new(scan.Object).Num("backendNodeId", at.node).JSON())
	if err != nil {
		return at, scan.String(m[0]), err
	}
	node := scan.Members(scan.Path(out, "node"), "frameId", "nodeName")
	if at.frame = scan.String(node[0]); at.frame == scan.String(m[0]) { // of a document, it is its own
		at.frame = ""
	}
	return at, scan.String(m[0]), nil
}

// inward turns a point of the viewport that holds a frame into one of the frame's
// own. ok is false where a perspective lies between them.
func (r *run) inward(session, into string, node int, x, y int64) (ix, iy int64, ok bool) {
	out, err := r.sendTo(session, "DOM.getBoxModel", new(scan.Object).Num("backendNodeId", node).JSON())
	if err != nil {
		return 0, 0, false
	}
	box := contentBox(out)
	size, err := r.sendTo(into, "Page.getLayoutMetrics", nil)
	if err != nil {
		return 0, 0, false
	}
	view := scan.Members(scan.Path(size, "cssLayoutViewport"), "clientWidth", "clientHeight")
	return box.inside(x, y, int64(max(scan.Whole(view[0]), 1)), int64(max(scan.Whole(view[1]), 1)))
}

// inside is the inverse of at.
func (q quad) inside(x, y, width, height int64) (ix, iy int64, ok bool) {
	ax, ay, bx, by := q[2]-q[0], q[3]-q[1], q[6]-q[0], q[7]-q[1]
	if det := ax*by - ay*bx; det/1000 != 0 && near(q[4], q[0]+ax+bx) && near(q[5], q[1]+ay+by) {
		dx, dy := x-q[0], y-q[1]
		return (dx*by - dy*bx) * width / (det / 1000), (ax*dy - ay*dx) * height / (det / 1000), true
	}
	return 0, 0, false
}

// near reports whether two lengths are the same, as far as a page's layout tells.
func near(a, b int64) bool { return a-b < 1000 && b-a < 1000 }

func errForeign() error {
	return protocol.NewError(protocol.CodeDomainBlocked, "that place is in a frame of a domain on the blocklist, or of nobody that can be told; do not act in it")
}

// refusal is why a frame may not be touched.
func (r *run) refusal(frame string) error {
	if r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	if frame != "" {
		if err := r.touch(frame); err != nil {
			return err
		}
	}
	return errForeign()
}
