package httpapi

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
)

// crowd is how many connections may be open whose owner is not known or whose
// request is not whole yet, headers and body. Each costs some 20 KiB, so that
// many are bearable; over it, the oldest goes: a client that means it has sent
// its request long before.
const crowd = 1024

// Crowd bounds what connections cost that never finish a request, or never show
// a token: it must be called before the server serves.
func Crowd(s *http.Server) { crowdOf(s, crowd, pace{bodyGrace, bodyRate}) }

func crowdOf(s *http.Server, limit int, p pace) {
	c := &crowded{waiting: list.New(), limit: limit}
	next := s.Handler
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g, ok := r.Context().Value(crowdKey{}).(*guest)
		p.guard(w, r, func() {
			if ok {
				c.leave(g)
			}
		})
		next.ServeHTTP(w, r)
	})
	s.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		return context.WithValue(ctx, crowdKey{}, c.come(conn))
	}
	s.ConnState = func(conn net.Conn, state http.ConnState) {
		switch state {
		case http.StateActive: // the headers of a request are there
			c.enter(conn)
		case http.StateIdle:
			c.rest(conn)
		case http.StateClosed, http.StateHijacked:
			c.gone(conn)
		}
	}
}

// known notes that a request came with a good token.
func known(r *http.Request) {
	if g, ok := r.Context().Value(crowdKey{}).(*guest); ok {
		g.known.Store(true)
	}
}

type crowdKey struct{}

// guest is a connection; at is its place among those that wait, nil when it has
// sent a request.
type guest struct {
	conn  net.Conn
	at    *list.Element
	known atomic.Bool // a request on it had a good token
}

type crowded struct {
	limit int

	mu      sync.Mutex
	waiting *list.List // of *guest, oldest first
	guests  map[net.Conn]*guest
}

func (c *crowded) come(conn net.Conn) *guest {
	g := &guest{conn: conn}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.guests == nil {
		c.guests = map[net.Conn]*guest{}
	}
	c.guests[conn] = g
	c.wait(g)
	return g
}

// enter puts a connection among those that wait, unless it is there.
func (c *crowded) enter(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if g := c.guests[conn]; g != nil && g.at == nil {
		c.wait(g)
	}
}

// rest is for one between two requests: it waits for nothing when its owner is
// known, and else counts on.
func (c *crowded) rest(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch g := c.guests[conn]; {
	case g == nil:
	case g.known.Load() && g.at != nil:
		c.waiting.Remove(g.at)
		g.at = nil
	case !g.known.Load() && g.at == nil:
		c.wait(g)
	}
}

// wait is called with mu held.
func (c *crowded) wait(g *guest) {
	g.at = c.waiting.PushBack(g)
	if c.waiting.Len() > c.limit {
		oldest, _ := c.waiting.Remove(c.waiting.Front()).(*guest)
		oldest.at = nil
		_ = oldest.conn.Close() // the server notices and reports it closed
	}
}

func (c *crowded) leave(g *guest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if g.at != nil {
		c.waiting.Remove(g.at)
		g.at = nil
	}
}

func (c *crowded) gone(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if g := c.guests[conn]; g != nil {
		if g.at != nil {
			c.waiting.Remove(g.at)
			g.at = nil
		}
		delete(c.guests, conn)
	}
}
