package direct

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/target"
)

// What a page opens in another tab asks for its first document before anybody
// can attach to it. Only the browser's own session can hold that back, and does
// so for every tab at once: so it is on only while there is a tab whose page may
// open one for the agent, or one that was opened and is on its way.

// comingLimit is how long a tab's first document may be on its way: not every
// answer becomes a page.
const comingLimit = time.Minute

// requestsHeld takes note that a tab begins or stops to hold requests back. There is
// nothing to wait for: the browser reads it before what the action does.
func (b *chrome) requestsHeld(number int, on bool) (up func(context.Context) error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if on {
		b.holds[number] = true
	} else {
		delete(b.holds, number)
	}
	b.renewHolding()
	return nil
}

// renewHolding begins or ends the holding, as is needed now. mu is held.
func (b *chrome) renewHolding() {
	on := len(b.holds)+len(b.coming) > 0
	if b.conn == nil || on == b.holding {
		return
	}
	if b.holding = on; !on {
		post(b.conn, fetch.Disable, cdp.Empty{})
		return
	}
	post(b.conn, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "*", ResourceType: network.ResourceTypeDocument}}})
}

// came takes note that a tab asks for its first document no more. mu is held.
func (b *chrome) came(id target.ID) {
	if _, ok := b.coming[id]; ok {
		delete(b.coming, id)
		b.renewHolding()
	}
}

// paused asks about a request that is held back, and lets go at once
// what no page of the agent's has opened.
func (b *chrome) paused(c *conn, params []byte) {
	e, err := decode[fetch.EventRequestPaused](params)
	if err != nil || e.Request == nil {
		return
	}
	pass := func() {
		post(c, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: e.RequestID})
	}
	id := target.ID(e.FrameID) // a tab's own frame has the tab's id
	b.mu.Lock()
	t, opener := b.byTarget[id], 0
	before, again := b.coming[id]
	again = again && before == e.RedirectedRequestID
	if t != nil && (again || t.session == "") {
		opener = b.holder(t)
	}
	// Chrome names no opener for a window that has none, and the news of its page
	// may come later: so a tab that nobody is known to have opened may be one.
	again = again || t != nil && t.session == "" && t.opener == 0 && t.young
	if opener == 0 && !again {
		b.came(id)
		b.mu.Unlock()
		pass()
		return
	}
	if b.coming[id] = e.RequestID; before == "" {
		time.AfterFunc(comingLimit, func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.came(id)
		})
	}
	b.mu.Unlock()
	if !b.opens(opener, e.Request.URL, again, func(err error) {
		if err == nil {
			pass()
			return
		}
		post(c, fetch.FailRequest, fetch.FailRequestParams{RequestID: e.RequestID, ErrorReason: network.ErrorReasonAborted})
		b.mu.Lock()
		defer b.mu.Unlock()
		b.came(id)
		if t.empty() {
			post(c, target.CloseTarget, target.CloseTargetParams{TargetID: id})
		}
	}) {
		b.mu.Lock()
		b.came(id)
		b.mu.Unlock()
		pass()
	}
}

// holder returns the attached tab that a tab comes from, 0 for none. mu is held.
func (b *chrome) holder(t *tab) int {
	for t = b.byNumber[t.opener]; t != nil; t = b.byNumber[t.opener] {
		if t.session != "" {
			return t.number
		}
	}
	return 0
}

// empty reports whether a tab was opened for a page that has not come. The lock
// of chrome is held.
func (t *tab) empty() bool {
	return (t.url == "" || t.url == "about:blank") && t.pending != "" && t.pending != "about:blank"
}
