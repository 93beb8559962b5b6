package e2e

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// Relay stands between bua and a browser's DevTools socket: it lets a spec cut
// the connection, and hears every message.
type Relay struct {
	// Address is the relay's own, as a ws address of the same path.
	Address string

	to   string
	hear func(up bool, data []byte) // nil for nobody

	mu     sync.Mutex
	live   map[context.Context]context.CancelFunc // owned by mu
	refuse bool                                   // owned by mu
	served int                                    // connections so far; owned by mu
}

// NewRelay starts a relay before a DevTools address until the test ends. hear
// is called with every message, up for bua's, one at a time for each direction.
func NewRelay(tb testing.TB, to string, hear func(up bool, data []byte)) *Relay {
	tb.Helper()
	r := &Relay{to: to, hear: hear, live: map[context.Context]context.CancelFunc{}}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	r.Address = "ws://" + l.Addr().String() + "/devtools/browser/relayed"
	srv := &http.Server{Handler: r, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = srv.Serve(l) }()
	tb.Cleanup(func() {
		r.Cut(true)
		_ = srv.Close()
	})
	return r
}

// Cut ends every connection; further ones are refused while refuse holds.
func (r *Relay) Cut(refuse bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refuse = refuse
	for _, cancel := range r.live {
		cancel()
	}
}

// Served counts the connections so far.
func (r *Relay) Served() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.served
}

// ServeHTTP takes one connection.
func (r *Relay) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	r.mu.Lock()
	if r.refuse {
		r.mu.Unlock()
		http.Error(w, "cut", http.StatusServiceUnavailable)
		return
	}
	r.live[ctx] = cancel
	r.served++
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		delete(r.live, ctx)
		r.mu.Unlock()
	}()
	up, _, err := websocket.Dial(ctx, r.to, nil)
	if err != nil {
		http.Error(w, "no browser", http.StatusBadGateway)
		return
	}
	defer func() { _ = up.CloseNow() }()
	down, err := websocket.Accept(w, req, nil)
	if err != nil {
		return
	}
	defer func() { _ = down.CloseNow() }()
	var both sync.WaitGroup
	both.Go(func() { defer cancel(); r.pump(ctx, down, up, true) })
	both.Go(func() { defer cancel(); r.pump(ctx, up, down, false) })
	both.Wait()
}

func (r *Relay) pump(ctx context.Context, from, to *websocket.Conn, up bool) {
	from.SetReadLimit(256 << 20)
	for {
		kind, data, err := from.Read(ctx)
		if err != nil {
			return
		}
		if r.hear != nil {
			r.hear(up, data)
		}
		if to.Write(ctx, kind, data) != nil {
			return
		}
	}
}
