package debugger

import (
	"context"
	"strings"
	"time"

	"github.com/zapvol/bua/core/internal/tabstate"
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

// causedRequests is what is done about the documents that a tab asks for. Guarded by
// Debugger.mu.
type causedRequests struct {
	// rest stops the timer that ends the time in which the agent acts, nil when none runs.
	rest func() bool
	// reported is the address of a tab that the page has asked for and that the
	// action was refused for: nobody is told again when the tab asks for it.
	reported string
	// told counts what was refused in silence and reported since the last action.
	told int
	// suspended are requests that wait until the pointer has acted.
	suspended []heldRequest
}

// mayRequest reports whether an action may make a page ask for a document.
func (r *run) mayRequest() bool {
	return !r.reads() && r.Kind != protocol.KindHelp && r.Kind != protocol.KindDownloads
}

// reads reports whether the action only reads: it gives no input, however long it takes.
func (r *run) reads() bool { return r.Kind.Can() == protocol.CanRead }

// acts tells the host that the agent acts in the tab from now on, and observes what its
// pages ask for. up waits until tabs that the page opens are kept from refused addresses,
// nil where there is nothing to wait for.
func (r *run) acts() (up func(context.Context) error) {
	d, t := r.d, r.t
	d.mu.Lock()
	rest, was := t.caused.rest, t.Requests.On
	t.Requests.On, t.caused.rest, t.caused.told, t.caused.reported, r.Asks = true, nil, 0, "", true
	kept := d.listener.Acts(t.id, true)
	d.mu.Unlock()
	if rest != nil {
		rest()
	}
	if was {
		return kept
	}
	told := d.observe(r.ctx, t)
	if told == nil || !tabstate.Leaves(r.Kind) {
		return kept
	}
	done := false
	go func() {
		_, _ = told()
		d.update(t.id, func(*tab, *run) { done = true })
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
	if !t.Requests.On || t.caused.rest != nil {
		return
	}
	t.caused.rest = d.clock.AfterFunc(actLull, func() {
		d.mu.Lock()
		t.caused.rest = nil
		ends := t.Requests.On && (t.run == nil || !t.run.Asks)
		if ends {
			t.Requests.On = false
			d.listener.Acts(t.id, false)
		}
		d.mu.Unlock()
		if ends {
			d.observe(context.Background(), t)
		}
	})
}

// keptFrom takes note that a frame inside the main one got an error page in place of
// an address, "" for none. reason is why it set out, and r the action that ran then.
func (d *Debugger) keptFrom(tabID int, url string, r *run, reason string) {
	if url == "" || !d.listener.Refuses(url) {
		return
	}
	link := reason == "anchorClick" || reason == "formSubmissionGet" || reason == "formSubmissionPost"
	switch {
	case link && r != nil && r.Leads():
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
	tell := t == nil || t.caused.told < maxTold
	if tell && t != nil {
		t.caused.told++
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
