package httpapi

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// crowd is how many connections may be open that have not sent a whole request
// yet. Each costs some 20 KiB, so that many are bearable; over it, the oldest
// goes: a client that means it has sent its request long before.
const crowd = 1024

// Crowd bounds what connections cost that never finish a request: it must be
// called before the server serves.
func Crowd(s *http.Server) {
	c := &crowded{waiting: list.New(), limit: crowd}
	next := s.Handler
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if g, ok := r.Context().Value(crowdKey{}).(*guest); ok {
			c.leave(g)
		}
		next.ServeHTTP(w, r)
	})
	s.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		return context.WithValue(ctx, crowdKey{}, c.enter(conn))
	}
	s.ConnState = func(conn net.Conn, state http.ConnState) {
		if state == http.StateClosed || state == http.StateHijacked {
			c.gone(conn)
		}
	}
}

type crowdKey struct{}

// guest is a connection; at is its place among those that wait, nil when it has
// sent a request.
type guest struct {
	conn net.Conn
	at   *list.Element
}

type crowded struct {
	limit int

	mu      sync.Mutex
	waiting *list.List // of *guest, oldest first
	guests  map[net.Conn]*guest
}

func (c *crowded) enter(conn net.Conn) *guest {
	g := &guest{conn: conn}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.guests == nil {
		c.guests = map[net.Conn]*guest{}
	}
	c.guests[conn] = g
	g.at = c.waiting.PushBack(g)
	if c.waiting.Len() > c.limit {
		oldest, _ := c.waiting.Remove(c.waiting.Front()).(*guest)
		oldest.at = nil
		_ = oldest.conn.Close() // the server notices and reports it closed
	}
	return g
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
