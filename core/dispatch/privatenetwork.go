package dispatch

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// What the host knows of the network, for the policy.

// SetControlEndpoints are the addresses that the agent is driven from: the backend's own and
// the browser's DevTools. No agent may go there. A call replaces the one before.
func (d *Dispatcher) SetControlEndpoints(urls ...string) {
	d.policy.SetControlEndpoints(urls...)
	d.renewFilter()
}

// RefusePrivate keeps the agent out of private networks, whatever storage says.
func (d *Dispatcher) RefusePrivate(refuse bool) {
	if !d.policy.RefusePrivate(refuse) {
		return
	}
	if d.renewFilter(); refuse {
		d.endRefused()
	}
}

// renewFilter has the browser's rules follow the policy. It does not wait.
func (d *Dispatcher) renewFilter() {
	if d.filter != nil {
		d.filter.renew()
	}
}

// endRefused ends the sessions that the policy refuses now.
func (d *Dispatcher) endRefused() {
	d.registry.EndWhere(func(domain string) bool { return d.policy.Allow(domain) != nil }, protocol.EndDomainBlocked)
}

// resolveLimit is how long a name may take to be looked up. Where nothing comes
// the browser's own answer counts.
const resolveLimit = 2 * time.Second

// Public implements [debugger.Network].
func (l listener) Public() bool { return l.d.policy.Public() }

// Resolve returns what asks where the name in a URL leads, nil when there is nothing
// or nobody to ask. Error: domain_blocked.
func (d *Dispatcher) Resolve(url string) (ask func() error) {
	loc, err := session.Locate(url)
	if err != nil || d.lookUp == nil || !d.policy.Public() || session.Numeric(loc.Host) {
		return nil
	}
	return func() error {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		stop := d.clock.AfterFunc(resolveLimit, cancel)
		defer stop()
		for _, address := range d.lookUp(ctx, loc.Host) {
			if err := d.policy.Resolved(loc.Domain(), address); err != nil {
				return err
			}
		}
		return nil
	}
}

// AddressTold implements [debugger.Network]. Behind a proxy the browser tells the
// proxy's address, which says nothing of the server's: it has another port.
func (l listener) AddressTold(url, address string, port int) error {
	loc, err := session.Locate(url)
	if err != nil || address == "" || port != loc.Port {
		return nil
	}
	err = l.d.policy.Resolved(loc.Domain(), address)
	if err != nil {
		l.d.renewFilter()
	}
	return err
}
