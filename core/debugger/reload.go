package debugger

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
)

// Of a page that is the answer to a form a reload sends the form again: an
// order is placed twice. A browser asks the person first, but a debugger's
// reload just does it. What a page came from is known to nobody but the
// browser, so the request of a reload is held back until its method is seen.

// errResends refuses such a reload.
var errResends = protocol.NewError(protocol.CodeInvalidAction, "the page is the answer to a form, which a reload would send again, so nothing was done; navigate instead, or press the form's own button")

// reload loads the page again.
func (r *run) reload(a protocol.Reload) (protocol.Result, error) {
	to := Target{Tab: r.t.id}
	r.d.mu.Lock()
	r.reloads = true
	r.d.mu.Unlock()
	r.d.holdBack(r.ctx, to, true)
	res, err := r.leave("Page.reload", with().flag("ignoreCache", a.Hard).end())
	r.d.mu.Lock()
	pending := r.reloads
	r.d.mu.Unlock()
	if pending { // an answer that needed no request
		r.d.holdBack(context.WithoutCancel(r.ctx), to, false)
	}
	return res, err
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
		patterns += `{"urlPattern":"*","resourceType":"Document"}`
	}
	if patterns == "" {
		d.start(ctx, to, "Fetch.disable", nil)
		return
	}
	d.start(ctx, to, "Fetch.enable", with().raw("patterns", "["+patterns+"]").end())
}

// reloading judges a document's request that is held back. The first of the main
// frame is the reload's own; a page that sends forms by itself may go on.
func (d *Debugger) reloading(tabID int, session string, params []byte) {
	m := members(params, "requestId", "frameId", "request")
	to, answer := Target{Tab: tabID, Session: session}, with().str("requestId", text(m[0]))
	ctx := context.Background()
	var resends *run
	d.mu.Lock()
	t := d.tab(tabID)
	own := t.run != nil && t.run.reloads && (t.main.frame == "" || text(m[1]) == t.main.frame)
	if own {
		t.run.reloads = false
		if text(member(m[2], "method")) == "POST" {
			resends = t.run
		}
	}
	d.mu.Unlock()
	if resends == nil {
		d.start(ctx, to, "Fetch.continueRequest", answer.end())
	} else {
		d.start(ctx, to, "Fetch.failRequest", answer.str("errorReason", "Aborted").end())
		resends.cancel(errResends)
	}
	if own {
		d.holdBack(ctx, to, false)
	}
}
