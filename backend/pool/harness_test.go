package pool_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/protocol"
)

var quiet = slog.New(slog.DiscardHandler)

// socket is a Socket in memory: what is sent comes out of out.
type socket struct {
	out   chan []byte
	block chan struct{} // when not nil, Send waits for it
	fail  error

	mu     sync.Mutex
	code   int
	reason string
	gone   chan struct{}
}

func newSocket() *socket { return &socket{out: make(chan []byte, 10_000), gone: make(chan struct{})} }

func (s *socket) Send(data []byte) error {
	if s.block != nil {
		select {
		case <-s.block:
		case <-s.gone:
			return errors.New("closed")
		}
	}
	if s.fail != nil {
		return s.fail
	}
	s.out <- data
	return nil
}

func (s *socket) Close(code int, reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.code == 0 {
		s.code, s.reason = code, reason
		close(s.gone)
	}
}

func (s *socket) closed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.code
}

// request returns the next request that was sent.
func (s *socket) request(t testing.TB) protocol.Request {
	t.Helper()
	r, ok := s.message(t).(protocol.Request)
	if !ok {
		t.Fatal("not a request")
	}
	return r
}

func (s *socket) message(t testing.TB) protocol.Message {
	t.Helper()
	m, err := protocol.Decode(<-s.out)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func hello(device string, features ...protocol.Feature) protocol.Hello {
	return protocol.Hello{ProtocolVersion: 4, ClientVersion: "1",
		Caps: &protocol.Caps{Features: features, Device: &protocol.Device{ID: device, Name: "name of " + device}}}
}

func ok(id string) []byte {
	return protocol.Append(nil, protocol.Response{ID: id, Result: []byte(`{"ok":true}`)})
}

type reply struct {
	result protocol.Result
	err    error
}

// ask sends a request in the background.
func ask(ctx context.Context, p *pool.Pool, to pool.To, a protocol.Action) <-chan reply {
	ch := make(chan reply, 1)
	go func() {
		r, err := p.Request(ctx, to, a)
		ch <- reply{r, err}
	}()
	return ch
}

var click = protocol.Click{Target: protocol.Target{UID: "e1"}}
