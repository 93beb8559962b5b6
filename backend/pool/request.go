package pool

import (
	"context"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/zapvol/bua/core/protocol"
)

// To is whom a request is for. Device may be left out while the user has one
// browser connected. Agent is the program that asks, as it calls itself; the
// person is shown it; at most protocol.MaxName bytes.
type To struct{ User, Device, Agent string }

// pending is a request that waits for its answer. It is in the map of one
// connection, or parked while the browser is away.
type pending struct {
	kind protocol.Kind
	// sent has the mutex of the connection, or of the pool while it is parked.
	sent bool
	// settled is set by whoever ends the request: an answer, or its caller.
	settled atomic.Bool
	// data is the request as it is sent.
	data []byte
	// conn is where it is, or was before it was parked.
	conn atomic.Pointer[Conn]
	// done takes the one answer.
	done chan answer
}

type answer struct {
	result protocol.Result
	err    error
}

// answer ends the request, unless it has ended: then it reports false.
func (p *pending) answer(a answer) bool {
	if !p.settled.CompareAndSwap(false, true) {
		return false
	}
	p.done <- a
	return true
}

// Request carries out an action in a browser of to.User and returns its
// result. The error is a [protocol.Error]; it returns:
//
//   - invalid_action for an action that breaks a rule or that the browser's
//     extension is too old for, a device that is not named where there are several, or one that is not connected;
//   - timeout when the browser does not answer within the action's limit and
//     [Grace];
//   - internal_error "aborted by caller" as soon as ctx is done, and a cancel
//     to the browser when it knows that message;
//   - internal_error whose outcome is unknown when the connection is lost after
//     the action was sent and, where both ends resume, the browser is not back
//     with the answer in time;
//   - what [Options.Record] refuses with;
//   - for a browser of another backend, what [Elsewhere] adds;
//   - whatever the browser answered.
func (p *Pool) Request(ctx context.Context, to To, a protocol.Action) (protocol.Result, error) {
	if a == nil {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "action: is missing")
	}
	if err := protocol.Validate(a); err != nil {
		return nil, err
	}
	if err := protocol.FromAgent(a); err != nil {
		return nil, err
	}
	d, err := p.pick(to)
	if err != nil {
		return nil, err
	}
	if d.conn == nil {
		p.count.passed.Add(1)
		r, err := p.others.Request(ctx, To{to.User, d.ID, to.Agent}, a)
		return p.vault.Clean(to.User, a.Kind(), r, err) // what is stored here may not be stored there
	}
	return p.carry(ctx, d.conn, to, a)
}

// carry carries out a request on a connection.
func (p *Pool) carry(ctx context.Context, c *Conn, to To, a protocol.Action) (protocol.Result, error) {
	if err := c.knows(a); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, aborted(false)
	}
	id := uuid.NewString()
	return Carry(ctx, p.noted, p.vault, Asked{ID: id, User: to.User, Device: c.device.ID, Action: a}, func(full protocol.Action) (protocol.Result, error) {
		if err := c.knows(full); err != nil {
			return nil, err
		}
		data := protocol.Append(nil, protocol.Request{ID: id, Action: full, Agent: to.Agent})
		if len(data) > protocol.MaxToExtension {
			return nil, protocol.NewError(protocol.CodeInvalidAction, "action: is larger than 1 MiB; send less at once")
		}
		return p.send(ctx, c, outgoing{id, data}, full)
	})
}

// noted is the record, and counts what could not be recorded.
func (p *Pool) noted(ctx context.Context, a Asked) (func(protocol.Result, error), error) {
	end, err := p.record(ctx, a)
	if err != nil {
		p.count.unrecorded.Add(1)
		return nil, protocol.AsError(err)
	}
	return end, nil
}

// knows refuses an action that the browser's extension is too old for.
func (c *Conn) knows(a protocol.Action) error {
	if need := protocol.Needs(a); need != "" && !slices.Contains(c.features, need) {
		return protocol.NewError(protocol.CodeInvalidAction, "action: the connected browser's extension does not know "+string(need)+" yet; ask the person to update it, or do without")
	}
	return nil
}

// send puts a request into the queue of a connection and waits for its end.
func (p *Pool) send(ctx context.Context, c *Conn, o outgoing, a protocol.Action) (protocol.Result, error) {
	w := &pending{kind: a.Kind(), data: o.data, done: make(chan answer, 1)}
	p.count.requests.Add(1)
	p.count.inFlight.Add(1)
	defer p.count.inFlight.Add(-1)
	w.conn.Store(c)
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
		if sent, ok := p.abandon(o.id, w); ok {
			p.count.aborted.Add(1)
			return nil, aborted(sent)
		}
	case <-timer.C:
		if sent, ok := p.abandon(o.id, w); ok {
			p.count.timeouts.Add(1)
			return nil, late(w.kind, limit, sent)
		}
	}
	// The answer won the race: it is on its way into the channel.
	got := <-w.done
	return got.result, got.err
}

// abandon ends a request for its caller. It reports whether it had been sent,
// and whether it had not ended already. One that is still in the queue never
// leaves it; one that was sent is cancelled in the browser, at once or when that
// is back.
func (p *Pool) abandon(id string, w *pending) (sent, ok bool) {
	if !w.settled.CompareAndSwap(false, true) {
		return false, false
	}
	if sent, found := w.conn.Load().abandon(id, w); found {
		return sent, true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, k := range p.parked {
		if k.pending[id] == w {
			delete(k.pending, id)
			k.cancels = append(k.cancels, id)
			break
		}
	}
	return true, true // it was sent once; whoever is moving it sees that it has ended
}

func (c *Conn) abandon(id string, w *pending) (sent, found bool) {
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
	if sent {
		c.cancel(id)
	}
	return sent, true
}

// cancel tells a browser that knows the message to give a request up.
func (c *Conn) cancel(id string) {
	if c.cancels {
		c.enqueue(outgoing{data: protocol.Append(nil, protocol.Cancel{ID: id})}, nil)
	}
}

func aborted(sent bool) *protocol.Error {
	if sent {
		return protocol.NewError(protocol.CodeInternal,
			"aborted by caller; the action had been sent, extract to see whether it happened").Unknown()
	}
	return protocol.NewError(protocol.CodeInternal, "aborted by caller").NotDone()
}

func late(kind protocol.Kind, limit time.Duration, sent bool) *protocol.Error {
	s := strconv.FormatFloat(limit.Seconds(), 'f', -1, 64) + " s"
	if !sent {
		return protocol.NewError(protocol.CodeTimeout, "the browser took nothing for "+s+", so "+string(kind)+" was not sent: nothing has happened").NotDone()
	}
	return protocol.NewError(protocol.CodeTimeout,
		"the browser did not answer "+string(kind)+" within "+s+"; extract before you go on").Unknown()
}
