package pool

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/zapvol/bua/core/protocol"
)

// To is whom a request is for. Device may be left out while the user has one
// browser connected.
type To struct{ User, Device string }

// pending is a request that waits for its answer.
type pending struct {
	kind protocol.Kind
	// sent has the connection's mutex until the request is out of its map.
	sent bool
	// done takes the one answer: whoever removes the request from the map
	// answers it.
	done chan answer
}

type answer struct {
	result protocol.Result
	err    error
}

func (p *pending) answer(a answer) { p.done <- a }

// Request carries out an action in a browser of to.User and returns its
// result. The error is a [protocol.Error]; it returns:
//
//   - invalid_action for an action that breaks a rule, a device that is not
//     named where there are several, or one that is not connected;
//   - timeout when the browser does not answer within the action's limit and
//     [Grace];
//   - internal_error "aborted by caller" as soon as ctx is done, and a cancel
//     to the browser when it knows that message;
//   - internal_error "outcome unknown: …" when the connection is lost after
//     the action was sent;
//   - what [Options.Record] refuses with;
//   - whatever the browser answered.
func (p *Pool) Request(ctx context.Context, to To, a protocol.Action) (protocol.Result, error) {
	if a == nil {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "action: is missing")
	}
	if err := protocol.Validate(a); err != nil {
		return nil, err
	}
	c, err := p.pick(to)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, aborted(false)
	}
	id := uuid.NewString()
	data := protocol.Append(nil, protocol.Request{ID: id, Action: a})
	if len(data) > protocol.MaxToExtension {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "action: is larger than 1 MiB; send less at once")
	}
	end, err := p.record(ctx, Asked{ID: id, User: to.User, Device: c.device.ID, Action: a})
	if err != nil {
		p.count.unrecorded.Add(1)
		return nil, protocol.AsError(err)
	}
	r, err := p.send(ctx, c, outgoing{id, data}, a)
	end(r, err)
	return r, err
}

// send puts a request into the queue of a connection and waits for its end.
func (p *Pool) send(ctx context.Context, c *Conn, o outgoing, a protocol.Action) (protocol.Result, error) {
	w := &pending{kind: a.Kind(), done: make(chan answer, 1)}
	p.count.requests.Add(1)
	p.count.inFlight.Add(1)
	defer p.count.inFlight.Add(-1)
	if !c.enqueue(o, w) {
		return nil, lost(w)
	}
	limit := p.limit(a) + Grace
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case got := <-w.done:
		return got.result, got.err
	case <-ctx.Done():
		if sent, ok := c.abandon(o.id, w); ok {
			p.count.aborted.Add(1)
			return nil, aborted(sent)
		}
	case <-timer.C:
		if sent, ok := c.abandon(o.id, w); ok {
			p.count.timeouts.Add(1)
			return nil, late(w.kind, limit, sent)
		}
	}
	// The answer won the race: it is on its way into the channel.
	got := <-w.done
	return got.result, got.err
}

// abandon gives up a request. It reports whether it had been sent, and whether
// it was still pending at all. One that is still in the queue never leaves it.
func (c *Conn) abandon(id string, w *pending) (sent, ok bool) {
	c.mu.Lock()
	if c.pending[id] != w {
		c.mu.Unlock()
		return false, false
	}
	delete(c.pending, id)
	c.past.add(id, pastAbandoned)
	sent = w.sent
	if !sent {
		for i, o := range c.queue {
			if o.id == id {
				c.bytes -= len(o.data)
				c.queue = append(c.queue[:i:i], c.queue[i+1:]...)
				break
			}
		}
	}
	c.mu.Unlock()
	if sent && c.cancels {
		c.enqueue(outgoing{data: protocol.Append(nil, protocol.Cancel{ID: id})}, nil)
	}
	return sent, true
}

func aborted(sent bool) *protocol.Error {
	if sent {
		return protocol.NewError(protocol.CodeInternal,
			"aborted by caller; outcome unknown: the action had been sent, extract to see whether it happened")
	}
	return protocol.NewError(protocol.CodeInternal, "aborted by caller")
}

func late(kind protocol.Kind, limit time.Duration, sent bool) *protocol.Error {
	s := strconv.FormatFloat(limit.Seconds(), 'f', -1, 64) + " s"
	if !sent {
		return protocol.NewError(protocol.CodeTimeout, "the browser took nothing for "+s+", so "+string(kind)+" was not sent: nothing has happened")
	}
	return protocol.NewError(protocol.CodeTimeout,
		"the browser did not answer "+string(kind)+" within "+s+"; whether it happened is unknown: extract before you go on")
}
