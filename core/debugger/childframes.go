package debugger

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/internal/uid"
	"github.com/zapvol/bua/core/protocol"
)

// engineDocument is a document that the engine can be at home in.
type engineDocument struct {
	frame string
	// doc counts the documents that the frame committed to, where that is known.
	doc int
	// world is the engine's execution context, 0 when it has to be made.
	world int
	// narrow says that the world is the narrow one.
	narrow bool
	// coming stands for the engine that is on its way here, see ahead; nil for none.
	coming chan struct{}
}

// child is a frame in another process: a CDP target of its own, reached by a
// flat session.
type child struct {
	engineDocument
	session string
	// parent is the session of the frame around it, "" the tab's own; around is
	// that frame.
	parent, around, url string
	// read: the frames are known that it has in its process.
	read bool
}

// engineDocument returns what is known of the document behind a session, nil when that
// is gone. d.mu is held.
func (t *tab) engineDocument(session string) *engineDocument {
	if session == "" {
		return &t.main
	}
	for _, c := range t.children {
		if c.session == session {
			return &c.engineDocument
		}
	}
	return nil
}

// childAttached takes note of a frame in another process, and asks for the
// frames in other processes inside it.
func (d *Debugger) childAttached(tabID int, parent string, params []byte) {
	m := members(params, "sessionId", "targetInfo")
	info := members(m[1], "type", "targetId", "url", "parentFrameId")
	session := text(m[0])
	if text(info[0]) != "iframe" || session == "" {
		return
	}
	d.mu.Lock()
	t := d.tab(tabID)
	frame, around := text(info[1]), text(info[3])
	if known, ok := t.frames.Get(frame); around == "" && (!ok || known.Parent == "") {
		if outer := t.engineDocument(parent); outer != nil {
			around = outer.frame // at least that far in
		}
	}
	t.children = append(t.children, &child{engineDocument: engineDocument{frame: frame}, session: session, parent: parent, around: around, url: text(info[2])})
	if t.attached {
		t.frames.Put(frame, around, text(info[2]))
	} else { // it was there before
		t.frames.Adopt(frame, around, text(info[2]), true)
	}
	d.ends(t, frame)
	t.frames.Enter(frame, session)
	t.run.innerCommitted(frame)
	if text(info[2]) != "" { // else it has no document yet, and is not read: childMoved
		t.run.innerArrived(frame) // an extract waits for the rest of it
	} else {
		t.frames.Expect(frame)
	}
	t.wake()
	d.mu.Unlock()
	go d.follow(tabID, session)
}

// follow has the browser tell of the frames inside a child, and of those that
// are there already.
func (d *Debugger) follow(tabID int, session string) {
	ctx, to := context.Background(), Target{Tab: tabID, Session: session}
	d.start(ctx, to, "Page.enable", nil)
	d.start(ctx, to, "Target.setAutoAttach", autoAttach(false))
	d.addScripts(ctx, to)
	d.mu.Lock()
	held, acts := d.tab(tabID).requests.held, d.tab(tabID).requests.on
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
	if i := slices.IndexFunc(t.children, func(c *child) bool { return c.session == session }); i >= 0 {
		t.adoptTree(member(tree, "frameTree"))
		t.children[i].read = true
		t.wake()
	}
}

// childDetached takes note that a session is gone, and with it those inside: of
// them the browser tells nothing more.
func (d *Debugger) childDetached(tabID int, session string) {
	if session == "" {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dropChild(d.tab(tabID), session)
}

// dropChild is childDetached with d.mu held.
func (d *Debugger) dropChild(t *tab, session string) {
	for {
		i := slices.IndexFunc(t.children, func(c *child) bool { return c.parent == session })
		if i < 0 {
			break
		}
		d.dropChild(t, t.children[i].session)
	}
	for _, c := range t.children {
		if c.session == session {
			d.ends(t, c.frame)
		}
	}
	t.children = slices.DeleteFunc(t.children, func(c *child) bool { return c.session == session })
	d.dropDialogs(t, func(h heldDialog) bool { return h.session == session })
	t.frames.Leave(session)
	if r := t.run; r != nil && r.endChild != nil && r.child == session {
		r.endChild(nil)
	}
	maps.DeleteFunc(t.owners, func(_ int, s string) bool { return s == session })
	t.wake()
}

func (d *Debugger) childMoved(tabID int, params []byte) {
	info := members(member(params, "targetInfo"), "targetId", "url")
	frame := text(info[0])
	d.mu.Lock()
	defer d.mu.Unlock()
	t := d.tab(tabID)
	for _, c := range t.children {
		if c.frame == frame {
			c.url = text(info[1])
			if _, ok := t.frames.Get(frame); ok { // else it was in a document that is gone
				t.frames.Put(frame, "", c.url)
			}
			t.run.innerArrived(frame)
		}
	}
	t.wake()
}

// autoAttach are the parameters that make Chrome open a session for every
// frame in another process, and for nothing else. With wait each stands still
// until Runtime.runIfWaitingForDebugger.
func autoAttach(wait bool) []byte {
	return newObject().flag("autoAttach", true).flag("waitForDebuggerOnStart", wait).flag("flatten", true).
		raw("filter", `[{"type":"iframe"},{"exclude":true}]`).end()
}

// noAutoAttach ends that, and the sessions with it.
func noAutoAttach() []byte {
	return newObject().flag("autoAttach", false).flag("waitForDebuggerOnStart", false).flag("flatten", true).end()
}

// readable lists the children whose documents the guard allows.
func (r *run) readable() []child {
	r.awaitFrames()
	r.d.mu.Lock()
	r.t.locals()
	all := make([]child, 0, len(r.t.children))
	for _, c := range r.t.children {
		if c.url != "" {
			all = append(all, *c)
		}
	}
	r.d.mu.Unlock()
	return slices.DeleteFunc(all, func(c child) bool { return !r.granted(c.frame) })
}

// reach makes an engine call for a target in the frame that holds it. A
// selector means the main frame and those of its origin. Which frame gave a
// uid is forgotten with the worker: then the frames are asked.
func (r *run) reach(at protocol.Target, expression string) ([]byte, error) {
	n, ok := uid.Parse(at.UID)
	r.d.mu.Lock()
	r.at = r.inside
	if ok {
		r.at = r.t.owners[n]
	}
	r.d.mu.Unlock()
	if r.at != "" { // it may have been another document when the uid was given
		if err := r.touch(r.working()); err != nil {
			return nil, err
		}
	}
	out, err := r.call(expression)
	if !ok || r.at != "" || protocol.CodeOf(err) != protocol.CodeElementStale {
		return out, err
	}
	found, its := "", error(nil)
	r.eachChild(func(r *run, c child) bool {
		again, e := r.call(expression)
		if protocol.CodeOf(e) == protocol.CodeElementStale || r.ctx.Err() != nil {
			return true
		}
		r.remember(at.UID)
		found, out, its = c.session, again, e
		return false
	})
	if found == "" {
		return nil, err
	}
	r.at = found
	return out, its
}

// remember takes note that the current child holds this element.
func (r *run) remember(of string) {
	n, ok := uid.Parse(of)
	if !ok {
		return
	}
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	if r.t.owners == nil {
		r.t.owners = map[int]string{}
	}
	r.t.owners[n] = r.at
}

// childParsed is how long the document of such a frame may take to be parsed.
const childParsed = 1500 * time.Millisecond

// maxChildren is how many frames in other processes one extract reads.
const maxChildren = 12

// extractChildren adds what the frames in other processes show. A frame too
// small to hold anything, of which advertising has many, is left out.
func (r *run) extractChildren(res *protocol.ExtractResult, a protocol.Extract) {
	n := 0
	late := r.eachChild(func(r *run, c child) bool {
		if n++; n > maxChildren {
			return false
		}
		read := &engine.Extract{
			Base: r.next, Cap: max(protocol.MaxElements-len(res.Elements), 0), Query: a.Query, Seek: r.kind == protocol.KindFind, MaxTokens: max(a.MaxTokens, 0),
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
		where := origin(told.URL)
		for _, e := range part.Elements {
			e.Frame = where
			r.remember(e.UID)
			res.Elements = append(res.Elements, e)
		}
		for _, tool := range part.Tools[:min(len(part.Tools), protocol.MaxTools-len(res.Tools))] {
			tool.FrameID = c.frame
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

// origin is the part of a URL before its path.
func origin(url string) string {
	if at := strings.Index(url, "://"); at >= 0 {
		if end := strings.IndexAny(url[at+3:], "/?#"); end >= 0 {
			return url[:at+3+end]
		}
	}
	return url
}
