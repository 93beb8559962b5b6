package ws

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/scan"
)

// maxReason is how many bytes of a reason fit into a close frame.
const maxReason = 123

// Socket is one WebSocket. Its methods may be called from any goroutine.
type Socket struct {
	conn *websocket.Conn
	// ctx ends with the connection; cancelling it cuts the TCP connection.
	ctx       context.Context
	cancel    context.CancelFunc
	writeWait time.Duration
	// silence drops a peer that is not heard; nil until the handshake is done.
	silence atomic.Pointer[time.Timer]
	wait    time.Duration

	once   sync.Once
	closed chan struct{}
	// reason is why the connection is over; lost: it is gone without a word, or
	// was silent for too long.
	reason string
	lost   bool
}

// Send sends one text message. It returns an error when the connection is over
// or does not take the message in time; the socket is of no more use then.
func (s *Socket) Send(data []byte) error {
	ctx, cancel := context.WithTimeout(s.ctx, s.writeWait)
	defer cancel()
	return s.conn.Write(ctx, websocket.MessageText, data)
}

// Close sends a close frame and ends the connection at most [closeWait] later.
// It returns at once; only the first call counts.
func (s *Socket) Close(code int, reason string) {
	s.once.Do(func() {
		s.reason, s.lost = reason, code == link.CloseSilent
		s.closed = make(chan struct{})
		go func() {
			defer close(s.closed)
			cut := time.AfterFunc(closeWait, s.cancel)
			defer cut.Stop()
			_ = s.conn.Close(websocket.StatusCode(code), scan.Clip(reason, maxReason))
			s.cancel()
		}()
	})
}

// linger waits for a closing handshake that is under way.
func (s *Socket) linger() {
	s.once.Do(func() {}) // nothing was closed, and nothing will be
	if s.closed != nil {
		<-s.closed
	}
}

// errBinary and errText are breaches that have a close code of their own.
var (
	errBinary = errors.New("binary message")
	errText   = errors.New("text that is not UTF-8")
)

// receive returns the next message. Each part of it that arrives counts as a
// sign of life, so a large one over a slow line is not taken for silence.
func (s *Socket) receive() ([]byte, error) {
	kind, r, err := s.conn.Reader(s.ctx)
	if err != nil {
		return nil, err
	}
	if kind != websocket.MessageText {
		return nil, errBinary
	}
	data, err := io.ReadAll(listener{r, s})
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(data) { // the library leaves this to us
		return nil, errText
	}
	return data, nil
}

type listener struct {
	io.Reader
	s *Socket
}

func (l listener) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	if n > 0 {
		l.s.heard()
	}
	return n, err
}

// heard puts off the end by silence.
func (s *Socket) heard() {
	if t := s.silence.Load(); t != nil {
		t.Reset(s.wait)
	}
}
