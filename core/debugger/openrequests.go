package debugger

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/zapvol/bua/core/internal/engine"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// What a page asks its server for after an action is mostly what the action was for: the
// row that was saved, the list that was looked for. An action has settled when that has
// come and the page has shown it.

const (
	// requestLimit is how long such requests are waited for, one after another.
	requestLimit = 2 * time.Second
	// tellLimit is how long a page may take to begin to tell them before it is left; one
	// that has crashed never does.
	tellLimit = 50 * time.Millisecond
)

// observe has the browser tell what the pages of a tab ask for while the agent acts there:
// their requests, and the files that they want, for which no dialog is shown. told waits
// until it tells the requests of the tab's own process: a new document of another process
// is told of only then.
func (d *Debugger) observe(ctx context.Context, t *tab) (told func() ([]byte, error)) {
	d.mu.Lock()
	on, next, to := t.Requests.On, t.tellsNext, t.processes()
	d.mu.Unlock()
	for i, to := range to {
		wait := d.observeIn(ctx, to, on, on || i > 0 || !next)
		if on && i == 0 {
			told = wait
		}
	}
	return told
}

// observeIn is observe for one process. requests says that those are told, or no more.
func (d *Debugger) observeIn(ctx context.Context, to Target, on, requests bool) (told func() ([]byte, error)) {
	d.start(ctx, to, "Page.setInterceptFileChooserDialog", new(scan.Object).Bool("enabled", on).JSON())
	switch {
	case d.listener.Public() || !requests: // all are told, or that of the next document
		return nil
	case on:
		return d.enableNetwork(ctx, to)
	}
	return d.start(ctx, to, "Network.disable", nil)
}

// answered waits until the page has got what it has asked for since the action began and
// has shown it. It adds to fx what that was.
func (r *run) answered(fx *protocol.Effects) {
	until := r.d.clock.Now().Add(requestLimit)
	for r.unseen() {
		left := 0
		came := r.await(until.Sub(r.d.clock.Now()), func() bool { left = len(r.Unanswered); return left == 0 || r.Began })
		if r.ctx.Err() != nil || r.leaving() {
			return
		}
		r.d.mu.Lock()
		r.Looked = r.Requested
		if !came { // nor is the same waited for in this document again
			r.t.DropUnanswered()
		}
		r.d.mu.Unlock()
		if out := r.settledOrNil(func() (*engine.Seen, error) { return r.askSettled(true) }); out != nil && r.notNavigated() {
			fx.DOM = fx.DOM || out.DOM > 0
			fx.Focus, fx.State, fx.Invalid = cmp.Or(out.Focus, fx.Focus), cmp.Or(out.State, fx.State), cmp.Or(out.Invalid, fx.Invalid)
			fx.Announced = strings.TrimSpace(fx.Announced + " " + out.Announced)
		}
		if !came {
			fx.Unsettled = "the page was still waiting for " + count(left) + " after " + seconds(requestLimit)
			return
		}
	}
}

// unseen reports whether the page has asked for something since it was last looked at.
func (r *run) unseen() bool {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return r.Requested > r.Looked && r.ctx.Err() == nil
}

// toldSent adds to fx what was sent. d.mu is held.
func (r *run) toldSent(fx *protocol.Effects) {
	for _, s := range r.Writes {
		fx.Sent = append(fx.Sent, s.What+": "+cmp.Or(s.Came, "no answer yet"))
	}
}

func count(n int) string {
	if n == 1 {
		return "1 request"
	}
	return strconv.Itoa(n) + " requests"
}
