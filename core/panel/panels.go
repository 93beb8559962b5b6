package panel

import (
	"context"
	"sync"
	"time"
)

// Who is the browser that a panel belongs to.
type Who struct{ User, Device string }

// Backend is what the calls come to. Calls overlap. Errors are [protocol.Error]; ctx
// ends with the panel, and nothing of a run's may end with it.
type Backend interface {
	// Answer answers a call that is answered once, with JSON: [One], [List] or [True].
	Answer(ctx context.Context, who Who, c Call) ([]byte, error)
	// Stream calls each with what a call tells, as JSON, until there is no more, ctx ends,
	// or each fails.
	Stream(ctx context.Context, who Who, c Call, each func([]byte) error) error
}

// Clock runs f on a goroutine of its own.
type Clock interface {
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// Conn is the connection of a panel's browser, one value for as long as it lasts.
type Conn interface {
	// Frame sends a frame to a port, or ends it with nil. It reports false when the
	// connection is over, and does not wait.
	Frame(port int, data []byte) bool
}

// Panels are the open ports of all browsers. Make them with [New]. Methods may be called
// from any goroutine and do not wait, but for Close.
type Panels struct {
	backend Backend
	clock   Clock

	mu     sync.Mutex
	closed bool
	work   sync.WaitGroup
	ports  map[Conn]map[int]*port
}

// most is how many ports a browser may have open.
const most = 16

// New returns Panels without any port.
func New(b Backend, c Clock) *Panels {
	return &Panels{backend: b, clock: c, ports: map[Conn]map[int]*port{}}
}

// Take takes a frame of a browser's; the first one of a port opens it, nil data ends it.
func (ps *Panels) Take(c Conn, who Who, id int, data []byte) {
	ps.mu.Lock()
	p := ps.ports[c][id]
	switch {
	case ps.closed:
		p = nil
	case p == nil && data != nil && len(ps.ports[c]) < most:
		p = newPort(ps, c, who, id)
		if ps.ports[c] == nil {
			ps.ports[c] = map[int]*port{}
		}
		ps.ports[c][id] = p
	}
	ps.mu.Unlock()
	switch {
	case p == nil && data != nil:
		c.Frame(id, nil)
	case p == nil:
	case data == nil:
		p.end(false)
	default:
		p.take(data)
	}
}

// Gone ends the ports of a connection that is over.
func (ps *Panels) Gone(c Conn) {
	ps.mu.Lock()
	list := ps.ports[c]
	delete(ps.ports, c)
	ps.mu.Unlock()
	for _, p := range list {
		p.end(false)
	}
}

// Close ends all ports and returns when no call is under way. Idempotent.
func (ps *Panels) Close() {
	ps.mu.Lock()
	ps.closed = true
	all := ps.ports
	ps.ports = nil
	ps.mu.Unlock()
	for _, list := range all {
		for _, p := range list {
			p.end(true)
		}
	}
	ps.work.Wait()
}

// spawn begins a goroutine, unless the end has come.
func (ps *Panels) spawn(f func()) bool {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if ps.closed {
		return false
	}
	ps.work.Go(f)
	return true
}

func (ps *Panels) forget(p *port) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if list := ps.ports[p.conn]; list[p.id] == p {
		delete(list, p.id)
		if len(list) == 0 {
			delete(ps.ports, p.conn)
		}
	}
}
