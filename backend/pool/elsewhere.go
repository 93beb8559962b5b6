package pool

import (
	"context"

	"github.com/zapvol/bua/core/protocol"
)

// Elsewhere is the other backends that serve the same browsers. Calls overlap.
// Here and Gone return at once, and are called under a lock.
type Elsewhere interface {
	// Find lists the user's browsers that are connected to another backend, or
	// only the one with that id. It asks the others, which takes a moment.
	Find(user, device string) []Device
	// Request passes a request on to the backend that has the device, whose id
	// is given. That one records it. Its errors are those of [Pool.Request].
	Request(ctx context.Context, to To, a protocol.Action) (protocol.Result, error)
	// Here says that a browser has connected to this backend and returns the
	// number of the connection, by which [Pool.Yield] knows it.
	Here(user string, d Device) int64
	// Gone says that it has left.
	Gone(user, device string)
}

// nobody is no other backend.
type nobody struct{}

func (nobody) Find(string, string) []Device { return nil }
func (nobody) Here(string, Device) int64    { return 0 }
func (nobody) Gone(string, string)          {}
func (nobody) Request(context.Context, To, protocol.Action) (protocol.Result, error) {
	return nil, unsent("no browser is connected: nothing has happened")
}

// Yield ends the connection of a device that has connected to another backend
// since, unless it is a later one than stamp says. Requests that waited for the
// browser to come back here are given up: their answers would go there.
func (p *Pool) Yield(user, device string, stamp int64) {
	p.mu.Lock()
	c := p.conns[user][device]
	if c != nil && c.stamp > stamp {
		p.mu.Unlock()
		return
	}
	k := key{user, device}
	away := p.parked[k]
	delete(p.parked, k)
	p.mu.Unlock()
	if away != nil {
		p.unpark(nil, away)
	}
	if c != nil {
		p.count.replaced.Add(1)
		c.end(CloseReplaced, "replaced by a newer connection of the same browser to another backend", false)
	}
}

// Settle gives up the requests that wait for a device to come back, because it
// has connected to another backend.
func (p *Pool) Settle(user, device string) {
	p.mu.Lock()
	k := key{user, device}
	away := p.parked[k]
	delete(p.parked, k)
	p.mu.Unlock()
	if away != nil {
		p.unpark(nil, away)
	}
}

// Shed closes every connection, so that the browsers find another backend. New
// ones are taken.
func (p *Pool) Shed(reason string) {
	p.mu.Lock()
	var all []*Conn
	for _, devices := range p.conns {
		for _, c := range devices {
			all = append(all, c)
		}
	}
	p.mu.Unlock()
	for _, c := range all {
		c.end(closeRestart, reason, false)
	}
}

// closeRestart tells the browser to connect again.
const closeRestart = 1012

// Local carries out a request of another backend: as [Pool.Request], but in a
// browser that is connected here.
func (p *Pool) Local(ctx context.Context, to To, a protocol.Action) (protocol.Result, error) {
	if err := protocol.FromAgent(a); err != nil {
		return nil, err
	}
	p.mu.Lock()
	c := p.conns[to.User][to.Device]
	p.mu.Unlock()
	if c == nil {
		return nil, unsent("the browser has left the backend that had it: nothing has happened, try again when it is back")
	}
	return p.carry(ctx, c, to, a)
}
