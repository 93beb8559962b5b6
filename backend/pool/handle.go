package pool

import (
	"errors"

	"github.com/zapvol/bua/core/protocol"
)

// Handle takes one message of the browser. An error means that the peer does
// not keep the protocol; the caller closes the socket with 1008 and the
// error's text.
func (c *Conn) Handle(raw []byte) error {
	msg, err := protocol.Decode(raw)
	if err != nil {
		c.pool.count.invalid.Add(1)
		c.pool.log.Warn("invalid message", "user", c.user, "device", c.device.ID, "bytes", len(raw), "err", err)
		return err
	}
	switch msg := msg.(type) {
	case protocol.Response:
		c.respond(msg)
	case protocol.EventMessage:
		c.event(msg.Event)
	case protocol.Beat:
	default:
		c.pool.count.invalid.Add(1)
		return errors.New("type: only response, event and beat may come from an extension now")
	}
	return nil
}

// respond gives an answer to the request that waits for it on this connection,
// and to no other: the first one counts, every other is counted and dropped.
func (c *Conn) respond(r protocol.Response) {
	c.mu.Lock()
	p := c.pending[r.ID]
	var how pastKind
	if p != nil {
		delete(c.pending, r.ID)
		c.past.add(r.ID, pastAnswered)
	} else {
		how = c.past.kind(r.ID)
	}
	c.mu.Unlock()
	if p == nil {
		c.pool.drop(c, r.ID, how)
		return
	}
	if r.Error != nil {
		p.answer(answer{err: known(r.Error)})
		return
	}
	result, err := protocol.DecodeResult(p.kind, r.Result)
	if err != nil {
		c.pool.count.invalid.Add(1)
		c.pool.log.Warn("invalid result", "user", c.user, "device", c.device.ID, "action", p.kind, "id", r.ID, "err", err)
		p.answer(answer{err: protocol.NewError(protocol.CodeInternal,
			"the browser's answer to "+string(p.kind)+" is not valid ("+protocol.AsError(err).Message+"); the action may have happened: extract to see")})
		return
	}
	p.answer(answer{result: result})
}

// drop counts and logs an answer that nobody waits for.
func (p *Pool) drop(c *Conn, id string, how pastKind) {
	switch how {
	case pastAbandoned:
		p.count.late.Add(1)
	case pastAnswered:
		p.count.duplicate.Add(1)
	default:
		p.count.stray.Add(1)
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

func (c *Conn) stopAll() {
	c.mu.Lock()
	all := c.pending
	if all != nil {
		c.pending = map[string]*pending{}
	}
	for id := range all {
		c.past.add(id, pastAbandoned)
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
	for _, p := range all {
		c.pool.count.stopped.Add(1)
		p.answer(answer{err: protocol.NewError(protocol.CodeInternal,
			"cancelled: the person pressed Stop all in the browser; do not go on without asking them")})
	}
}

// known returns e with a code of this build: a newer extension's code counts
// as internal_error.
func known(e *protocol.Error) *protocol.Error {
	switch e.Code {
	case protocol.CodeDomainBlocked, protocol.CodeSessionNotFound, protocol.CodeTabNotFound,
		protocol.CodeElementNotFound, protocol.CodeElementStale, protocol.CodeTimeout,
		protocol.CodeDebuggerAttachFailed, protocol.CodeInvalidAction, protocol.CodeInternal:
		return e
	default:
		return protocol.NewError(protocol.CodeInternal, e.Message)
	}
}
