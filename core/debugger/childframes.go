package debugger

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/internal/uid"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// follow has the browser tell of the frames inside a child, and of those that
// are there already.
func (d *Debugger) follow(tabID int, session string) {
	ctx, to := context.Background(), Target{Tab: tabID, Session: session}
	d.start(ctx, to, "Page.enable", nil)
	d.start(ctx, to, "Target.setAutoAttach", autoAttach(false))
	d.addScripts(ctx, to)
	d.mu.Lock()
	held, acts := d.tab(tabID).Requests.Held, d.tab(tabID).Requests.On
	d.mu.Unlock()
	if held {
		d.holdBack(ctx, to, true)
	}
	if acts {
		d.observeIn(ctx, to, true, true)
	}
	tree, err := d.start(ctx, to, "Page.getFrameTree", nil)()
	if err != nil {
		return // it went away
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	t := d.tab(tabID)
	if i := slices.IndexFunc(t.Children, func(c *tabstate.Child) bool { return c.Session == session }); i >= 0 {
		t.AdoptTree(scan.Path(tree, "frameTree"))
		t.Children[i].Read = true
		t.wake()
	}
}

// autoAttach are the parameters that make Chrome open a session for every
// frame in another process, and for nothing else. With wait each stands still
// until Runtime.runIfWaitingForDebugger.
func autoAttach(wait bool) []byte {
	return new(scan.Object).Bool("autoAttach", true).Bool("waitForDebuggerOnStart", wait).Bool("flatten", true).
		Raw("filter", `[{"type":"iframe"},{"exclude":true}]`).JSON()
}

// noAutoAttach ends that, and the sessions with it.
func noAutoAttach() []byte {
	return new(scan.Object).Bool("autoAttach", false).Bool("waitForDebuggerOnStart", false).Bool("flatten", true).JSON()
}

// readable lists the children whose documents the guard allows.
func (r *run) readable() []tabstate.Child {
	r.awaitFrames()
	r.d.mu.Lock()
	r.t.Locals()
	all := make([]tabstate.Child, 0, len(r.t.Children))
	for _, c := range r.t.Children {
		if c.URL != "" {
			all = append(all, *c)
		}
	}
	r.d.mu.Unlock()
	return slices.DeleteFunc(all, func(c tabstate.Child) bool { return !r.granted(c.Frame) })
}

// aim asks the engine for an element, whose place in the operation of is to, and then
// for a second operation, nil for none: see reach.
func (r *run) aim(at protocol.Target, to *engine.Target, of, then engine.Op) (there *run, out []byte, err error) {
	if *to, err = r.target(at); err != nil {
		return r, nil, err
	}
	if then != nil {
		return r.reach(at, engine.Then(of, then))
	}
	return r.reach(at, engine.Do(of))
}

// reach makes an engine call for a target in the frame that holds it, and returns the
// run there. A selector means the main frame and those of its origin. Which frame gave
// a uid is forgotten with the worker: then the frames are asked.
func (r *run) reach(at protocol.Target, expression string) (there *run, out []byte, err error) {
	n, ok := uid.Parse(at.UID)
	r.d.mu.Lock()
	home := r.inside
	if ok {
		home = r.t.Owners[n]
	}
	r.d.mu.Unlock()
	r = r.goTo(home)
	if r.at != "" { // it may have been another document when the uid was given
		if err := r.touch(r.working()); err != nil {
			return r, nil, err
		}
	}
	out, err = r.call(expression)
	if !ok || r.at != "" || protocol.CodeOf(err) != protocol.CodeElementStale {
		return r, out, err
	}
	found, its := "", error(nil)
	r.eachChild(func(r *run, c *tabstate.Child) bool {
		again, e := r.call(expression)
		if protocol.CodeOf(e) == protocol.CodeElementStale || r.ctx.Err() != nil {
			return true
		}
		r.remember(at.UID)
		found, out, its = c.Session, again, e
		return false
	})
	if found == "" {
		return r, nil, err
	}
	return r.goTo(found), out, its
}

// goTo is in for a frame that the action goes on in: where it ended is asked later.
func (r *run) goTo(session string) *run {
	r.worked = session
	return r.in(session)
}

// remember takes note that the current child holds this element.
func (r *run) remember(of string) {
	n, ok := uid.Parse(of)
	if !ok {
		return
	}
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	if r.t.Owners == nil {
		r.t.Owners = map[int]string{}
	}
	r.t.Owners[n] = r.at
}

// childParsed is how long the document of such a frame may take to be parsed.
const childParsed = 1500 * time.Millisecond

// maxChildren is how many frames in other processes one extract reads.
const maxChildren = 12

// extractChildren adds what the frames in other processes show. A frame too
// small to hold anything, of which advertising has many, is left out.
func (r *run) extractChildren(res *protocol.ExtractResult, a protocol.Extract) {
	n := 0
	late := r.eachChild(func(r *run, c *tabstate.Child) bool {
		if n++; n > maxChildren {
			return false
		}
		read := &engine.Extract{
			Base: r.next, Cap: max(protocol.MaxElements-len(res.Elements), 0), Query: a.Query, Seek: r.Kind == protocol.KindFind, MaxTokens: max(a.MaxTokens, 0),
			Parsed: int(childParsed.Milliseconds()), Sizable: true,
		}
		out, err := r.call(engine.Do(read))
		if err != nil {
			return true // a frame that went away is no longer part of the page
		}
		told := read.Answer(out)
		if told.Small || r.clear(told.URL) != nil {
			return true
		}
		r.next = max(r.next, told.Next)
		part, err := readExtract(out)
		if err != nil {
			return true
		}
		where := tabstate.Origin(told.URL)
		for _, e := range part.Elements {
			e.Frame = where
			r.remember(e.UID)
			res.Elements = append(res.Elements, e)
		}
		for _, tool := range part.Tools[:min(len(part.Tools), protocol.MaxTools-len(res.Tools))] {
			tool.FrameID = c.Frame
			res.Tools = append(res.Tools, tool)
		}
		res.Omitted += part.Omitted
		if part.Markdown != "" && len(res.Markdown)+len(part.Markdown)+len(where)+16 <= protocol.MaxMarkdown {
			res.Markdown += "\n\nFrame " + where + ":\n\n" + part.Markdown
		}
		if part.Text != "" && len(res.Text)+len(part.Text)+1 <= protocol.MaxPageText {
			res.Text += "\n" + part.Text
		}
		return true
	})
	if late > 0 {
		leftOut(res, late, "frames that did not answer (busy, or a dialog of theirs is open)")
	}
	if n := r.unasked(); n > 0 {
		leftOut(res, n, "frames of sites that the person has not allowed yet; name one by its frameId, which asks them")
	}
}

func leftOut(res *protocol.ExtractResult, n int, what string) {
	if res.Truncated != "" {
		res.Truncated += "; "
	}
	res.Truncated += "left out: " + strconv.Itoa(n) + " " + what
}

// route is the session that the commands to a child go to.
func (r *run) route(session string) string {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.t.Route(session)
}
