package pool

import (
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// defaultDevice is the id of an extension that names none, as a plain version
// 4 one does: a user has at most one of those.
const defaultDevice = "default"

// fight is how many replacements of one device within a minute say that two
// browsers hold the same key.
const fight = 3

// Attach takes over an authenticated connection of a user. The hello's caps
// must be those that both ends share. An older connection of the same device
// is closed with 4004, and its requests end as after a lost connection. The
// caller feeds what it reads to [Conn.Handle] and calls [Conn.Detach] at the
// end.
func (p *Pool) Attach(user string, hello protocol.Hello, s Socket) *Conn {
	c := newConn(p, user, hello, s)
	p.mu.Lock()
	if p.closed || p.draining {
		code := closeGoingAway
		if p.draining {
			code = closeRestart
		}
		p.mu.Unlock()
		c.end(code, "the backend stops", false)
		return c
	}
	devices := p.conns[user]
	if devices == nil {
		devices = map[string]*Conn{}
		p.conns[user] = devices
	}
	old := devices[c.device.ID]
	devices[c.device.ID] = c
	c.stamp = p.peers.Here(user, Device{Device: c.device, ClientVersion: c.client, Since: c.since})
	reason := "replaced by a newer connection of the same browser"
	if old != nil {
		p.count.replaced.Add(1)
		if n := p.replacement(key{user, c.device.ID}); n > fight {
			reason = "another browser uses the same pairing: pair one of them again"
			p.log.Warn("two browsers use one pairing", "user", user, "device", c.device.ID, "replacementsPerMinute", n)
		}
	}
	away := p.takeSuspended(key{user, c.device.ID})
	p.mu.Unlock()
	if away != nil {
		p.resumeOn(c, away)
	}
	if old != nil { // the browser may have seen its end long before we do
		old.end(CloseReplaced, reason, c.resumed)
	}
	p.log.Info("browser connected", "user", user, "device", c.device.ID, "client", hello.ClientVersion)
	return c
}

// replacement counts a replacement of k and returns how many there were in the
// last minute. The caller holds the mutex.
func (p *Pool) replacement(k key) int {
	now := time.Now()
	recent := []time.Time{now}
	for _, t := range p.replaced[k] {
		if now.Sub(t) < time.Minute {
			recent = append(recent, t)
		}
	}
	if len(recent) > 2*fight {
		recent = recent[:2*fight]
	}
	p.replaced[k] = recent
	return len(recent)
}

// remove takes c out of the map, unless another connection has its place.
func (p *Pool) remove(c *Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	devices := p.conns[c.user]
	if devices[c.device.ID] != c {
		return
	}
	delete(devices, c.device.ID)
	p.peers.Gone(c.user, c.device.ID)
	if len(devices) == 0 {
		delete(p.conns, c.user)
	}
	k := key{c.user, c.device.ID}
	if r := p.replaced[k]; len(r) > 0 && time.Since(r[0]) > time.Minute {
		delete(p.replaced, k)
	}
}
