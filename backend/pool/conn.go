package pool

import (
	"slices"
	"sync"
	"time"

	"github.com/zapvol/bua/core/protocol"
)

// Limits of a connection's send queue. A browser that reads so slowly that
// they are reached is closed with 4008, so that it costs nobody else anything.
const (
	maxQueue      = 64
	maxQueueBytes = 8 << 20
)

// Conn is one connection of one device. Its methods may be called from any
// goroutine; [Conn.Handle] from one at a time, so that events keep their order.
type Conn struct {
	pool    *Pool
	user    string
	device  protocol.Device
	client  string
	since   time.Time
	cancels bool
	// stamp orders the connections of one browser over all backends. The pool's
	// mutex guards it.
	stamp int64
	// resumes: a lost connection may be followed by one of the same life;
	// resumed: this is one; repeats: a request that comes again is not carried out
	// again there.
	resumes, resumed, repeats bool
	// features are those that both ends have.
	features []protocol.Feature
	socket   Socket
	// written is closed when the connection has ended and nothing more is sent.
	written chan struct{}

	mu    sync.Mutex
	ended bool
	// writing: a goroutine sends what is queued. It ends when there is nothing,
	// since most of many connections are idle.
	writing bool
	queue   []outgoing
	bytes   int
	// pending are the requests that wait for an answer of this connection.
	pending map[string]*pending
	past    past
	// leaving is set when nothing new is let in, and closed when nothing is
	// pending any more.
	leaving chan struct{}
}

// outgoing is a message in the queue; id is its request's, "" for others.
type outgoing struct {
	id   string
	data []byte
}

func newConn(p *Pool, user string, h protocol.Hello, s Socket) *Conn {
	c := &Conn{pool: p, user: user, client: h.ClientVersion, since: time.Now(), socket: s,
		written: make(chan struct{}), pending: map[string]*pending{}}
	if h.Caps != nil {
		c.features = h.Caps.Features
		c.cancels = slices.Contains(h.Caps.Features, protocol.FeatureCancel)
		c.resumes = slices.Contains(h.Caps.Features, protocol.FeatureResume)
		c.resumed = c.resumes && slices.Contains(h.Caps.Features, protocol.FeatureResumed)
		c.repeats = slices.Contains(h.Caps.Features, protocol.FeatureRepeat)
		if h.Caps.Device != nil {
			c.device = *h.Caps.Device
		}
	}
	if c.device.ID == "" {
		c.device.ID = defaultDevice
	}
	return c
}

// enqueue puts a message into the queue. It reports false when the connection
// has ended or ends now because the queue is full.
func (c *Conn) enqueue(o outgoing, p *pending) bool {
	c.mu.Lock()
	if c.ended || p != nil && c.leaving != nil {
		c.mu.Unlock()
		return false
	}
	if len(c.queue) >= maxQueue || c.bytes+len(o.data) > maxQueueBytes {
		c.mu.Unlock()
		c.pool.count.slow.Add(1)
		c.end(CloseSlow, "the browser reads too slowly", false)
		return false
	}
	c.queue = append(c.queue, o)
	c.bytes += len(o.data)
	if p != nil {
		c.pending[o.id] = p
	}
	idle := !c.writing
	c.writing = true
	c.mu.Unlock()
	if idle {
		go c.write()
	}
	return true
}

// Frame sends a frame to one of the browser's panels, or ends its port with no data.
// It reports false when the connection is over, or knows no panels.
func (c *Conn) Frame(port int, data []byte) bool {
	if !slices.Contains(c.features, protocol.FeaturePanel) {
		return false
	}
	return c.enqueue(outgoing{data: protocol.Append(nil, protocol.Panel{Port: port, Data: data})}, nil)
}

// write sends what is queued.
func (c *Conn) write() {
	for {
		o, ok := c.next()
		if !ok {
			return
		}
		if err := c.socket.Send(o.data); err != nil {
			c.Lost("write failed")
		}
	}
}

// next takes the oldest message; from here on its request counts as sent,
// because part of it may reach the browser. When there is none, or the
// connection has ended, the writer is over.
func (c *Conn) next() (outgoing, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended || len(c.queue) == 0 {
		c.writing = false
		if c.ended {
			close(c.written)
		}
		return outgoing{}, false
	}
	o := c.queue[0]
	c.queue[0] = outgoing{}
	c.queue = c.queue[1:]
	c.bytes -= len(o.data)
	if p := c.pending[o.id]; p != nil {
		p.sent = true
	}
	return o, true
}

// Detach ends the connection: the browser closed it, or broke the protocol.
// The outcome of requests that were sent is unknown. Only the first call of
// Detach and [Conn.Lost] counts.
func (c *Conn) Detach(reason string) { c.end(closeGoingAway, reason, false) }

// Lost ends the connection that is gone without a word. Where both ends resume,
// requests that were sent wait for the browser to come back with their answers.
func (c *Conn) Lost(reason string) { c.end(closeGoingAway, reason, true) }

// end closes the socket, frees the place in the pool and answers, or suspends,
// everything that is pending.
func (c *Conn) end(code int, reason string, lost bool) {
	c.mu.Lock()
	if c.ended {
		c.mu.Unlock()
		return
	}
	c.ended = true
	all := c.pending
	c.pending, c.queue, c.bytes = nil, nil, 0
	c.noteIdle()
	if !c.writing {
		close(c.written)
	}
	c.mu.Unlock()

	c.pool.remove(c)
	waiting := map[string]*pending{}
	for id, p := range all {
		if p.sent && lost && c.resumes {
			waiting[id] = p
			continue
		}
		c.pool.giveUp(p)
	}
	c.pool.suspend(c, waiting)
	c.socket.Close(code, reason)
	c.pool.log.Info("browser disconnected", "user", c.user, "device", c.device.ID, "code", code, "reason", reason, "inFlight", len(all), "waiting", len(waiting))
}

// giveUp answers a request whose connection is gone for good.
func (p *Pool) giveUp(w *pending) {
	if w.answer(answer{err: lost(w)}) && w.sent {
		p.count.unknown.Add(1)
	}
}

// lost says what a lost connection means for a request.
func lost(p *pending) error {
	if !p.sent {
		return unsent("the browser disconnected before " + string(p.kind) + " was sent to it: nothing has happened, try again when it is back")
	}
	return protocol.NewError(protocol.CodeInternal,
		"the connection to the browser was lost during "+string(p.kind)+"; extract to see what happened before you go on").Unknown()
}
