package debugger

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/zapvol/bua/core/protocol"
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
	// maxOpen bounds the requests that are kept, and the addresses that were waited for
	// in vain.
	maxOpen = 64
)

// openRequests are the requests that a page has made since its action began. Guarded by
// Debugger.mu.
type openRequests struct {
	// unanswered are those without an answer, by the browser's id: their addresses.
	unanswered map[string]string
	// requested counts all, looked those that there were when the page was last looked at.
	requested, looked int
	// writes are those that may have changed something, and those that were refused.
	writes []sentRequest
}

// observe has the browser tell what the pages of a tab ask for while the agent acts there:
// their requests, and the files that they want, for which no dialog is shown. told waits
// until it tells the requests of the tab's own process: a new document of another process
// is told of only then.
func (d *Debugger) observe(ctx context.Context, t *tab) (told func() ([]byte, error)) {
	d.mu.Lock()
	on, next, to := t.requests.on, t.tellsNext, t.processes()
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
	d.start(ctx, to, "Page.setInterceptFileChooserDialog", newObject().flag("enabled", on).end())
	switch {
	case d.listener.Public() || !requests: // all are told, or that of the next document
		return nil
	case on:
		return d.enableNetwork(ctx, to)
	}
	return d.start(ctx, to, "Network.disable", nil)
}

// requestBegins takes note of a request of a page. What a person looks at, such as a
// picture, is not waited for, and neither is what never ends, such as a stream of events.
func (d *Debugger) requestBegins(tabID int, session string, params []byte) {
	m := members(params, "requestId", "type", "request", "documentURL")
	typ := text(m[1])
	switch typ {
	case "XHR", "Fetch", "Script":
	default:
		return
	}
	asked := members(m[2], "url", "method")
	if text(asked[0]) == text(m[3]) {
		return // a worker's script, of whose end the worker tells
	}
	url, _, _ := strings.Cut(text(asked[0]), "?")
	d.update(tabID, "", func(t *tab, r *run) {
		if r == nil || !r.asks || (r.commits > 0 || session != "") && !related(url, t.url) {
			return
		}
		r.sends(text(m[0]), typ, text(asked[1]), url)
		if t.requests.vain[url] || len(r.unanswered) >= maxOpen {
			return
		}
		if r.unanswered == nil {
			r.unanswered = map[string]string{}
		}
		r.unanswered[text(m[0])] = url
		r.requested++
	})
}

// related reports whether a request goes to the site of its page, or to one that is named
// alike. A page that loads asks many others, for what advertises and counts.
func related(url, page string) bool {
	host, _, _ := strings.Cut(hostOf(url), ":")
	at, _, _ := strings.Cut(hostOf(page), ":")
	if cut := strings.LastIndexByte(at, '.'); cut > 0 {
		at = at[strings.LastIndexByte(at[:cut], '.')+1:]
	}
	return host == at || strings.HasSuffix(host, "."+at)
}

// hostOf is the host of an address, with its port.
func hostOf(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	return rest
}

// requestEnds takes note that a request got its answer, or none.
func (d *Debugger) requestEnds(tabID int, failed bool, params []byte) {
	id := text(member(params, "requestId"))
	d.update(tabID, "", func(_ *tab, r *run) {
		if r != nil {
			if failed {
				r.requestFailed(id)
			}
			delete(r.unanswered, id)
		}
	})
}

// answered waits until the page has got what it has asked for since the action began and
// has shown it. It adds to fx what that was.
func (r *run) answered(fx *protocol.Effects) {
	until := r.d.clock.Now().Add(requestLimit)
	for r.unseen() {
		left := 0
		came := r.await(until.Sub(r.d.clock.Now()), func() bool { left = len(r.unanswered); return left == 0 || r.began })
		if r.ctx.Err() != nil || r.leaving() {
			return
		}
		r.d.mu.Lock()
		r.looked = r.requested
		r.d.mu.Unlock()
		if !came {
			r.dropUnanswered()
		}
		if out := r.settledOrNil(r.settledAgain); out != nil && r.notNavigated() {
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
	return r.requested > r.looked && r.ctx.Err() == nil
}

// dropUnanswered forgets what has not come, and does not wait for the same in this document again.
func (r *run) dropUnanswered() {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	t := r.t
	for _, url := range r.unanswered {
		if t.requests.vain == nil {
			t.requests.vain = map[string]bool{}
		}
		if len(t.requests.vain) < maxOpen {
			t.requests.vain[url] = true
		}
	}
	r.unanswered = nil
}

func count(n int) string {
	if n == 1 {
		return "1 request"
	}
	return strconv.Itoa(n) + " requests"
}
