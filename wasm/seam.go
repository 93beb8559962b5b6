//go:build tinygo

package main

//lint:file-ignore U1000 what //export names is the module's door; only TinyGo sees that it is used

import (
	"context"
	"unsafe"

	"github.com/zapvol/bua/wasm/chrome"
	"github.com/zapvol/bua/wasm/worker"
)

// The host's functions (serviceworker/module.ts). They return at once; an
// answer comes by deliver, never from within a call.

//go:wasmimport bua call
func hostCall(id uint32, ptr unsafe.Pointer, size uint32)

//go:wasmimport bua socket
func hostSocket(op, conn uint32, ptr unsafe.Pointer, size uint32)

//go:wasmimport bua ascii
func hostASCII(ptr unsafe.Pointer, size uint32, out unsafe.Pointer, room uint32) uint32

//go:wasmimport bua now
func hostNow() float64

// browser is the one seam of the program: exports are global, so it is.
var browser = seam{waiters: map[uint32]chan reply{}, wake: make(chan struct{}, 1)}

// seam is the module's side of the seam. All of it runs on the one thread of
// the worker and no method blocks while it changes the state, so there is no
// lock.
type seam struct {
	inbox   []byte
	last    uint32
	waiters map[uint32]chan reply
	// events are what was delivered and not read yet, in order.
	events []delivery
	wake   chan struct{}
}

type reply struct {
	data    []byte
	refused bool
}

// delivery is one thing that the browser tells unasked.
type delivery struct {
	kind worker.Kind
	id   int
	data []byte
}

// alloc makes room for the next delivery; the host fills it at once.
//
//export alloc
func alloc(size uint32) unsafe.Pointer {
	browser.inbox = make([]byte, size)
	return unsafe.Pointer(unsafe.SliceData(browser.inbox))
}

// deliver hands over and returns: an export that blocks ends the instance.
//
//export deliver
func deliver(number, id uint32, ptr unsafe.Pointer, size uint32) {
	browser.inbox = nil
	data := unsafe.Slice((*byte)(ptr), size)
	kind := worker.Kind(number)
	if kind != worker.KindAnswer && kind != worker.KindRefusal {
		browser.events = append(browser.events, delivery{kind, int(id), data})
		select {
		case browser.wake <- struct{}{}:
		default:
		}
		return
	}
	waiter, ok := browser.waiters[id]
	if !ok {
		return // given up meanwhile
	}
	delete(browser.waiters, id)
	waiter <- reply{data, kind == worker.KindRefusal} // has room for one
}

// Ask puts a question to the host and waits for its answer.
func (s *seam) Ask(ctx context.Context, question []byte) ([]byte, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return s.Begin(question)(ctx)
}

// Begin puts a question to the host.
func (s *seam) Begin(question []byte) (wait func(context.Context) ([]byte, error)) {
	s.last++
	if s.last == 0 {
		s.last = 1 // 0 means that nobody waits
	}
	id := s.last
	waiter := make(chan reply, 1)
	s.waiters[id] = waiter
	hostCall(id, unsafe.Pointer(unsafe.SliceData(question)), uint32(len(question)))
	return func(ctx context.Context) ([]byte, error) {
		select {
		case r := <-waiter:
			if r.refused {
				refusal, _ := chrome.ReadRefusal(r.data)
				return nil, &refusal
			}
			return r.data, nil
		case <-ctx.Done():
			delete(s.waiters, id)
			return nil, context.Cause(ctx)
		}
	}
}

// Post puts a question whose answer nobody needs.
func (s *seam) Post(question []byte) {
	hostCall(0, unsafe.Pointer(unsafe.SliceData(question)), uint32(len(question)))
}

// Socket works the WebSocket.
func (s *seam) Socket(op worker.Op, conn int, data []byte) {
	hostSocket(uint32(op), uint32(conn), unsafe.Pointer(unsafe.SliceData(data)), uint32(len(data)))
}

// ASCII returns a host of another script as the browser writes it. There is room
// for the longest that a resolver takes, with its last dot.
func (s *seam) ASCII(host string) (string, bool) {
	room := make([]byte, 254)
	n := hostASCII(unsafe.Pointer(unsafe.StringData(host)), uint32(len(host)), unsafe.Pointer(unsafe.SliceData(room)), uint32(len(room)))
	return string(room[:n]), n > 0
}

// next waits for the next event or socket delivery.
func (s *seam) next() delivery {
	for len(s.events) == 0 {
		<-s.wake
	}
	d := s.events[0]
	s.events[0] = delivery{}
	if s.events = s.events[1:]; len(s.events) == 0 {
		s.events = nil // lets the array go, which only ever grew
	}
	return d
}
