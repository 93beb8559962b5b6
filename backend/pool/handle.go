package pool

import (
	"errors"

	"github.com/zapvol/bua/core/protocol"
)

// Handle takes one message of the browser. An error means that the peer does
// not keep the protocol; the caller closes the socket with 1008 and the
// error's text. A broken answer to a request of ours only fails that request.
func (c *Conn) Handle(raw []byte) error {
	msg, err := protocol.Decode(raw)
	if err != nil {
		c.pool.count.invalid.Add(1)
		c.pool.log.Warn("invalid message", "user", c.user, "device", c.device.ID, "bytes", len(raw), "err", protocol.Unquoted(protocol.AsError(err).Message))
		if p := c.take(protocol.RequestID(raw)); p != nil {
			p.answer(answer{err: invalid(p.kind, err)})
			return nil
		}
		return err
	}
	switch msg := msg.(type) {
	case protocol.Response:
		c.respond(msg)
	case protocol.EventMessage:
		c.event(msg.Event)
	case protocol.Beat:
	case protocol.Panel:
		c.pool.panels(Panel{Conn: c, User: c.user, Device: c.device.ID, Port: msg.Port, Data: msg.Data})
	default:
		c.pool.count.invalid.Add(1)
		return errors.New("type: only response, event, panel and beat may come from an extension now")
	}
	return nil
}

// respond gives an answer to the request that waits for it on this connection,
// and to no other: the first one counts, every other is counted and dropped.
func (c *Conn) respond(r protocol.Response) {
	p := c.take(r.ID)
	if p == nil {
		c.drop(r.ID)
		return
	}
	if r.Error != nil {
		p.answer(answer{err: r.Error})
		return
	}
	result, err := protocol.DecodeResult(p.kind, r.Result)
	if err != nil {
		c.pool.count.invalid.Add(1)
		c.pool.log.Warn("invalid result", "user", c.user, "device", c.device.ID, "action", p.kind, "id", r.ID, "err", protocol.Unquoted(protocol.AsError(err).Message))
		p.answer(answer{err: invalid(p.kind, err)})
		return
	}
	p.answer(answer{result: result})
}

// take removes the request that an answer is for; nil when nothing waits for it.
func (c *Conn) take(id string) *pending {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.pending[id]
	if p == nil || !p.sent {
		return nil // an answer to what was never sent is a guess
	}
	delete(c.pending, id)
	c.noteIdle()
	c.past.add(id, pastAnswered)
	return p
}

func invalid(kind protocol.Kind, err error) *protocol.Error {
	return protocol.NewError(protocol.CodeInternal,
		"the browser's answer to "+string(kind)+" is not valid ("+protocol.AsError(err).Message+"); extract to see what happened").Unknown()
}

// drop counts and logs an answer that nobody waits for.
func (c *Conn) drop(id string) {
	c.mu.Lock()
	how := c.past.kind(id)
	c.mu.Unlock()
	p := c.pool
	switch {
	case how == pastAbandoned:
		p.count.late.Add(1)
	case how == pastAnswered:
		p.count.duplicate.Add(1)
	case c.resumed: // it says again what it has said before the reconnection
		p.count.duplicate.Add(1)
		return
	default:
		p.count.stray.Add(1)
		id = "" // not of ours: it may be anything
	}
	p.log.Warn("answer dropped", "user", c.user, "device", c.device.ID, "id", id, "why", how.String())
}

// event passes an event on. Stop all also ends what is in flight on this
// browser: the person has said so.
func (c *Conn) event(e protocol.Event) {
	if _, ok := e.(protocol.GlobalStop); ok {
		c.stopAll()
	}
	c.pool.events(Event{User: c.user, Device: c.device.ID, Event: e})
}

// stopAll answers what is in flight as the browser itself does. The browser may
// not have read all of it when the person pressed: it is told to give that up,
// for nobody waits for it any more.
func (c *Conn) stopAll() {
	c.mu.Lock()
	all := c.pending
	if all != nil {
		c.pending = map[string]*pending{}
	}
	c.noteIdle()
	var sent []string
	for id, p := range all {
		c.past.add(id, pastAbandoned)
		if p.sent {
			sent = append(sent, id)
		}
	}
	kept := c.queue[:0:0]
	for _, o := range c.queue {
		if o.id == "" {
			kept = append(kept, o)
		} else {
			c.bytes -= len(o.data)
		}
	}
	c.queue = kept
	c.mu.Unlock()
	for _, id := range sent {
		c.cancel(id)
	}
	for _, p := range all {
		c.pool.count.stopped.Add(1)
		p.answer(answer{err: protocol.Stopped()})
	}
}
