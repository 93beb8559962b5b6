package pool

import (
	"context"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/zapvol/bua/core/protocol"
)

// pending is a request that waits for its answer. It is in the map of one
// connection, or suspended while the browser is away.
type pending struct {
	kind protocol.Kind
	// sent has the mutex of the connection, or of the pool while it is suspended.
	sent bool
	// settled is set by whoever ends the request: an answer, or its caller.
	settled atomic.Bool
	// data is the request as it is sent.
	data []byte
	// conn is where it is, or was before it was suspended.
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

// Request carries out an action in a browser of to.User as it is, and returns
// its result. It is for who has nothing to do between [Pool.Route] and
// [Route.Send], whose errors it returns. An action that breaks a rule, members that
// only a backend may set, and secrets, which somebody has to fill in, are
// invalid_action.
func (p *Pool) Request(ctx context.Context, to To, a protocol.Action) (protocol.Result, error) {
	if err := protocol.ValidateFromAgent(a); err != nil {
		return nil, err
	}
	if len(protocol.SecretNames(a)) > 0 {
		return nil, protocol.NewError(protocol.CodeInvalidAction, "secret: nothing fills it in on this way; type text, or ask the person to type it")
	}
	r, err := p.Route(ctx, to, a)
	if err != nil {
		return nil, err
	}
	return r.Send(ctx, uuid.NewString(), a)
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
	for _, k := range p.suspended {
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
	c.noteIdle()
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
