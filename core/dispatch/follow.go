package dispatch

import "github.com/zapvol/bua/core/protocol"

// Follow reports whether a request for a document that the flight caused may go
// to this URL. One of the tab's own page that may not ends the session, as if
// the tab had come there.
func (g guard) Follow(url string, main bool) error {
	_ = g.d.valve.fresh(g.f.ctx) // a flight that was given up still asks
	loc, err := g.d.policy.Check(url)
	switch protocol.CodeOf(err) {
	case protocol.CodeInvalidAction:
		return untouchable(g.f.tab)
	case protocol.CodeDomainBlocked:
		g.d.mu.Lock()
		if g.f.beyond = loc.Domain(); main {
			g.f.led = loc.Domain()
		}
		g.d.mu.Unlock()
	}
	return err
}

// led is the blocked domain that the flight's tab was about to go to, "" for none.
func (d *Dispatcher) led(f *flight) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return f.led
}

// beyond is the blocked domain that a request of the flight's was to go to, "" for
// none.
func (d *Dispatcher) beyond(f *flight) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return f.beyond
}
