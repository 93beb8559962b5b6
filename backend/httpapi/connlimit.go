package httpapi

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
)

// maxWaiting is how many connections may be open whose owner is not known or whose
// request is not whole yet, headers and body. Each costs some 20 KiB, so that
// many are bearable; over it, the oldest goes: a client that means it has sent
// its request long before.
const maxWaiting = 1024

// LimitConns bounds what connections cost that never finish a request, or never
// show a token: it must be called before the server serves.
func LimitConns(s *http.Server) { limitConns(s, maxWaiting, pace{bodyGrace, bodyRate}) }

func limitConns(s *http.Server, limit int, p pace) {
	l := &connLimiter{waiting: list.New(), limit: limit}
	next := s.Handler
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, ok := r.Context().Value(connKey{}).(*conn)
		p.guard(w, r, func() {
			if ok {
				l.whole(c)
			}
		})
		next.ServeHTTP(w, r)
	})
	s.ConnContext = func(ctx context.Context, n net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, l.opened(n))
	}
	s.ConnState = func(n net.Conn, state http.ConnState) {
		switch state {
		case http.StateActive: // the headers of a request are there
			l.active(n)
		case http.StateIdle:
			l.idle(n)
		case http.StateClosed, http.StateHijacked:
			l.closed(n)
		}
	}
}

// known notes that a request came with a good token.
func known(r *http.Request) {
	if c, ok := r.Context().Value(connKey{}).(*conn); ok {
		c.known.Store(true)
	}
}

type connKey struct{}

// conn is a connection; at is its place among those that wait, nil when it has
// sent a request.
type conn struct {
	net   net.Conn
	at    *list.Element
	known atomic.Bool // a request on it had a good token
}

// connLimiter keeps the connections that wait below its limit.
type connLimiter struct {
	limit int

	mu      sync.Mutex
	waiting *list.List // of *conn, oldest first
	conns   map[net.Conn]*conn
}

func (l *connLimiter) opened(n net.Conn) *conn {
	c := &conn{net: n}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conns == nil {
		l.conns = map[net.Conn]*conn{}
	}
	l.conns[n] = c
	l.wait(c)
	return c
}

// active puts a connection among those that wait, unless it is there.
func (l *connLimiter) active(n net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.conns[n]; c != nil && c.at == nil {
		l.wait(c)
	}
}

// idle is for one between two requests: it waits for nothing when its owner is
// known, and else counts on.
func (l *connLimiter) idle(n net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch c := l.conns[n]; {
	case c == nil:
	case c.known.Load():
		l.stop(c)
	case c.at == nil:
		l.wait(c)
	}
}

// whole takes a connection whose request is there from those that wait.
func (l *connLimiter) whole(c *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stop(c)
}

func (l *connLimiter) closed(n net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.conns[n]; c != nil {
		l.stop(c)
		delete(l.conns, n)
	}
}

// wait and stop are called with mu held.
func (l *connLimiter) wait(c *conn) {
	c.at = l.waiting.PushBack(c)
	if l.waiting.Len() > l.limit {
		oldest, _ := l.waiting.Remove(l.waiting.Front()).(*conn)
		oldest.at = nil
		_ = oldest.net.Close() // the server notices and reports it closed
	}
}

func (l *connLimiter) stop(c *conn) {
	if c.at != nil {
		l.waiting.Remove(c.at)
		c.at = nil
	}
}
