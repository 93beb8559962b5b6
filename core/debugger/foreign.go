package debugger

import "github.com/zapvol/bua/core/protocol"

// A page that is allowed may hold frames that are not. They get no input,
// the engine does not look into them, and a picture does not show them.

// foreign reports whether a refused frame lives in the page's own process,
// where a world with access to all origins could read it.
func (r *run) foreign() bool {
	r.d.mu.Lock()
	frames := r.t.frames.Local(r.t.main.frame)
	r.d.mu.Unlock()
	for _, f := range frames {
		if !r.granted(f.ID) {
			return true
		}
	}
	return false
}

// pointAllowed refuses a point that lies in a refused frame.
func (r *run) pointAllowed(x, y string) error {
	frames := r.refused()
	if len(frames) == 0 {
		return nil
	}
	// The command counts from the top of the document.
	size, err := r.send("Page.getLayoutMetrics", nil)
	if err != nil {
		return err
	}
	view := members(member(size, "cssLayoutViewport"), "pageX", "pageY")
	out, err := r.send("DOM.getNodeForLocation", with().num("x", whole([]byte(x))+whole(view[0])).num("y", whole([]byte(y))+whole(view[1])).end())
	if err != nil {
		return nil // nothing is there
	}
	m := members(out, "frameId", "backendNodeId")
	for _, id := range frames {
		if text(m[0]) == id || r.holder(id) == whole(m[1]) {
			return r.refusal(id)
		}
	}
	return nil
}

// focusAllowed refuses keys while a refused frame may have the focus: which
// one has it cannot be told from outside.
func (r *run) focusAllowed() error {
	if len(r.refused()) == 0 {
		return nil
	}
	out, err := r.call(`'{"ok":{"in":'+/^(iframe|frame|embed|object)$/i.test(document.activeElement?.localName??"")+'}}'`)
	if err == nil && truth(member(out, "in")) {
		return errForeign()
	}
	return err
}

// veil hides the refused frames until the returned function is called. An
// animation does it: no attribute or style sheet of the page changes.
func (r *run) veil() (lift func(), err error) {
	var ids []string
	for _, frame := range r.refused() {
		world, _, err := r.world()
		if err != nil {
			return nil, err
		}
		out, err := r.send("DOM.resolveNode", with().num("backendNodeId", r.holder(frame)).num("executionContextId", world).end())
		if err != nil {
			continue // it is inside another frame, which is hidden, or gone
		}
		id := text(member(out, "object", "objectId"))
		if _, err := r.send("Runtime.callFunctionOn", with().str("objectId", id).str("functionDeclaration",
			`function(){const v={visibility:"hidden"};this.animate([v,v],{id:"bua",duration:60000,fill:"both"})}`).end()); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return func() {
		for _, id := range ids {
			r.start("Runtime.callFunctionOn", with().str("objectId", id).str("functionDeclaration",
				`function(){for(const a of this.getAnimations())if(a.id==="bua")a.cancel()}`).end())
		}
	}, nil
}

// holder is the element of the main document that holds a frame, 0 when it is
// deeper inside.
func (r *run) holder(frame string) int {
	out, err := r.send("DOM.getFrameOwner", with().str("frameId", frame).end())
	if err != nil {
		return 0
	}
	return whole(member(out, "backendNodeId"))
}

func errForeign() error {
	return protocol.NewError(protocol.CodeDomainBlocked, "that place is in a frame of a domain on the blocklist, or of nobody that can be told; do not act in it")
}

// refusal is why a frame may not be touched.
func (r *run) refusal(frame string) error {
	if err := r.touch(frame); err != nil {
		return err
	}
	return errForeign()
}
