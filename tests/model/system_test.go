package model

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"testing/synctest"
	"time"

	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/backend/pipeline"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/wasm/worker"
)

// system is everything that the model checks, and what it has seen of it.
type system struct {
	clock    *coretest.Clock // the browsers'; the backend lives by the bubble's
	pairings *pairing.Service
	pool     *pool.Pool
	pipeline *pipeline.Pipeline
	browsers []*browser
	asks     []*call

	mu     sync.Mutex
	full   bool // the audit's disk
	faults []string
	trace  []string
}

var quiet = slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelError + 1}))

func newSystem() *system {
	h := &system{clock: coretest.NewClock()}
	h.pairings, _ = pairing.New(pairing.Options{URL: "ws://127.0.0.1:48123/ws/browser", Log: quiet, Now: h.clock.Now,
		Revoked: func(user, device string) { h.pool.Drop(user, device, link.CloseRevoked, "revoked") }})
	h.open()
	for _, who := range [][2]string{{"amber", "ann"}, {"birch", "ann"}, {"cedar", "bob"}} {
		b := newBrowser(h, who[0], who[1])
		h.browsers = append(h.browsers, b)
		b.pair()
		b.start()
	}
	return h
}

// fault notes that something does not hold.
func (h *system) fault(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !slices.Contains(h.faults, text) {
		h.faults = append(h.faults, text)
	}
}

// open makes the backend's pool.
func (h *system) open() {
	h.pool = pool.New(pool.Options{Log: quiet, Events: h.event})
	h.pipeline = pipeline.New(audit{h}, nil)
}

// restart ends the backend's pool and makes another. Killed, nobody is told but
// by the network.
func (h *system) restart(killed bool) {
	for _, b := range h.browsers {
		for _, w := range b.lines() {
			if killed {
				w.sever()
			}
		}
	}
	h.pool.Close()
	for _, b := range h.browsers {
		for _, w := range b.lines() {
			w.shut.Store(true)
		}
	}
	h.open()
}

func (h *system) event(e pool.Event) {
	for _, b := range h.browsers {
		if b.user != e.User {
			continue
		}
		for _, w := range b.lines() {
			if w.peer != nil && w.device == e.Device {
				if _, all := e.Event.(protocol.GlobalStop); all {
					h.stopped(e.Device)
				}
				b.mu.Lock()
				b.heard = append(b.heard, told(e.Event))
				b.mu.Unlock()
				return
			}
		}
	}
	h.fault("an event came from a browser that is not connected: " + told(e.Event))
}

// stopped notes whom the person's stop ends: everybody who waited for that
// browser when nothing moved.
func (h *system) stopped(device string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range h.asks {
		if a.device == device && a.seen && a.rows > 0 && !a.done {
			a.stopped = true
		}
	}
}

// cancelled notes that a worker is told to give a request up.
func (h *system) cancelled(l *life, data []byte) {
	c, err := protocol.Decode(data)
	m, ok := c.(protocol.Cancel)
	if err != nil || !ok {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range h.asks {
		if a.id == m.ID && a.in == l {
			a.dropped = l
		}
	}
}

// carry lets one message through to the backend, as backend/ws does.
func (h *system) carry(w *wire) bool {
	f, ok := w.pop(&w.up)
	if !ok {
		return false
	}
	switch w.heard = h.clock.Now(); {
	case w.shut.Load():
	case f.close:
		w.shut.Store(true)
		if w.peer != nil {
			w.peer.Detach("closed by the browser with " + strconv.Itoa(f.code))
		}
	case w.peer == nil:
		h.handshake(w, f.data)
	default:
		if err := w.peer.Handle(f.data); err != nil {
			h.fault("the backend was sent what it does not take: " + err.Error() + ": " + string(f.data))
			w.Close(1008, err.Error())
			w.peer.Detach(err.Error())
			w.shut.Store(true)
		}
	}
	return true
}

// handshake answers a hello.
func (h *system) handshake(w *wire, data []byte) {
	features := append(protocol.Features(), protocol.FeatureResume, protocol.FeatureResumed, protocol.FeatureRepeat)
	m, err := protocol.Decode(data)
	hello, ok := m.(protocol.Hello)
	if err != nil || !ok {
		h.fault("the first message was no hello: " + string(data))
		return
	}
	ack := protocol.Ack{ProtocolVersion: hello.ProtocolVersion, ServerVersion: "1", Caps: &protocol.Caps{Features: features}}
	user, device, err := h.pairings.Verify(context.Background(), hello, link.ChannelBinding{SocketURL: w.url, ExtensionID: extension}, &ack)
	if err != nil {
		w.push(&w.down, frame{data: protocol.Append(nil, protocol.Reject{RequiredMinProtocolVersion: protocol.MinVersion, Error: *protocol.AsError(err)})})
		w.Close(link.CloseUnpaired, protocol.AsError(err).Message)
		w.shut.Store(true)
		return
	}
	w.push(&w.down, frame{data: protocol.Append(nil, ack)})
	both := &protocol.Caps{Device: &protocol.Device{ID: device, Name: w.b.name}}
	for _, f := range features {
		if slices.Contains(hello.Caps.Features, f) {
			both.Features = append(both.Features, f)
		}
	}
	hello.Caps = both
	w.device = device
	if w.b.revoked.Load() || device != w.b.device {
		h.fault("a revoked key was let in")
	}
	w.peer = h.pool.Attach(user, hello, w)
}

// hand lets one message through to the worker.
func (h *system) hand(w *wire) bool {
	if w.left || w.life.dead.Load() {
		return false
	}
	if !w.opened {
		if w.severed() {
			return false
		}
		w.opened = true
		w.life.worker.Deliver(worker.KindOpened, w.conn, nil)
		return true
	}
	f, ok := w.pop(&w.down)
	if !ok {
		return false
	}
	if f.close {
		w.end(f.code)
	} else {
		h.cancelled(w.life, f.data)
		w.life.worker.Deliver(worker.KindText, w.conn, f.data)
	}
	return true
}

// end tells the worker that its socket is closed.
func (w *wire) end(code int) {
	w.left = true
	w.life.worker.Deliver(worker.KindClosed, w.conn, []byte(`{"code":`+strconv.Itoa(code)+`,"reason":""}`))
}

// lose tells one end of a cut line that it is lost.
func (h *system) lose(w *wire, backend bool) bool {
	switch {
	case !w.severed():
		return false
	case backend && !w.shut.Load():
		w.shut.Store(true)
		if w.peer != nil {
			w.peer.Lost("connection lost")
		}
	case !backend && !w.left && !w.life.dead.Load():
		w.end(1006)
	default:
		return false
	}
	return true
}

// pass moves the time of both ends, in steps at which either may act.
func (h *system) pass(d time.Duration) {
	for d > 0 {
		tick := min(d, time.Second)
		d -= tick
		h.clock.Advance(tick)
		synctest.Wait()
		time.Sleep(tick)
		synctest.Wait()
		for _, b := range h.browsers {
			for _, w := range b.lines() {
				h.keep(w)
			}
		}
		h.late()
	}
}

// keep beats and drops a silent browser, as backend/ws does.
func (h *system) keep(w *wire) {
	now := h.clock.Now()
	if w.shut.Load() {
		return
	}
	if now.Sub(w.heard) >= link.SilenceMS*time.Millisecond {
		w.shut.Store(true)
		w.Close(link.CloseSilent, "silent")
		if w.peer != nil {
			w.peer.Lost("the browser has been silent for too long")
		}
		return
	}
	if w.peer != nil && now.Sub(w.beat) >= link.BeatMS*time.Millisecond {
		w.beat = now
		w.push(&w.down, frame{data: protocol.Append(nil, protocol.Beat{})})
	}
}
