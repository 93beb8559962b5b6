package pool

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
)

// Peers is the other backends that serve the same browsers. Calls overlap.
// Here and Gone return at once, and are called under a lock.
type Peers interface {
	// Find lists the user's browsers that are connected to another backend, or
	// only the one with that id. It asks the others, which takes a moment.
	Find(user, device string) []Device
	// Request passes a request on to the backend that has the device, whose id
	// is given. That one records it. Its errors are those of [Route.Send].
	Request(ctx context.Context, to To, a protocol.Action) (protocol.Result, error)
	// Here says that a browser has connected to this backend and returns the
	// number of the connection, by which [Pool.Handoff] knows it.
	Here(user string, d Device) int64
	// Gone says that it has left.
	Gone(user, device string)
}

// noPeers is no other backend.
type noPeers struct{}

func (noPeers) Find(string, string) []Device { return nil }
func (noPeers) Here(string, Device) int64    { return 0 }
func (noPeers) Gone(string, string)          {}
func (noPeers) Request(context.Context, To, protocol.Action) (protocol.Result, error) {
	return nil, unsent("no browser is connected: nothing has happened")
}

// Handoff ends the connection of a device that has connected to another backend
// since, unless it is a later one than stamp says. Requests that waited for the
// browser to come back here are given up: their answers would go there.
func (p *Pool) Handoff(user, device string, stamp int64) {
	p.mu.Lock()
	c := p.conns[user][device]
	if c != nil && c.stamp > stamp {
		p.mu.Unlock()
		return
	}
	away := p.takeSuspended(key{user, device})
	p.mu.Unlock()
	p.giveUpAll(away)
	if c != nil {
		p.count.replaced.Add(1)
		c.end(CloseReplaced, "replaced by a newer connection of the same browser to another backend", false)
	}
}

// AbandonSuspended gives up the requests that wait for a device to come back,
// because it has connected to another backend.
func (p *Pool) AbandonSuspended(user, device string) {
	p.mu.Lock()
	away := p.takeSuspended(key{user, device})
	p.mu.Unlock()
	p.giveUpAll(away)
}

// CloseAll closes every connection, so that the browsers find another backend. New
// ones are taken.
func (p *Pool) CloseAll(reason string) {
	p.mu.Lock()
	all := p.all()
	p.mu.Unlock()
	for _, c := range all {
		c.end(closeRestart, reason, false)
	}
}

// closeRestart tells the browser to connect again.
const closeRestart = 1012
