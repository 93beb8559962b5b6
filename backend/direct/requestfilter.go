package direct

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/target"

	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/session"
)

// requestFilters is [dispatch.RequestFilters] on the browser's own session: it holds
// back each request to an address that may be refused, of every tab, frame and
// worker, behind what a tab's own session holds back. WebSockets and what a page has
// the browser fetch ahead do not come by here.
type requestFilters struct{ *chrome }

// maxGlobs is how many addresses the browser compares each request with. Where there are
// more it costs less to hold all requests back.
const maxGlobs = 500

// requestFilter is what requestFilters was told. Guarded by chrome.mu.
type requestFilter struct {
	patterns []*fetch.RequestPattern // nil while nothing is refused
	pass     dispatch.Exemptions
}

// Install implements [dispatch.RequestFilters]. Where the connection is lost it counts
// from the next one on.
func (f requestFilters) Install(ctx context.Context, refused session.RequestFilter, pass dispatch.Exemptions) error {
	globs := refused.Globs()
	if len(globs) > maxGlobs {
		globs = []string{"*"}
	}
	patterns := []*fetch.RequestPattern{}
	for _, g := range globs {
		patterns = append(patterns, &fetch.RequestPattern{URLPattern: g})
	}
	f.mu.Lock()
	f.filter = requestFilter{patterns, pass}
	c := f.conn
	f.mu.Unlock()
	if c == nil {
		return nil
	}
	_, err := ask(ctx, c, fetch.Enable, fetch.EnableParams{Patterns: patterns})
	return err
}

// Exempt implements [dispatch.RequestFilters].
func (f requestFilters) Exempt(_ context.Context, pass dispatch.Exemptions) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.filter.pass = pass
	return nil
}

// Remove implements [dispatch.RequestFilters].
func (f requestFilters) Remove(context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.filter = (requestFilter{}); f.conn != nil {
		post(f.conn, fetch.Disable, cdp.Empty{})
	}
	return nil
}

// filterAgain tells a new connection what the one before it was told. mu is held.
func (b *chrome) filterAgain(c *conn) {
	if b.filter.patterns != nil {
		post(c, fetch.Enable, fetch.EnableParams{Patterns: b.filter.patterns})
	}
}

// paused judges a request that is held back. It never waits.
func (b *chrome) paused(c *conn, params []byte) {
	e, err := decode[fetch.EventRequestPaused](params)
	if err != nil || e.Request == nil {
		return
	}
	judged := func(err error) {
		if err == nil {
			post(c, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: e.RequestID})
			return
		}
		post(c, fetch.FailRequest, fetch.FailRequestParams{RequestID: e.RequestID, ErrorReason: network.ErrorReasonBlockedByClient})
	}
	if !b.filtered(&e) {
		judged(nil)
		return
	}
	err = b.refuses(e.Request.URL)
	if err != nil || e.ResourceType != network.ResourceTypeDocument {
		judged(err)
		return
	}
	lookUp := b.resolves(e.Request.URL)
	if lookUp == nil {
		judged(nil)
		return
	}
	go func() { judged(lookUp()) }() // where a name leads takes a while
}

// filtered reports whether what sends a request is kept from refused addresses.
func (b *chrome) filtered(e *fetch.EventRequestPaused) bool {
	frame := string(e.FrameID)
	inside := b.frameTab(frame) // before the lock: it has one of its own
	b.mu.Lock()
	defer b.mu.Unlock()
	pass := b.filter.pass
	t := b.byTarget[target.ID(frame)] // a tab's own frame has the tab's id
	if t != nil && t.context != b.profile && !t.own {
		return false
	}
	number := inside
	if t != nil {
		number = t.number
	}
	if number != 0 {
		return slices.Contains(pass.Tabs, number) == pass.Others
	}
	// A frame of a tab that nobody is attached to, or a worker that several pages
	// share: who sent it tells.
	by := cmp.Or(header(e.Request, "Origin"), header(e.Request, "Referer"))
	if u, err := url.Parse(by); err == nil && u.Host != "" {
		return slices.Contains(pass.Sites, strings.TrimSuffix(u.Hostname(), "."))
	}
	return e.ResourceType != network.ResourceTypeDocument
}

// header is a header of a request, "" for none.
func header(r *network.Request, name string) string {
	value, _ := r.Headers[name].(string)
	return value
}
