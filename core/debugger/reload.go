package debugger

import "github.com/zapvol/bua/core/protocol"

// Of a page that is the answer to a form a reload sends the form again: an
// order is placed twice. A browser asks the person first, but a debugger's
// reload just does it. What a page came from is known to nobody but the
// browser, so the request of a reload, held back as every action's, is judged
// by its method, too. A page that sends forms by itself may go on.

// errResends refuses such a reload.
var errResends = protocol.NewError(protocol.CodeInvalidAction, "the page is the answer to a form, which a reload would send again, so nothing was done; navigate instead, or press the form's own button").NotDone()

// reload loads the page again.
func (r *run) reload(a protocol.Reload) (protocol.Result, error) {
	r.d.mu.Lock()
	r.reloads = true
	r.d.mu.Unlock()
	return r.leave("Page.reload", newObject().flag("ignoreCache", a.Hard).end(), -1)
}
