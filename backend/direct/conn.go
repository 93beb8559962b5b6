package direct

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"
	"time"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/protocol"
)

// Why a command got no answer.
var (
	errLost = protocol.NewError(protocol.CodeInternal, "the connection to Chrome was lost before it answered; bua connects again by itself, so look at the page with extract in a few seconds").Unknown()
	errAway = protocol.NewError(protocol.CodeInternal, "bua is not connected to Chrome just now; it connects again by itself, so try again in a few seconds").NotDone()
)

// conn is one life of the wire: commands out in the order of start, answers
// and events in.
type conn struct {
	wire wire
	// event is called by the reader, in the browser's order. It must not wait
	// for an answer.
	event func(session, method string, params []byte)

	mu      sync.Mutex
	next    int64
	pending map[int64]*call // owned by mu
	out     [][]byte        // to be written; owned by mu
	closed  bool            // owned by mu: nothing is taken any more
	wake    chan struct{}   // room for one: there is something in out
}

// call is a command that waits for its answer.
type call struct {
	method, session string
	answer          chan reply // room for one
}

type reply struct {
	result []byte
	err    error
}

func newConn(w wire, event func(session, method string, params []byte)) *conn {
	return &conn{wire: w, event: event, pending: map[int64]*call{}, wake: make(chan struct{}, 1)}
}

// run reads and writes until the wire ends; lost is called then, before a
// command is refused for it: what runs must learn first why it ends.
func (c *conn) run(lost func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Go(func() {
		c.write(ctx)
		c.wire.close()
	})
	all.Go(func() {
		c.ping(ctx)
		c.wire.close()
	})
	for {
		data, err := c.wire.read(ctx)
		if err != nil {
			break
		}
		c.take(data)
	}
	cancel()
	c.wire.close()
	all.Wait()
	lost()
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.fail(func(*call) error { return errLost })
}

// close ends the wire; run then returns.
func (c *conn) close() { c.wire.close() }

// message is what comes in. Duplicate names and lone surrogates, which a page
// can put into it, are left to the reader of the part.
type message struct {
	ID        int64           `json:"id"`
	SessionID string          `json:"sessionId"`
	Method    string          `json:"method"`
	Params    json.RawMessage `json:"params"`
	Result    json.RawMessage `json:"result"`
	Error     *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func (c *conn) take(data []byte) {
	var m message
	if json.Unmarshal(data, &m) != nil {
		return
	}
	if m.ID == 0 {
		c.event(m.SessionID, m.Method, m.Params)
		return
	}
	c.mu.Lock()
	waiting := c.pending[m.ID]
	delete(c.pending, m.ID)
	c.mu.Unlock()
	if waiting == nil {
		return // given up meanwhile
	}
	if m.Error != nil {
		waiting.answer <- reply{err: &debugger.CommandError{Method: waiting.method, Code: m.Error.Code, Message: m.Error.Message}}
		return
	}
	waiting.answer <- reply{result: m.Result}
}

// start hands one command over and returns; session "" is the browser's own.
// wait is called at most once.
func (c *conn) start(session, method string, params []byte) (wait func(context.Context) ([]byte, error)) {
	waiting := &call{method: method, session: session, answer: make(chan reply, 1)}
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return refused(errAway)
	}
	c.next++
	id := c.next
	c.pending[id] = waiting
	c.out = append(c.out, encode(id, session, method, params))
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
	return func(ctx context.Context) ([]byte, error) {
		select {
		case r := <-waiting.answer:
			return r.result, r.err
		case <-ctx.Done():
			c.mu.Lock()
			delete(c.pending, id)
			c.mu.Unlock()
			return nil, context.Cause(ctx)
		}
	}
}

func refused(err error) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) { return nil, err }
}

// encode writes one command; params stay as they are.
func encode(id int64, session, method string, params []byte) []byte {
	b := strconv.AppendInt([]byte(`{"id":`), id, 10)
	b = append(append(append(b, `,"method":"`...), method...), '"')
	if session != "" {
		quoted, _ := json.Marshal(session)
		b = append(append(b, `,"sessionId":`...), quoted...)
	}
	if len(params) > 0 {
		b = append(append(b, `,"params":`...), params...)
	}
	return append(b, '}')
}

// fail answers the commands under way for which f returns an error.
func (c *conn) fail(f func(*call) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, waiting := range c.pending {
		if err := f(waiting); err != nil {
			delete(c.pending, id)
			waiting.answer <- reply{err: err}
		}
	}
}

// write sends what start has queued. Only it writes, so that start never
// blocks on a slow network.
func (c *conn) write(ctx context.Context) {
	for {
		select {
		case <-c.wake:
		case <-ctx.Done():
			return
		}
		c.mu.Lock()
		out := c.out
		c.out = nil
		c.mu.Unlock()
		for _, data := range out {
			if c.wire.write(ctx, data) != nil {
				return
			}
		}
	}
}

func (c *conn) ping(ctx context.Context) {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		limited, cancel := context.WithTimeout(ctx, pingLimit)
		err := c.wire.ping(limited)
		cancel()
		if err != nil {
			return
		}
	}
}
