package direct

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"github.com/coder/websocket"
)

// wire carries whole messages. One goroutine reads, one writes.
type wire interface {
	read(ctx context.Context) ([]byte, error)
	write(ctx context.Context, data []byte) error
	// ping asks whether the other end is there.
	ping(ctx context.Context) error
	// close ends both directions at once; read and write then fail.
	close()
}

// socket is the wire to a browser that listens.
type socket struct{ ws *websocket.Conn }

func (s socket) read(ctx context.Context) ([]byte, error) {
	kind, data, err := s.ws.Read(ctx)
	if err == nil && kind != websocket.MessageText {
		err = errors.New("a binary message")
	}
	return data, err
}

func (s socket) write(ctx context.Context, data []byte) error {
	return s.ws.Write(ctx, websocket.MessageText, data)
}

func (s socket) ping(ctx context.Context) error { return s.ws.Ping(ctx) }

func (s socket) close() { _ = s.ws.CloseNow() }

// Pipe is the wire to a browser that this process started with
// --remote-debugging-pipe: no port is open, so nobody else can drive it. It
// serves one connection; when that ends, the browser does.
type Pipe struct {
	in    *bufio.Reader
	out   io.WriteCloser
	from  io.Closer
	name  string // tells it from every other
	most  int    // bytes of a message
	taken atomic.Bool
	once  sync.Once
}

// NewPipe takes the ends that the browser writes to and reads from.
func NewPipe(from io.ReadCloser, to io.WriteCloser) *Pipe {
	return &Pipe{in: bufio.NewReaderSize(from, 64<<10), out: to, from: from, name: rand.Text(), most: maxMessage}
}

// read returns what stands before the next zero byte.
func (p *Pipe) read(context.Context) ([]byte, error) {
	var whole []byte
	for {
		part, err := p.in.ReadSlice(0)
		whole = append(whole, part...)
		switch {
		case err == nil:
			return bytes.TrimSuffix(whole, []byte{0}), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case len(whole) > p.most:
			return nil, errors.New("a message without an end")
		}
	}
}

func (p *Pipe) write(_ context.Context, data []byte) error {
	_, err := p.out.Write(append(data, 0))
	return err
}

// ping asks nothing: the end of the process ends the pipe.
func (p *Pipe) ping(context.Context) error { return nil }

func (p *Pipe) close() {
	p.once.Do(func() {
		_ = p.out.Close()
		_ = p.from.Close()
	})
}
