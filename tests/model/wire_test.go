package model

import (
	"bytes"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zapvol/bua/backend/pool"
)

// frame is a message on its way, or the end of the socket.
type frame struct {
	data   []byte
	close  bool
	code   int
	reason string
}

// wire is one socket between a browser and the backend. It keeps order and
// loses nothing until it is cut; then it takes everything and delivers nothing,
// and each end goes on until it is told.
type wire struct {
	b    *browser
	life *life
	conn int
	url  string

	// what follows belongs to the walk
	opened bool
	peer   *pool.Conn // nil before the hello was good
	device string
	// shut: the backend's end is over and reads no more; left: the worker's is.
	shut atomic.Bool
	left bool
	// heard is when the backend last heard the browser, beat when it last spoke
	// unasked.
	heard, beat time.Time

	mu       sync.Mutex
	cut      bool
	up, down []frame
	// full, while there is one: the browser takes nothing more, and who sends
	// waits until it is closed.
	full chan struct{}
}

// Send implements [pool.Socket].
func (w *wire) Send(data []byte) error {
	if w.b.revoked.Load() {
		w.b.h.fault("something was sent to a browser after its key was revoked")
	}
	w.mu.Lock()
	full := w.full
	w.mu.Unlock()
	if full != nil {
		<-full
	}
	w.push(&w.down, frame{data: data})
	return nil
}

// fill stops the line to the browser, or lets it go on.
func (w *wire) fill(full bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if full == (w.full != nil) || full && (w.cut || w.peer == nil) {
		return false
	}
	if full {
		w.full = make(chan struct{})
	} else {
		close(w.full)
		w.full = nil
	}
	return true
}

// Close implements [pool.Socket].
func (w *wire) Close(code int, reason string) {
	w.shut.Store(true)
	w.fill(false)
	w.push(&w.down, frame{close: true, code: code, reason: reason})
}

func (w *wire) push(queue *[]frame, f frame) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.cut {
		*queue = append(*queue, f)
	}
}

func (w *wire) pop(queue *[]frame) (frame, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(*queue) == 0 {
		return frame{}, false
	}
	f := (*queue)[0]
	*queue = (*queue)[1:]
	return f, true
}

// twice puts a copy of a message of that type behind all others. Events are told
// once: nothing else counts them.
func (w *wire) twice(queue *[]frame, kind string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, f := range *queue {
		if bytes.HasPrefix(f.data, []byte(`{"type":"`+kind+`"`)) && !(*queue)[len(*queue)-1].close {
			*queue = append(*queue, f)
			return true
		}
	}
	return false
}

// sever cuts the line without telling anybody.
func (w *wire) sever() {
	w.fill(false)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut, w.up, w.down = true, nil, nil
}

func (w *wire) severed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.cut
}

func (w *wire) String() string { return w.b.name + "#" + strconv.Itoa(w.conn) }
