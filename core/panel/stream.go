package panel

import (
	"context"
	"sync"
	"time"
)

const (
	// batch bounds what one frame tells, in bytes; one thing larger goes alone.
	batch = 64 << 10
	// backlog is how much may wait for the panel until what tells it waits too.
	backlog = 512 << 10
	// pace is the shortest time between two frames of a stream that are not full: a person sees
	// no more.
	pace = 25 * time.Millisecond
)

// stream sends what a call tells, the first at once and then in batches.
func (p *port) stream(ctx context.Context, id int, c Call) error {
	b := &buffer{more: make(chan struct{}, 1), less: make(chan struct{}, 1)}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	sent := make(chan struct{})
	begun := p.all.spawn(func() {
		defer close(sent)
		defer cancel() // without a reader nothing more is to be told
		for {
			list, over := b.take()
			if len(list) == 0 && over {
				return
			}
			if len(list) > 0 {
				if !p.send(ctx, told{ID: id, Told: list}) {
					return
				}
				if b.full() {
					continue
				}
				paced := make(chan struct{})
				stop := p.all.clock.AfterFunc(pace, func() { close(paced) })
				select {
				case <-paced:
				case <-ctx.Done():
				case <-b.done():
				}
				stop()
				if ctx.Err() != nil {
					return
				}
				continue
			}
			select {
			case <-b.more:
			case <-ctx.Done():
				return
			}
		}
	})
	if !begun {
		return context.Canceled
	}
	err := p.all.backend.Stream(ctx, p.who, c, func(data []byte) error { return b.put(ctx, data) })
	b.finish()
	<-sent
	return err
}

// buffer is what waits to be sent.
type buffer struct {
	// more and less are signs that something was put or taken.
	more, less chan struct{}

	mu    sync.Mutex
	list  [][]byte
	bytes int
	over  bool
	ended chan struct{}
}

func sign(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// put waits while too much is there.
func (b *buffer) put(ctx context.Context, data []byte) error {
	for {
		b.mu.Lock()
		if b.bytes < backlog {
			b.list = append(b.list, data)
			b.bytes += len(data)
			b.mu.Unlock()
			sign(b.more)
			return nil
		}
		b.mu.Unlock()
		select {
		case <-b.less:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// take takes what fits into a frame, and reports whether nothing will follow.
func (b *buffer) take() (list [][]byte, over bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n, size := 0, 0
	for n < len(b.list) && (n == 0 || size+len(b.list[n]) <= batch) {
		size += len(b.list[n])
		n++
	}
	list, b.list = b.list[:n:n], b.list[n:]
	b.bytes -= size
	sign(b.less)
	return list, b.over
}

// full reports whether what waits is enough for a frame.
func (b *buffer) full() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes >= batch
}

// done is closed when nothing will follow.
func (b *buffer) done() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended == nil {
		b.ended = make(chan struct{})
		if b.over {
			close(b.ended)
		}
	}
	return b.ended
}

// finish says that nothing will follow.
func (b *buffer) finish() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over = true
	if b.ended != nil {
		close(b.ended)
	}
	sign(b.more)
}
