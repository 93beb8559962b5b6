package debugger

import (
	"context"
	"strings"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// What an action makes its page ask for goes nowhere that the policy refuses: the
// browser is told so by the host ([Listener.Acts], and whose tab it is), and judges
// each request by itself. It commits an error page in place of what it refuses, and
// that is where the agent learns of it here.

const (
	// maxTold bounds the reports of what is refused in silence after one action: a
	// page may try for ever.
	maxTold = 8
	// actLull is how long an action counts as going on: a page that the agent has
	// moved may go on a moment later, and the next action comes soon.
	actLull = 2 * time.Second
)

// causedRequests is what is known of the documents that a tab asks for. Guarded by
// Debugger.mu.
type causedRequests struct {
	// on: an action that may ask for documents runs, or ran a moment ago.
	on bool
	// rest stops the timer that ends that, nil when none runs.
	rest func() bool
	// reasons say why a frame was asked to go elsewhere, until it is there.
	reasons map[string]string
	// navigating are the frames that have set out for another document and have not
	// got it yet; true, while the agent acted.
	navigating map[string]bool
	// reported is the address of a tab that the page has asked for and that the
	// action was refused for: nobody is told again when the tab asks for it.
	reported string
	// told counts what was refused in silence and reported since the last action.
	told int
	// vain are the addresses of requests of this document that were waited for in vain.
	vain map[string]bool
	heldRequests
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

// acts tells the host that the agent acts in the tab from now on, and observes what its
// pages ask for. up waits until tabs that the page opens are kept from refused addresses,
// nil where there is nothing to wait for.
func (r *run) acts() (up func(context.Context) error) {
	d, t := r.d, r.t
	d.mu.Lock()
	rest, was := t.requests.rest, t.requests.on
	t.requests.on, t.requests.rest, t.requests.told, t.requests.reported, r.asks = true, nil, 0, "", true
	kept := d.listener.Acts(t.id, true)
	d.mu.Unlock()
	if rest != nil {
		rest()
	}
	if was {
		return kept
	}
	told := d.observe(r.ctx, t)
	if told == nil || !leaves(r.kind) {
		return kept
	}
	done := false
	go func() {
		_, _ = told()
		d.update(t.id, "", func(*tab, *run) { done = true })
	}()
	return func(ctx context.Context) error {
		r.await(tellLimit, func() bool { return done })
		if kept == nil {
			return nil
		}
		return kept(ctx)
	}
}

// actedSoon tells the host soon that the agent acts no more. d.mu is held.
func (d *Debugger) actedSoon(t *tab) {
	if !t.requests.on || t.requests.rest != nil {
		return
	}
	t.requests.rest = d.clock.AfterFunc(actLull, func() {
		d.mu.Lock()
		t.requests.rest = nil
		ends := t.requests.on && (t.run == nil || !t.run.asks)
		if ends {
			t.requests.on = false
			d.listener.Acts(t.id, false)
		}
		d.mu.Unlock()
		if ends {
			d.observe(context.Background(), t)
		}
	})
}

// navigationRequested takes note why a frame was asked to go elsewhere.
func (d *Debugger) navigationRequested(tabID int, params []byte) {
	m := members(params, "frameId", "reason", "disposition")
	if text(m[2]) != "currentTab" {
		return
	}
	d.tellNext(context.Background(), tabID, text(m[0]))
	d.update(tabID, "", func(t *tab, _ *run) {
		if t.requests.reasons == nil {
			t.requests.reasons = map[string]string{}
		}
		t.requests.reasons[text(m[0])] = text(m[1])
	})
}

// navigationEnded takes note that a frame asks for nothing any more: it has another
// document, or is gone, or its document was a download.
func (d *Debugger) navigationEnded(tabID int, frame string) {
	d.frameStayed(tabID, frame)
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.tab(tabID).requests.reasons, frame)
}

// keptFrom takes note that a frame inside the main one got an error page in place of
// an address, "" for none. reason is why it set out, and r the action that ran then.
func (d *Debugger) keptFrom(tabID int, url string, r *run, reason string) {
	if url == "" || !d.listener.Refuses(url) {
		return
	}
	link := reason == "anchorClick" || reason == "formSubmissionGet" || reason == "formSubmissionPost"
	switch {
	case link && r.leads():
		err := r.guard.Follow(url, false)
		d.mu.Lock()
		r.denied = err
		d.mu.Unlock()
		r.cancel(err)
	case reason != "" && reason != "initialFrameNavigation": // else the page's own
		d.reportRefused(tabID, url)
	}
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

// mayFollow asks whether a tab may be opened at an address; led says that the running
// action does it. The browser's own kinds of address are judged when they commit.
func (d *Debugger) mayFollow(r *run, led bool, url string) error {
	if !strings.HasPrefix(url, "http:") && !strings.HasPrefix(url, "https:") {
		return nil
	}
	if led {
		return r.guard.Follow(url, false)
	}
	if d.listener.Refuses(url) {
		return errForeign()
	}
	return nil
}

// underWay reports whether a document that the agent has caused is still to come: no
// rule keeps it from anything once the session is over. d.mu is held.
func (t *tab) underWay() bool {
	for _, acted := range t.requests.navigating {
		if acted {
			return true
		}
	}
	return false
}

// forgetRequests forgets all of it. d.mu is held.
func (d *Debugger) forgetRequests(t *tab) {
	if t.requests.rest != nil {
		t.requests.rest()
	}
	if t.requests.on {
		d.listener.Acts(t.id, false)
	}
	t.requests = causedRequests{}
}
