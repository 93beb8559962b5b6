package session

import (
	"context"

	"github.com/zapvol/bua/core/internal/lock"
)

// Writer is the one path to storage for every room: writes never overlap, a
// newer value of a key replaces one that still waits, and keys are written in
// the order in which they were first put. Safe for concurrent use.
//
// A write that fails is retried by nobody: the next change of that key carries
// everything. Whoever put it is told, and may shrink it.
type Writer struct {
	store Store

	mu lock.Mutex
	// queue and running are owned by mu. At most one goroutine drains.
	queue   []*write
	running *write
	// faults are the keys of the organisation that are not understood, told says
	// that storage has been told of them; owned by mu.
	faults []string
	told   bool
}

type write struct {
	area   Area
	key    string
	encode func() []byte
	failed func(error) (again bool)
	tried  []chan struct{} // closed when this write has been tried; owned by Writer.mu
}

// NewWriter returns a writer to the store.
func NewWriter(store Store) *Writer { return &Writer{store: store} }

// Put schedules a write of what encode returns at the time of writing; nil
// removes the key. failed, when not nil, hears of an error and may ask for
// another try after it has made the value smaller. Neither may call the Writer.
func (w *Writer) Put(area Area, key string, encode func() []byte, failed func(error) (again bool)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, q := range w.queue {
		if q.area == area && q.key == key {
			q.encode, q.failed = encode, failed
			return
		}
	}
	w.queue = append(w.queue, &write{area: area, key: key, encode: encode, failed: failed})
	if w.running == nil {
		w.running = &write{} // nothing yet, but somebody drains
		go w.drain()
	}
}

// Flush waits until everything put before it has been tried, or until ctx ends.
func (w *Writer) Flush(ctx context.Context) {
	w.mu.Lock()
	last := w.running
	if n := len(w.queue); n > 0 {
		last = w.queue[n-1]
	}
	if last == nil {
		w.mu.Unlock()
		return
	}
	done := make(chan struct{})
	last.tried = append(last.tried, done)
	w.mu.Unlock()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// drain runs on its own goroutine until nothing waits.
func (w *Writer) drain() {
	for {
		w.mu.Lock()
		if w.running != nil {
			for _, done := range w.running.tried {
				close(done)
			}
		}
		if len(w.queue) == 0 {
			w.running = nil
			w.mu.Unlock()
			return
		}
		next := w.queue[0]
		w.queue = w.queue[1:]
		w.running = next
		w.mu.Unlock()
		for {
			err := w.store.Set(context.Background(), next.area, next.key, next.encode())
			if err == nil || next.failed == nil || !next.failed(err) {
				break
			}
		}
	}
}
