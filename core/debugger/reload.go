package debugger

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Of a page that is the answer to a form a reload sends the form again: an
// order is placed twice. A browser asks the person first, but a debugger's
// reload just does it. What a page came from is known to nobody but the
// browser, so the request of a reload is held back and judged by its method. A page
// that sends forms by itself may go on.

// errResends refuses such a reload.
var errResends = protocol.NewError(protocol.CodeInvalidAction, "the page is the answer to a form, which a reload would send again, so nothing was done; navigate instead, or press the form's own button").NotDone()

// reload loads the page again.
func reload(r *run, a protocol.Reload) (protocol.Result, error) {
	r.d.mu.Lock()
	r.t.Requests.Reloads = true
	r.d.mu.Unlock()
	r.d.hold(r.ctx, r.t, true)
	defer r.d.hold(context.Background(), r.t, false)
	return leave(r, "Page.reload", new(scan.Object).Bool("ignoreCache", a.Hard).JSON(), -1)
}
