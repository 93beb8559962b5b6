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

// heldRequests is what is known of the requests that are held back in a tab. Guarded by
// Debugger.mu.
type heldRequests struct {
	on bool
	// chains are the agent's requests under way, each the latest hop's id by frame.
	chains map[string]string
	// reasons say why a frame was asked to go elsewhere, until it is there.
	reasons map[string]string
	// reported is the address of a tab that the page has asked for and that the
	// action was refused for: nobody is told again when the tab asks for it.
	reported string
	// told counts what was refused in silence and reported since the last action.
	told int
	// navigating are the frames inside the main one that have set out for another
	// document and have not got it yet.
	navigating map[string]bool
	// suspended are requests for refused documents that wait until the pointer has
	// acted.
	suspended []*heldRequest
	// shielded: the pointer acts, and frames are kept off it.
	shielded bool
	// rest stops the timer that ends the holding, nil when none runs.
	rest func() bool
}

// requestHolding is what an action has requests held back for. Guarded by Debugger.mu.
type requestHolding struct {
	holds   bool // they are held back
	reloads bool // its own request, to load the page again, has not been seen yet
}

// mayRequest reports whether an action may make a page ask for a document.
func (r *run) mayRequest() bool {
	switch r.kind {
	case protocol.KindExtract, protocol.KindScreenshot, protocol.KindFrames, protocol.KindConsole, protocol.KindWaitFor,
		protocol.KindFind, protocol.KindHelp, protocol.KindDownloads:
		return false
	}
	return true
}

// holdRequests has the browser hold back requests for documents from now on. It waits
// for nothing: what the action does in its tab reaches the browser after it. up
// waits until the host keeps back those of tabs that the page opens, nil where
// there is nothing to wait for.
func (r *run) holdRequests() (up func(context.Context) error) {
	d, t := r.d, r.t
	if r.kind != protocol.KindReload && !d.listener.Bounded() {
		return nil
	}
	d.mu.Lock()
	on, rest := t.requests.on, t.requests.rest
	t.requests.on, t.requests.rest, t.requests.told, t.requests.reported, r.holds = true, nil, 0, "", true
	to := t.targets()
	up = d.listener.RequestsHeld(t.id, true)
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
	if d.relay != nil {
		patterns = d.relay.pattern()
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
	d.start(ctx, to, "Fetch.enable", newObject().raw("patterns", "["+patterns+"]").end())
}

// releaseSoon ends the holding soon, once the action is over. d.mu is held.
func (d *Debugger) releaseSoon(t *tab) {
	if t.requests.on && t.requests.rest == nil {
		t.requests.rest = d.clock.AfterFunc(holdLull, func() {
			d.mu.Lock()
			t.requests.rest = nil
			d.mu.Unlock()
			d.releaseIdle(t)
		})
	}
}

// releaseIdle ends the holding, unless an action runs or a request of the agent's is
// still under way.
func (d *Debugger) releaseIdle(t *tab) {
	d.mu.Lock()
	idle := t.requests.on && t.requests.rest == nil && (t.run == nil || !t.run.holds) && len(t.requests.chains) == 0
	var all []Target
	if idle {
		t.requests.on = false
		all = t.targets()
		d.listener.RequestsHeld(t.id, false)
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

// navigationRequested takes note why a frame was asked to go elsewhere.
func (d *Debugger) navigationRequested(tabID int, params []byte) {
	m := members(params, "frameId", "reason", "disposition")
	if text(m[2]) != "currentTab" {
		return
	}
	d.update(tabID, "", func(t *tab, _ *run) {
		if t.requests.on {
			if t.requests.reasons == nil {
				t.requests.reasons = map[string]string{}
			}
			t.requests.reasons[text(m[0])] = text(m[1])
		}
	})
}

// navigationEnded takes note that a frame asks for nothing any more: it has another
// document, or is gone, or its document was a download.
func (d *Debugger) navigationEnded(tabID int, frame string) {
	d.mu.Lock()
	t := d.tab(tabID)
	_, ours := t.requests.chains[frame]
	delete(t.requests.chains, frame)
	delete(t.requests.reasons, frame)
	delete(t.requests.navigating, frame)
	d.mu.Unlock()
	if ours {
		d.releaseIdle(t)
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
	reason := t.requests.reasons[frame]
	switch {
	case t.run != nil && t.run.kind == protocol.KindHelp:
		return theirs // the person has the tab
	case after != "" && t.requests.chains[frame] == after:
		if t.run == nil || !t.run.holds {
			return trailed
		}
		return led
	case !t.requests.on:
		return theirs
	case t.run == nil || !t.run.holds:
		if main && t.requests.rest != nil && (reason == "scriptInitiated" || reason == "metaTagRefresh" || reason == "httpHeaderRefresh") {
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

// requestHeld judges a document's request that is held back.
func (d *Debugger) requestHeld(tabID int, session string, params []byte) {
	m := members(params, "requestId", "frameId", "request", "redirectedRequestId")
	request, frame := text(m[0]), text(m[1])
	asked := members(m[2], "url", "method")
	d.mu.Lock()
	t := d.tab(tabID)
	r, on := t.run, t.requests.on
	whose := t.deed(frame, text(m[3]))
	main := t.main.frame == "" || frame == t.main.frame
	if whose == theirs {
		delete(t.requests.chains, frame) // it has taken the place of the agent's
	} else {
		if t.requests.chains == nil {
			t.requests.chains = map[string]string{}
		}
		t.requests.chains[frame] = request
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
		err = d.mayFollow(r, whose, text(asked[0]), main)
		if err == nil {
			ask = d.listener.Resolve(text(asked[0]))
		}
	}
	h := &heldRequest{to: Target{Tab: tabID, Session: session}, request: request, frame: frame, url: text(asked[0]), run: r, whose: whose, stray: whose == theirs && !on}
	if ask == nil {
		if err != nil || !d.suspendRequest(h) {
			d.finishRequest(h, err)
		}
		return
	}
	go func() { // where a name leads takes a while
		if err = ask(); err != nil && whose == led {
			err = d.mayFollow(r, whose, text(asked[0]), main) // it is known now
		}
		d.finishRequest(h, err)
	}()
}

// heldRequest is a request that is held back.
type heldRequest struct {
	to                  Target
	request, frame, url string
	run                 *run
	whose               deed
	// stray: an earlier life of the worker has left the holding behind.
	stray bool
}

// finishRequest lets a request go, or refuses it with err.
func (d *Debugger) finishRequest(h *heldRequest, err error) {
	r, ends := h.run, err != nil && h.run != nil && h.whose == led
	if ends && err != errResends {
		d.mu.Lock()
		r.denied = err
		d.mu.Unlock()
	}
	if err != nil && h.whose == trailed {
		d.reportRefused(h.to.Tab, h.url)
	}
	method, params := "Fetch.continueRequest", newObject().str("requestId", h.request)
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
			d.navigationEnded(h.to.Tab, h.frame)
		}
	}()
}

// reportRefused reports a request that was refused in silence.
func (d *Debugger) reportRefused(tabID int, url string) {
	d.mu.Lock()
	t := d.tabs[tabID]
	tell := t == nil || t.requests.told < maxTold
	if tell && t != nil {
		t.requests.told++
	}
	d.mu.Unlock()
	if tell {
		d.listener.RequestRefused(tabID, url)
	}
}

// mayFollow asks whether a request of the agent's may go to an address. The
// browser's own kinds of address are judged when they commit.
func (d *Debugger) mayFollow(r *run, whose deed, url string, main bool) error {
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

// forgetRequests forgets all of it: whoever is not attached holds nothing back. d.mu is
// held.
func (d *Debugger) forgetRequests(t *tab) {
	if t.requests.rest != nil {
		t.requests.rest()
	}
	if t.requests.on {
		d.listener.RequestsHeld(t.id, false)
	}
	t.requests = heldRequests{}
}
