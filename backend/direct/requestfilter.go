package direct

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/target"

	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/session"
)

// requestFilters is [dispatch.RequestFilters] on the browser's own session: it holds
// back each request of every tab, frame and worker, behind what a tab's own session holds
// back. WebSockets and what a page has the browser fetch ahead do not come by here.
type requestFilters struct{ *chrome }

// requestFilter is what requestFilters was told. Guarded by chrome.mu.
type requestFilter struct {
	stands bool
	pass   dispatch.Exemptions
}

// Install implements [dispatch.RequestFilters]: all requests are held back, so that the browser
// needs no list and misses no address of it. Where the connection is lost it counts from the
// next one on.
func (f requestFilters) Install(ctx context.Context, _ session.RequestFilter, pass dispatch.Exemptions) error {
	f.mu.Lock()
	f.filter = requestFilter{true, pass}
	c := f.conn
	f.mu.Unlock()
	if c == nil {
		return nil
	}
	_, err := ask(ctx, c, fetch.Enable, fetch.EnableParams{})
	return err
}

func (f requestFilters) Exempt(_ context.Context, pass dispatch.Exemptions) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.filter.pass = pass
	return nil
}

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
	if b.filter.stands {
		post(c, fetch.Enable, fetch.EnableParams{})
	}
}

// How long a frame may take to be known: its request and the news of it come by ways of
// their own. A tab in which frames are still being read may take longer.
const (
	frameLimit = 250 * time.Millisecond
	readLimit  = 2 * time.Second
	// askAgain is how often it is asked meanwhile: no single event says that a frame is known.
	askAgain = 5 * time.Millisecond
)

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
	refused := b.refuses(e.Request.URL)
	var judge func() error
	switch {
	case refused != nil:
		judge = func() error { return refused }
	case e.ResourceType == network.ResourceTypeDocument:
		judge = b.resolves(e.Request.URL)
	}
	if judge == nil {
		judged(nil)
		return
	}
	go func() { // a frame is known soon, and where a name leads takes a while
		filtered, wait := b.filtered(&e)
		if wait > 0 {
			if maker, is := b.worker(c, e.FrameID); is {
				filtered, wait = maker == "" || b.closed(maker), 0
			}
		}
		for began := time.Now(); time.Since(began) < wait; {
			time.Sleep(askAgain)
			filtered, wait = b.filtered(&e)
		}
		if !filtered {
			judged(nil)
			return
		}
		judged(judge())
	}()
}

// worker is the host of the script of a worker that sends a request, "" where that does not
// say; is reports whether it is one. What several pages share counts for the browser as a
// frame of its own, which no tab has.
func (b *chrome) worker(c *conn, frame cdp.FrameID) (maker string, is bool) {
	if frame == "" {
		return "", false
	}
	ctx, cancel := context.WithTimeout(context.Background(), frameLimit)
	defer cancel()
	out, err := ask(ctx, c, target.GetTargetInfo, target.GetTargetInfoParams{TargetID: target.ID(frame)})
	if err != nil || out.TargetInfo == nil || !strings.HasSuffix(out.TargetInfo.Type, "worker") {
		return "", false
	}
	return host(strings.TrimPrefix(out.TargetInfo.URL, "blob:")), true
}

// closed reports whether workers of a site are kept from refused addresses.
func (b *chrome) closed(site string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Contains(b.filter.pass.Sites, site)
}

// filtered reports whether what sends a request is kept from refused addresses, and how
// long to wait for better news of who that is.
func (b *chrome) filtered(e *fetch.EventRequestPaused) (filtered bool, wait time.Duration) {
	frame := string(e.FrameID)
	number, sure := b.frameTab(frame) // before the lock: it has one of its own
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.byTarget[target.ID(frame)] // a tab's own frame has the tab's id
	if t != nil && t.context != b.profile && !t.own {
		return false, 0
	}
	if t != nil {
		number = t.number
	}
	if number != 0 {
		return b.filters(number), 0
	}
	// A worker that several pages share has no frame, and a tab that nobody is attached to
	// tells of none: then it counts who sent the request. Where such a tab is kept from refused
	// addresses, what does not say it, and all that comes while the agent acts, may be of it.
	switch {
	case frame != "" && !sure:
		return true, readLimit
	case frame != "":
		wait = frameLimit
	}
	pass, by := b.filter.pass, host(cmp.Or(header(e.Request, "Origin"), header(e.Request, "Referer")))
	filtered = slices.Contains(pass.Sites, by)
	for n, t := range b.byNumber {
		if t.session == "" && b.filters(n) {
			filtered = filtered || !pass.Others || by == "" || by == host(t.url)
		}
	}
	return filtered, wait
}

// filters reports whether a tab is kept from refused addresses. mu is held.
func (b *chrome) filters(tab int) bool {
	return slices.Contains(b.filter.pass.Tabs, tab) == b.filter.pass.Others
}

// host is the host of an address, "" for none.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(u.Hostname(), ".")
}

// header is a header of a request, "" for none.
func header(r *network.Request, name string) string {
	value, _ := r.Headers[name].(string)
	return value
}
