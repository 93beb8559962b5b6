//go:build tinygo

package seam

//lint:file-ignore U1000 what //export names is the module's door; only TinyGo sees that it is used

import (
	"context"
	"unsafe"

	"github.com/zapvol/bua/wasm/chrome"
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

// Browser is the one seam of the program: exports are global, so it is.
var Browser = Seam{waiters: map[uint32]chan reply{}, wake: make(chan struct{}, 1)}

// Seam is the module's side of the seam. All of it runs on the one thread of
// the program and no method blocks while it changes the state, so there is no
// lock.
type Seam struct {
	inbox   []byte
	last    uint32
	waiters map[uint32]chan reply
	// events are what was delivered and not read yet, in order.
	events []Delivery
	wake   chan struct{}
}

type reply struct {
	data    []byte
	refused bool
}

// Delivery is one thing that the browser tells unasked.
type Delivery struct {
	Kind uint32
	ID   int
	Data []byte
}

// The kinds of deliveries that answer a question.
const (
	answered = 1
	refused  = 2
)

// alloc makes room for the next delivery; the host fills it at once.
//
//export alloc
func alloc(size uint32) unsafe.Pointer {
	Browser.inbox = make([]byte, size)
	return unsafe.Pointer(unsafe.SliceData(Browser.inbox))
}

// deliver hands over and returns: an export that blocks ends the instance.
//
//export deliver
func deliver(number, id uint32, ptr unsafe.Pointer, size uint32) {
	Browser.inbox = nil
	data := unsafe.Slice((*byte)(ptr), size)
	if number != answered && number != refused {
		Browser.events = append(Browser.events, Delivery{number, int(id), data})
		select {
		case Browser.wake <- struct{}{}:
		default:
		}
		return
	}
	waiter, ok := Browser.waiters[id]
	if !ok {
		return // given up meanwhile
	}
	delete(Browser.waiters, id)
	waiter <- reply{data, number == refused} // has room for one
}

// Ask puts a question to the host and waits for its answer.
func (s *Seam) Ask(ctx context.Context, question []byte) ([]byte, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return s.Begin(question)(ctx)
}

// Begin puts a question to the host.
func (s *Seam) Begin(question []byte) (wait func(context.Context) ([]byte, error)) {
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
func (s *Seam) Post(question []byte) {
	hostCall(0, unsafe.Pointer(unsafe.SliceData(question)), uint32(len(question)))
}

// Socket works the WebSocket: op is one of wasm/worker's.
func Socket(op uint32, conn int, data []byte) {
	hostSocket(op, uint32(conn), unsafe.Pointer(unsafe.SliceData(data)), uint32(len(data)))
}

// Now is the time in milliseconds since the epoch.
func Now() int64 { return int64(hostNow()) }

// Random is what no page can know.
func Random() uint32 { return hostSeed() }

// ASCII returns a host of another script as the browser writes it. There is room
// for the longest that a resolver takes, with its last dot.
func (s *Seam) ASCII(host string) (string, bool) {
	room := make([]byte, 254)
	n := hostASCII(unsafe.Pointer(unsafe.StringData(host)), uint32(len(host)), unsafe.Pointer(unsafe.SliceData(room)), uint32(len(room)))
	return string(room[:n]), n > 0
}

// Next waits for the next event or socket delivery.
func (s *Seam) Next() Delivery {
	for len(s.events) == 0 {
		<-s.wake
	}
	d := s.events[0]
	s.events[0] = Delivery{}
	if s.events = s.events[1:]; len(s.events) == 0 {
		s.events = nil // lets the array go, which only ever grew
	}
	return d
}
