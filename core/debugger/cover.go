package debugger

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// A cover is put over a refused frame while a picture is taken or the pointer
// acts: over the element that holds it, from a world that the page's scripts
// cannot reach. The page still sees the effect and may undo it, so a cover is
// looked at again, after a picture and before a press, and for a picture the frame's own document, which
// the page around it cannot reach, is hidden too.

// The covers. Each is a function of the element (or document element) that puts it
// on and says whether it holds; an animation does it, so that no attribute or
// style sheet of the page changes, unless the page's own style is stronger.
const (
	coverOn = `function(name,value){const w=globalThis.__buaCovers??=new WeakMap(),s=()=>getComputedStyle(this)[name];` +
		`try{document.activeViewTransition?.skipTransition()}catch{}` +
		`const k={[name]:value},a=this.animate([k,k],{id:"bua",duration:6e4,fill:"both"}),c={a,name,value,broken:false,bare:!this.hasAttribute("style")};a.oncancel=()=>c.broken=true;` +
		`if(s()!==value){c.was=[this.style.getPropertyValue(css(name)),this.style.getPropertyPriority(css(name))];this.style.setProperty(css(name),value,"important")}` +
		`w.set(this,c);return s()===value;function css(n){return n.replace(/[A-Z]/g,x=>"-"+x.toLowerCase())}}`
	coverHolds = `function(){const c=globalThis.__buaCovers?.get(this);let k=[];try{k=c.a.effect.getKeyframes()}catch{}` +
		`return!!c&&!c.broken&&this.isConnected&&c.a.effect.target===this&&c.a.playState==="running"&&k.length===2&&k.every(x=>x[c.name]===c.value)` +
		`&&getComputedStyle(this)[c.name]===c.value&&!document.documentElement.matches(":active-view-transition")}`
	coverOff = `function(){const c=globalThis.__buaCovers?.get(this);if(!c)return;c.a.oncancel=null;c.a.cancel();const n=c.name.replace(/[A-Z]/g,x=>"-"+x.toLowerCase());` +
		`if(c.was)c.was[0]?this.style.setProperty(n,...c.was):this.style.removeProperty(n);if(c.bare&&!this.getAttribute("style"))this.removeAttribute("style")}`
	// coverDrawn waits until what the document shows has been drawn, and says whether
	// that came to pass within so many milliseconds: one out of sight is not drawn.
	coverDrawn = `new Promise(r=>{requestAnimationFrame(()=>requestAnimationFrame(()=>r(true)));setTimeout(r,MS,false)})`
	// coverFelt waits until a cover also counts where the browser looks up what the
	// pointer is over: that follows from what it has drawn, and a few frames may be
	// on their way there. It says whether that came to pass.
	coverFelt = `function(){return new Promise(r=>{let n=4;(function l(){n--?requestAnimationFrame(l):r(true)})();setTimeout(()=>r(false),3000)})}`
	// endTransitions ends the view transitions of a document and of those in it that
	// it reaches: they show what stood there before anything was hidden. It says how
	// many it has ended, below zero where one goes on.
	endTransitions = `(()=>{let n=0,on=0;(function end(w){try{const d=w.document,is=()=>d.documentElement?.matches(":active-view-transition")?1:0;` +
		`if(d.activeViewTransition||is()){n++;d.activeViewTransition?.skipTransition();on+=is()}for(let i=0;i<w.length;i++)end(w[i])}catch{}})(window);return on?-on:n})()`
	// coverKept is coverHolds where an element that is gone needs no cover.
	coverKept = `function(){return!this.isConnected||(` + coverHolds + `).call(this)}`
)

// seenLimit is how long the browser may take to tell what came into a frame while a
// picture was taken.
const seenLimit = 500 * time.Millisecond

// drawLimit is how long the page may take to draw what was hidden in it, and
// sideLimit a document that another process draws: that one may be out of sight.
const (
	drawLimit = 3 * time.Second
	sideLimit = 1500 * time.Millisecond
)

// drawnWithin waits until what a document shows has been drawn.
func drawnWithin(limit time.Duration) string {
	return strings.Replace(coverDrawn, "MS", strconv.Itoa(int(limit.Milliseconds())), 1)
}

// redrawn waits until the page has drawn what was hidden in it. A picture taken
// earlier may be one of before: a busy browser gives what it has.
func (r *run) redrawn() error {
	defer r.drawAgainSoon()()
	world, _, err := r.world()
	if err != nil {
		return err
	}
	out, err := r.send("Runtime.evaluate", inWorld(world, drawnWithin(drawLimit)))
	if err == nil && !scan.True(scan.Path(out, "result", "value")) {
		err = errUndrawn
	}
	return err
}

var errUndrawn = protocol.NewError(protocol.CodeTimeout, "the page draws nothing, so what must not be shown cannot be hidden, and there is no picture; try again later")

// covered is an element with a cover.
type covered struct{ session, object string }

// does are the parameters that have it do one of the functions.
func (on covered) does(function string) *scan.Object {
	return new(scan.Object).Str("objectId", on.object).Str("functionDeclaration", function).Bool("returnByValue", true)
}

// covers are those that an action has put on.
type covers struct {
	frames []string // over these frames
	list   []covered
}

var errUncovered = protocol.NewError(protocol.CodeDomainBlocked, "the page shows a frame of a domain on the blocklist and does not let it be hidden, so there is no picture; read the page with extract instead")

var errUnshielded = protocol.NewError(protocol.CodeDomainBlocked, "the page shows a frame of a domain on the blocklist and does not let it be kept off the pointer, so nothing was pressed; press_key may do instead")

// topmost are those of the refused frames that stand in no other.
func (r *run) topmost(refused []string) (frames []string) {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	for _, id := range refused {
		f, _ := r.t.Frames.Get(id)
		if f.Parent != "" && !slices.ContainsFunc(refused, func(outer string) bool { return r.t.Frames.Within(f.Parent, outer) }) {
			frames = append(frames, id)
		}
	}
	return frames
}

// hideRefused hides the refused frames for a picture. What the page's process draws is
// drawn at once; a frame that another process draws around a refused one is hidden
// as a whole.
func (r *run) hideRefused() (c covers, err error) {
	r.d.mu.Lock()
	r.t.Frames.Watch()
	r.d.mu.Unlock()
	c.frames = r.refused()
	top := r.topmost(c.frames)
	var inside []func() *covered
	for _, id := range top {
		inside = append(inside, r.hideInside(id))
	}
	// A frame that is covered is not drawn any more: its own document first.
	for _, wait := range inside {
		if on := wait(); on != nil {
			c.list = append(c.list, *on)
		}
	}
	for _, id := range top {
		var on []covered
		on, err = r.cover(r.drawnBy(id), "visibility", "hidden")
		if c.list = append(c.list, on...); err != nil {
			break
		}
	}
	if err == nil {
		err = r.ctx.Err()
	}
	return c, err
}

// showRefused ends what hideRefused began.
func (r *run) showRefused(c covers) {
	r.d.mu.Lock()
	r.t.Frames.Unwatch()
	r.d.mu.Unlock()
	r.uncover(c)
}

// nothingNewShown reports whether no frame has held a refused document since hideRefused but those
// that it covered: one that has gone again may be in the picture.
func (r *run) nothingNewShown() bool {
	r.await(seenLimit, func() bool { return !r.t.Frames.Awaits() })
	r.d.mu.Lock()
	own, around, told := r.t.Frames.Seen()
	r.d.mu.Unlock()
	return told && r.allowedFunc()(own, around)
}

// drawnBy is the frame with a refused one in it, or itself, whose holder the
// page's own process draws.
func (r *run) drawnBy(frame string) string {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	for {
		f, ok := r.t.Frames.Get(frame)
		if session, _ := r.t.Frames.Process(f.Parent); session == "" || !ok {
			return frame
		}
		frame = f.Parent
	}
}

// shield keeps the pointer off the refused frames: the page may move one under it
// after the point was looked at. Without such frames it costs nothing.
// It holds until unshield.
func (r *run) shield() (c covers, err error) {
	r.d.mu.Lock()
	r.t.Requests.Shielded = true
	r.d.mu.Unlock()
	if r.d.listener.Asked() {
		r.d.hold(r.ctx, r.t, true)
	}
	for range 3 {
		if c, err = r.shieldOnce(); err != errUnshielded {
			break
		}
	}
	if err != nil {
		r.unshield(covers{})
	}
	return c, err
}

// offPointer lists the frames that the pointer may not meet.
func (r *run) offPointer() []string {
	list := r.refused()
	for _, id := range r.framesUnderWay() {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// shieldOnce is shield, errUnshielded where the page has undone it meanwhile or a
// frame has come.
func (r *run) shieldOnce() (c covers, err error) {
	c.frames = r.offPointer()
	for _, id := range r.topmost(c.frames) {
		var on []covered
		if on, err = r.cover(id, "pointerEvents", "none"); err == errUncovered {
			err = errUnshielded
		}
		if c.list = append(c.list, on...); err != nil {
			break
		}
	}
	if err == nil {
		err = r.awaitCovered(c)
	}
	if err != nil {
		r.uncover(c)
		return covers{}, err
	}
	return c, nil
}

// awaitCovered waits until the pointer is kept off what is covered.
func (r *run) awaitCovered(c covers) error {
	if len(c.list) == 0 {
		return nil
	}
	defer r.drawAgainSoon()()
	var waits []func() ([]byte, error)
	for _, on := range c.list {
		waits = append(waits, r.d.start(r.ctx, Target{Tab: r.t.id, Session: on.session}, "Runtime.callFunctionOn", on.does(coverFelt).Bool("awaitPromise", true).JSON()))
	}
	for _, wait := range waits {
		out, err := wait()
		if r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		if err == nil && !scan.True(scan.Path(out, "result", "value")) {
			return protocol.NewError(protocol.CodeTimeout, "the page draws nothing, so its frames of a domain on the blocklist cannot be kept off the pointer, and nothing was pressed; try again later")
		}
	}
	return r.shielded(c)
}

// shielded says whether the pointer is still kept off every refused frame.
func (r *run) shielded(c covers) error {
	if !r.stillCovered(c, r.offPointer(), coverKept) {
		return errUnshielded
	}
	return r.ctx.Err()
}

// cover covers the element that holds a frame. An element that is gone, or whose
// frame is, needs none.
func (r *run) cover(frame, name, value string) ([]covered, error) {
	r.d.mu.Lock()
	f, _ := r.t.Frames.Get(frame)
	session, _ := r.t.Frames.Process(f.Parent)
	r.d.mu.Unlock()
	var owner []byte
	world, err := r.sendTo(session, "Page.createIsolatedWorld", new(scan.Object).Str("frameId", f.Parent).Str("worldName", narrowWorld).JSON())
	if err == nil {
		owner, err = r.sendTo(session, "DOM.getFrameOwner", new(scan.Object).Str("frameId", frame).JSON())
	}
	if err == nil {
		owner, err = r.sendTo(session, "DOM.resolveNode", new(scan.Object).Num("backendNodeId", scan.WholeAt(owner, "backendNodeId")).Num("executionContextId", scan.WholeAt(world, "executionContextId")).JSON())
	}
	if err != nil {
		r.d.mu.Lock()
		_, there := r.t.Frames.Get(frame)
		r.d.mu.Unlock()
		if err = r.ctx.Err(); err == nil && there {
			err = errUncovered
		}
		return nil, err
	}
	on := covered{session, scan.TextAt(owner, "object", "objectId")}
	out, err := r.sendTo(on.session, "Runtime.callFunctionOn", on.does(coverOn).Raw("arguments", `[{"value":"`+name+`"},{"value":"`+value+`"}]`).JSON())
	if err == nil && !scan.True(scan.Path(out, "result", "value")) {
		return []covered{on}, errUncovered
	}
	return []covered{on}, err
}

// hideInside hides what a refused frame shows in its own document. Nothing is
// read there. wait answers what was covered, nil where it has not answered soon: it
// stays covered from outside.
func (r *run) hideInside(frame string) (wait func() *covered) {
	r.d.mu.Lock()
	session, _ := r.t.Frames.Process(frame)
	r.d.mu.Unlock()
	to := Target{Tab: r.t.id, Session: session}
	var on *covered
	done, late := false, false
	go func() {
		found := r.hide(to, frame)
		r.d.mu.Lock()
		on, done = found, true
		off := late && found != nil
		r.t.wake()
		r.d.mu.Unlock()
		if off {
			r.uncover(covers{list: []covered{*found}})
		}
	}()
	return func() *covered {
		r.await(awakeLimit, func() bool { return done })
		r.d.mu.Lock()
		defer r.d.mu.Unlock()
		late = true
		return on
	}
}

// hide covers the root of a frame's document and waits until that is drawn.
func (r *run) hide(to Target, frame string) *covered {
	ask := func(method string, o *scan.Object) []byte {
		out, err := r.d.cdp.Send(r.ctx, to, method, o.JSON())
		if err != nil {
			return nil
		}
		return out
	}
	world := scan.WholeAt(ask("Page.createIsolatedWorld", new(scan.Object).Str("frameId", frame).Str("worldName", narrowWorld)), "executionContextId")
	if world == 0 {
		return nil
	}
	id := scan.TextAt(ask("Runtime.evaluate", new(scan.Object).Str("expression", "document.documentElement").Num("contextId", world)), "result", "objectId")
	if id == "" {
		return nil
	}
	on := covered{to.Session, id}
	ask("Runtime.callFunctionOn", on.does(coverOn).Raw("arguments", `[{"value":"opacity"},{"value":"0"}]`))
	if to.Session != "" {
		_, _ = r.d.cdp.Send(r.ctx, to, "Runtime.evaluate", inWorld(world, drawnWithin(sideLimit)))
	}
	return &on
}

// stillCovered reports whether the covers are still on, as the function holds says
// of each, and over every one of those frames.
func (r *run) stillCovered(c covers, frames []string, holds string) bool {
	if slices.ContainsFunc(frames, func(id string) bool { return !slices.Contains(c.frames, id) }) {
		return false
	}
	for _, on := range c.list {
		out, err := r.sendTo(on.session, "Runtime.callFunctionOn", on.does(holds).JSON())
		if err == nil && !scan.True(scan.Path(out, "result", "value")) {
			return false
		}
	}
	return true
}

// uncover takes the covers off. It waits for nothing.
func (r *run) uncover(c covers) {
	for _, on := range c.list {
		r.d.start(r.ctx, Target{Tab: r.t.id, Session: on.session}, "Runtime.callFunctionOn", on.does(coverOff).JSON())
	}
}
