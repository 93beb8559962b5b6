package panel

import (
	"context"
	"sync"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
)

const (
	// atOnce is how many calls of a port may be under way.
	atOnce = 16
	// window is how many frames may be on the way that the panel has not read.
	window = 4
	// unread is how long a panel may take to read one: it is gone, or hangs.
	unread = 30 * time.Second
)

// port is one open panel.
type port struct {
	all  *Panels
	conn Conn
	who  Who
	id   int
	ctx  context.Context
	stop context.CancelFunc

	mu    sync.Mutex
	calls map[int]context.CancelFunc // under way
	n     int                        // of the latest frame sent
	acked int
	// read is closed and made anew with each ack.
	read chan struct{}
}

func newPort(all *Panels, c Conn, who Who, id int) *port {
	p := &port{all: all, conn: c, who: who, id: id, calls: map[int]context.CancelFunc{}, read: make(chan struct{})}
	p.ctx, p.stop = context.WithCancel(context.Background())
	return p
}

// end ends the port and every call under way; tell says so to the panel.
func (p *port) end(tell bool) {
	p.stop()
	p.all.forget(p)
	if tell {
		p.conn.Frame(p.id, nil)
	}
}

// take takes a frame. What is no frame ends the port.
func (p *port) take(data []byte) {
	var f frame
	if !record.Read(data, &f) {
		p.end(true)
		return
	}
	switch {
	case f.Ack > 0:
		p.mu.Lock()
		if f.Ack > p.acked && f.Ack <= p.n {
			p.acked = f.Ack
			close(p.read)
			p.read = make(chan struct{})
		}
		p.mu.Unlock()
	case f.Cancel:
		p.mu.Lock()
		if cancel := p.calls[f.ID]; cancel != nil {
			cancel()
		}
		p.mu.Unlock()
	default:
		p.begin(f)
	}
}

// begin begins a call.
func (p *port) begin(f frame) {
	p.mu.Lock()
	if f.ID <= 0 || p.calls[f.ID] != nil || len(p.calls) >= atOnce {
		p.mu.Unlock()
		p.end(true) // no panel of ours
		return
	}
	ctx, cancel := context.WithCancel(p.ctx)
	p.calls[f.ID] = cancel
	p.mu.Unlock()
	begun := p.all.spawn(func() {
		defer cancel()
		p.serve(ctx, f)
	})
	if !begun {
		cancel()
	}
}

// serve answers a call.
func (p *port) serve(ctx context.Context, f frame) {
	answer := told{ID: f.ID, End: true}
	c, err := readCall(f.Call, f.Args)
	switch {
	case err != nil:
	case streams(c):
		err = p.stream(ctx, f.ID, c)
	default:
		answer.End = false
		answer.OK, err = p.all.backend.Answer(ctx, p.who, c)
	}
	if err != nil {
		answer = told{ID: f.ID, Error: protocol.AsError(err)}
	}
	p.mu.Lock()
	delete(p.calls, f.ID)
	p.mu.Unlock()
	p.send(p.ctx, answer)
}

// send sends a frame once the panel has read enough of those before. It reports false
// when ctx ended first, or the port did.
func (p *port) send(ctx context.Context, t told) bool {
	var late chan struct{}
	for {
		p.mu.Lock()
		if p.n-p.acked < window {
			p.n++
			t.N = p.n
			data := t.json()
			if len(data) > protocol.MaxFrame {
				data = told{N: t.N, ID: t.ID, Error: protocol.NewError(protocol.CodeInternal, "the answer is too large for a panel; export the run to see it")}.json()
			}
			ok := ctx.Err() == nil && p.conn.Frame(p.id, data) // in order: under the mutex
			p.mu.Unlock()
			return ok
		}
		read := p.read
		p.mu.Unlock()
		if late == nil {
			late = make(chan struct{})
			defer p.all.clock.AfterFunc(unread, func() { close(late) })()
		}
		select {
		case <-read:
		case <-ctx.Done():
			return false
		case <-late:
			p.end(true)
			return false
		}
	}
}
