package debugger

import (
	"context"
	"strings"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// A redirect is followed before anybody hears of it, and with each request go
// the person's cookies. So while the agent acts the browser holds back every
// request for a document until the guard has been asked about its address: the
// first one, and each hop of a redirect.
//
// Held is what the agent causes: all that the main frame asks for while an
// action runs, and what a link, a form or a script makes another frame ask for.
// A frame that a page embeds by itself is that page's doing and loads. What is
// on its way when the action ends is followed to its end; the person's own
// requests are let go as they come.

const (
	// maxTold bounds the reports of what is refused in silence after one action: a
	// page may try for ever.
	maxTold = 8
	// holdLull is how long requests are held back after an action: a page that
	// the agent has moved may go on a moment later, and the next action comes soon.
	holdLull = 2 * time.Second
	// document is the pattern of the requests.
	document = `{"urlPattern":"*","resourceType":"Document"}`
)

// hold is what is known of the requests that are held back in a tab. Guarded by
// Debugger.mu.
type hold struct {
	on bool
	// chains are the agent's requests under way, each the latest hop's id by frame.
	chains map[string]string
	// reasons say why a frame was asked to go elsewhere, until it is there.
	reasons map[string]string
	// foretold is the address of a tab that the page has asked for and that the
	// action was refused for: nobody is told again when the tab asks for it.
	foretold string
	// told counts what was refused in silence and reported since the last action.
	told int
	// going are the frames inside the main one that have set out for another
	// document and have not got it yet.
	going map[string]bool
	// parked are requests for refused documents that wait until the pointer has
	// acted.
	parked []*paused
	// shields: the pointer acts, and frames are kept off it.
	shields bool
	// rest stops the timer that ends the holding, nil when none runs.
	rest func() bool
}

// holding is what an action has requests held back for. Guarded by Debugger.mu.
type holding struct {
	holds   bool // they are held back
	reloads bool // its own request, to load the page again, has not been seen yet
}

// acts reports whether an action may make a page ask for a document.
func (r *run) acts() bool {
	switch r.kind {
	case protocol.KindExtract, protocol.KindScreenshot, protocol.KindFrames, protocol.KindConsole, protocol.KindWaitFor,
		protocol.KindFind, protocol.KindHelp, protocol.KindDownloads:
		return false
	}
	return true
}

// hold has the browser hold back requests for documents from now on. It waits
// for nothing: what the action does in its tab reaches the browser after it. up
// waits until the host keeps back those of tabs that the page opens, nil where
// there is nothing to wait for.
func (r *run) hold() (up func(context.Context) error) {
	d, t := r.d, r.t
	if r.kind != protocol.KindReload && !d.listener.Bounded() {
		return nil
	}
	d.mu.Lock()
	on, rest := t.hold.on, t.hold.rest
	t.hold.on, t.hold.rest, t.hold.told, t.hold.foretold, r.holds = true, nil, 0, "", true
	to := t.targets()
	up = d.listener.Holding(t.id, true)
	d.mu.Unlock()
	if rest != nil {
		rest()
	}
	if !on {
		for _, to := range to {
			d.holdBack(r.ctx, to, true)
		}
	}
	return up
}

// targets are the tab and its children with sessions of their own. d.mu is held.
func (t *tab) targets() []Target {
	out := []Target{{Tab: t.id}}
	for _, c := range t.children {
		if !c.local() {
			out = append(out, Target{Tab: t.id, Session: c.session})
		}
	}
	return out
}

// holdBack has the browser hold back the requests for documents too, or no more.
func (d *Debugger) holdBack(ctx context.Context, to Target, documents bool) {
	patterns := ""
	if d.bridge != nil {
		patterns = d.bridge.pattern()
	}
	if documents {
		if patterns != "" {
			patterns += ","
		}
		patterns += document
	}
	if patterns == "" {
		d.start(ctx, to, "Fetch.disable", nil)
		return
	}
	d.start(ctx, to, "Fetch.enable", with().raw("patterns", "["+patterns+"]").end())
}

// unhold ends the holding soon, once the action is over. d.mu is held.
func (d *Debugger) unhold(t *tab) {
	if t.hold.on && t.hold.rest == nil {
		t.hold.rest = d.clock.AfterFunc(holdLull, func() {
			d.mu.Lock()
			t.hold.rest = nil
			d.mu.Unlock()
			d.loosen(t)
		})
	}
}

// loosen ends the holding, unless an action runs or a request of the agent's is
// still under way.
func (d *Debugger) loosen(t *tab) {
	d.mu.Lock()
	idle := t.hold.on && t.hold.rest == nil && (t.run == nil || !t.run.holds) && len(t.hold.chains) == 0
	var all []Target
	if idle {
		t.hold.on = false
		all = t.targets()
		d.listener.Holding(t.id, false)
	}
	d.mu.Unlock()
	for _, to := range all {
		d.holdBack(context.Background(), to, false)
	}
}

// Release lets go what an earlier life of the worker held back in a tab, and in
// the frames in other processes inside it.
func (d *Debugger) Release(tabID int) {
	to := Target{Tab: tabID}
	d.holdBack(context.Background(), to, false)
	d.start(context.Background(), to, "Target.setAutoAttach", noAutoAttach())
}

// asked takes note why a frame was asked to go elsewhere.
func (d *Debugger) asked(tabID int, params []byte) {
	m := members(params, "frameId", "reason", "disposition")
	if text(m[2]) != "currentTab" {
		return
	}
	d.note(tabID, "", func(t *tab, _ *run) {
		if t.hold.on {
			if t.hold.reasons == nil {
				t.hold.reasons = map[string]string{}
			}
			t.hold.reasons[text(m[0])] = text(m[1])
		}
	})
}

// arrived takes note that a frame asks for nothing any more: it has another
// document, or is gone, or its document was a download.
func (d *Debugger) arrived(tabID int, frame string) {
	d.mu.Lock()
	t := d.tab(tabID)
	_, ours := t.hold.chains[frame]
	delete(t.hold.chains, frame)
	delete(t.hold.reasons, frame)
	delete(t.hold.going, frame)
	d.mu.Unlock()
	if ours {
		d.loosen(t)
	}
}

// deed is what a held request has to do with the agent.
type deed int

const (
	theirs  deed = iota // the page's or the person's: it goes on
	led                 // the agent's action: refused, the action ends with that
	trailed             // the page's, because of the action: refused in silence
)

// deed says whose a request is; after is the hop before it, "" for the first.
// d.mu is held.
func (t *tab) deed(frame, after string) deed {
	main := t.main.frame == "" || frame == t.main.frame
	reason := t.hold.reasons[frame]
	switch {
	case t.run != nil && t.run.kind == protocol.KindHelp:
		return theirs // the person has the tab
	case after != "" && t.hold.chains[frame] == after:
		if t.run == nil || !t.run.holds {
			return trailed
		}
		return led
	case !t.hold.on:
		return theirs
	case t.run == nil || !t.run.holds:
		if main && t.hold.rest != nil && (reason == "scriptInitiated" || reason == "metaTagRefresh" || reason == "httpHeaderRefresh") {
			return trailed // where the agent has brought it, the page goes on
		}
		return theirs
	case main:
		return led
	case leaves(t.run.kind):
		return theirs
	}
	switch reason {
	case "anchorClick", "formSubmissionGet", "formSubmissionPost":
		return led
	case "initialFrameNavigation":
		if t.run.kind != protocol.KindEvaluate {
			return theirs
		}
	}
	return trailed
}

// held judges a document's request that is held back.
func (d *Debugger) held(tabID int, session string, params []byte) {
	m := members(params, "requestId", "frameId", "request", "redirectedRequestId")
	request, frame := text(m[0]), text(m[1])
	asked := members(m[2], "url", "method")
	d.mu.Lock()
	t := d.tab(tabID)
	r, on := t.run, t.hold.on
	whose := t.deed(frame, text(m[3]))
	main := t.main.frame == "" || frame == t.main.frame
	if whose == theirs {
		delete(t.hold.chains, frame) // it has taken the place of the agent's
	} else {
		if t.hold.chains == nil {
			t.hold.chains = map[string]string{}
		}
		t.hold.chains[frame] = request
	}
	var err error
	if r != nil && r.reloads && main {
		if r.reloads = false; text(asked[1]) == "POST" {
			err = errResends
		}
	}
	d.mu.Unlock()
	var ask func() error
	if err == nil && whose != theirs {
		err = d.follows(r, whose, text(asked[0]), main)
		if err == nil {
			ask = d.listener.Resolve(text(asked[0]))
		}
	}
	h := &paused{to: Target{Tab: tabID, Session: session}, request: request, frame: frame, url: text(asked[0]), run: r, whose: whose, stray: whose == theirs && !on}
	if ask == nil {
		if err != nil || !d.park(h) {
			d.answered(h, err)
		}
		return
	}
	go func() { // where a name leads takes a while
		if err = ask(); err != nil && whose == led {
			err = d.follows(r, whose, text(asked[0]), main) // it is known now
		}
		d.answered(h, err)
	}()
}

// paused is a request that is held back.
type paused struct {
	to                  Target
	request, frame, url string
	run                 *run
	whose               deed
	// stray: an earlier life of the worker has left the holding behind.
	stray bool
}

// answered lets a request go, or refuses it with err.
func (d *Debugger) answered(h *paused, err error) {
	r, ends := h.run, err != nil && h.run != nil && h.whose == led
	if ends && err != errResends {
		d.mu.Lock()
		r.denied = err
		d.mu.Unlock()
	}
	if err != nil && h.whose == trailed {
		d.silent(h.to.Tab, h.url)
	}
	method, params := "Fetch.continueRequest", with().str("requestId", h.request)
	if err != nil {
		// Aborted, and no other reason: the page that is there stays.
		method, params = "Fetch.failRequest", params.str("errorReason", "Aborted")
	}
	ctx := context.Background()
	wait := d.start(ctx, h.to, method, params.end())
	go func() {
		if _, e := wait(); e != nil {
			if _, told := protocol.As[*CommandError](e); !told { // the blocklist is being read again
				_, _ = d.cdp.Send(ctx, h.to, method, params.end())
			}
		}
		switch {
		case ends:
			r.cancel(err) // only now: what follows may let all requests go
		case h.stray:
			d.holdBack(ctx, h.to, false)
		}
		if err != nil {
			d.arrived(h.to.Tab, h.frame)
		}
	}()
}

// silent reports a request that was refused in silence.
func (d *Debugger) silent(tabID int, url string) {
	d.mu.Lock()
	t := d.tabs[tabID]
	tell := t == nil || t.hold.told < maxTold
	if tell && t != nil {
		t.hold.told++
	}
	d.mu.Unlock()
	if tell {
		d.listener.RequestRefused(tabID, url)
	}
}

// follows asks whether a request of the agent's may go to an address. The
// browser's own kinds of address are judged when they commit.
func (d *Debugger) follows(r *run, whose deed, url string, main bool) error {
	if !strings.HasPrefix(url, "http:") && !strings.HasPrefix(url, "https:") {
		return nil
	}
	if whose == led {
		return r.guard.Follow(url, main)
	}
	if d.listener.Refuses(url) {
		return errForeign()
	}
	return nil
}

// drop forgets all of it: whoever is not attached holds nothing back. d.mu is
// held.
func (d *Debugger) drop(t *tab) {
	if t.hold.rest != nil {
		t.hold.rest()
	}
	if t.hold.on {
		d.listener.Holding(t.id, false)
	}
	t.hold = hold{}
}
