package dispatch

import (
	"github.com/zapvol/bua/core/protocol"
)

// What the host knows of the network, for the policy.

// Levers are the addresses that the agent is driven from: the backend's own and
// the browser's DevTools. No agent may go there. A call replaces the one before.
func (d *Dispatcher) Levers(urls ...string) { d.policy.Levers(urls...) }

// RefusePrivate keeps the agent out of private networks, whatever storage says.
func (d *Dispatcher) RefusePrivate(refuse bool) {
	if d.policy.RefusePrivate(refuse) && refuse {
		d.endRefused()
	}
}

// endRefused ends the sessions that the policy refuses now.
func (d *Dispatcher) endRefused() {
	d.book.EndWhere(func(domain string) bool { return d.policy.Allow(domain) != nil }, protocol.EndDomainBlocked)
}
