package dispatch

import "github.com/zapvol/bua/core/protocol"

// Follow reports whether a document that the ticket caused may come from this URL.
// Where it was to be the tab's own page and may not, the session ends, as if the tab
// had come there.
func (g guard) Follow(url string, main bool) error {
	_ = g.d.gate.awaitPolicy(g.f.ctx) // a ticket that was given up still asks
	loc, err := g.d.policy.Check(url)
	switch protocol.CodeOf(err) {
	case protocol.CodeInvalidAction:
		return untouchable(g.f.tab)
	case protocol.CodeDomainBlocked:
		g.d.mu.Lock()
		if g.f.blockedRequest = loc.Domain(); main {
			g.f.blockedTarget = loc.Domain()
		}
		g.d.mu.Unlock()
	}
	return err
}

// blockedTarget is the blocked domain that the ticket's tab was about to go to, "" for none.
func (d *Dispatcher) blockedTarget(f *ticket) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return f.blockedTarget
}

// blockedRequest is the blocked domain that a request of the ticket's was to go to, "" for
// none.
func (d *Dispatcher) blockedRequest(f *ticket) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return f.blockedRequest
}
