package model

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing/synctest"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/wasm/chrome"
	"github.com/zapvol/bua/wasm/worker"
)

const extension = "ipbjjblpngibdjpdbmhncgfolgnjeonk"

// browser is one browser with the extension in it.
type browser struct {
	h          *system
	name, user string
	world      *coretest.World
	// device and key are those of its pairing.
	device  string
	revoked atomic.Bool

	// life is the present worker, nil while there is none; lives are all.
	life  *life
	lives []*life
	conns int

	mu    sync.Mutex
	wires []*wire // the last is the newest
	// held are the actions in their middle.
	held []*held
	// telling makes one of noting an event and telling the link of it: the real
	// worker is interrupted by nothing in between, here goroutines run at once.
	telling sync.Mutex
	// emitted is what the workers told the link of, heard what the backend
	// heard of it.
	emitted, heard []string
	// early is what the dispatcher tells while it starts, nil otherwise.
	early []protocol.Event
}

// held is an action that waits in its middle until the walk lets it go on.
type held struct {
	n  int
	on chan error
}

// life is one worker, and the browser as that worker sees it. A dead one's
// calls end the goroutine that makes them, or fail.
type life struct {
	coretest.Names
	b      *browser
	dead   atomic.Bool
	nonce  int
	worker *worker.Worker
	// reload: it has asked Chrome to install the new version.
	reload atomic.Bool
}

// started is the dispatcher of a world, which has started it already.
type started struct {
	*dispatch.Dispatcher
	*life
}

func (started) Start(context.Context) error { return nil }

func (s started) TabRemoved(tab int) {
	s.end()
	s.Dispatcher.TabRemoved(tab)
}

type noCDP struct{}

func (noCDP) Event(int, string, string, []byte) {}

func newBrowser(h *system, name, user string) *browser {
	b := &browser{h: h, name: name, user: user, world: coretest.NewWorld()}
	b.world.Clock = h.clock
	b.world.During = b.during
	b.world.Emit = func(e protocol.Event) {
		if l := b.life; l != nil && !l.dead.Load() {
			b.telling.Lock()
			defer b.telling.Unlock()
			b.mu.Lock()
			b.emitted = append(b.emitted, told(e))
			if b.early != nil {
				b.early = append(b.early, e)
				e = nil
			}
			b.mu.Unlock()
			if e != nil {
				l.worker.Emit(e)
			}
		}
	}
	return b
}

func told(e protocol.Event) string { return fmt.Sprintf("%T%+v", e, e) }

func (b *browser) url(n int) string {
	return "https://" + b.name + ".example/" + strconv.Itoa(n)
}

// pair gives the browser a new key and tells its worker, if there is one.
func (b *browser) pair() {
	b.conns++
	p, err := b.h.pairings.Redeem(b.h.pairings.Issue(b.user).Text, b.name, "Chromium", b.name+strconv.Itoa(b.conns))
	if err != nil {
		b.h.fault("pairing failed: " + err.Error())
		return
	}
	b.device = p.DeviceID
	b.world.Store.Put(session.Local, link.KeyConfig,
		fmt.Sprintf(`{"serverUrl":%q,"deviceId":%q,"key":%q,"deviceName":%q}`, p.ServerURL, p.DeviceID, p.Key, p.DeviceName))
	b.revoked.Store(false)
	if b.life != nil {
		b.life.worker.Deliver(worker.KindEvent, 0, []byte(`{"event":"storage","area":"local","key":"bridge_config"}`))
	}
}

// start begins a worker's life.
func (b *browser) start() {
	l := &life{b: b}
	b.life, b.lives = l, append(b.lives, l)
	b.early = []protocol.Event{}
	l.worker = worker.New(worker.Config{Host: l, Clock: b.world.Clock, CDP: noCDP{}, Rand: func() uint32 { return 0 }})
	if err := b.world.Start(context.Background()); err != nil {
		b.h.fault("the dispatcher does not start: " + err.Error())
	}
	l.worker.Config.Dispatcher = started{b.world.Dispatcher, l}
	b.telling.Lock()
	b.mu.Lock()
	early := b.early
	b.early = nil
	b.mu.Unlock()
	for _, e := range early {
		l.worker.Emit(e)
	}
	b.telling.Unlock()
	l.worker.Start()
}

// kill ends the worker as Chrome does, in the middle of any action, but not
// between an event and the storage's turn: one that ends there leaves a session
// that the next worker ends again, and tells so again. Its sockets close behind
// what it has said.
func (b *browser) kill() {
	l := b.life
	if l == nil {
		return
	}
	synctest.Wait()
	l.dead.Store(true)
	b.life = nil
	b.world.Kill()
	b.mu.Lock()
	wires, all := b.wires, b.held
	b.held = nil
	b.mu.Unlock()
	for _, h := range all {
		h.on <- protocol.NewError(protocol.CodeInternal, "the worker is dead")
	}
	for _, w := range wires {
		if w.life == l && !w.left {
			w.left = true
			w.push(&w.up, frame{close: true, code: 1001})
		}
	}
}

// endOldLives ends the goroutines of the lives that are over: each ends at its next
// call, so each gets one to make.
func (b *browser) endOldLives() {
	for _, l := range b.lives {
		if !l.dead.Load() {
			continue
		}
		l.worker.Deliver(worker.KindEvent, 0, []byte(`{"event":"tab_removed","tab":-1}`))
		l.worker.Deliver(worker.KindEvent, 0, []byte(`{"event":"message","id":1,"method":"getState","args":{}}`))
		synctest.Wait()
		for range 12 { // more than the pool keeps
			l.worker.Deliver(worker.KindEvent, 0, []byte(`{"event":"message","id":1,"method":"none","args":{}}`))
		}
	}
}

// newest returns the newest wire that is the worker's still, nil when there is
// none.
func (b *browser) newest() *wire {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.wires); n > 0 && !b.wires[n-1].left {
		return b.wires[n-1]
	}
	return nil
}

func (b *browser) lines() []*wire {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]*wire(nil), b.wires...)
}

// Socket implements [worker.Host].
func (l *life) Socket(op worker.Op, conn int, data []byte) {
	l.end()
	b := l.b
	b.mu.Lock()
	defer b.mu.Unlock()
	if op == worker.OpOpen {
		b.wires = append(b.wires, &wire{b: b, life: l, conn: conn, url: string(data), heard: b.h.clock.Now(), beat: b.h.clock.Now()})
		return
	}
	for _, w := range b.wires {
		if w.life != l || w.conn != conn || w.left {
			continue
		}
		if op == worker.OpSend {
			w.push(&w.up, frame{data: data})
			continue
		}
		w.left = true
		var how struct{ Code int }
		if err := json.Unmarshal(data, &how); err != nil {
			b.h.fault("a socket is closed with " + string(data))
		}
		w.push(&w.up, frame{close: true, code: how.Code})
	}
}

func (l *life) end() {
	if l.dead.Load() {
		runtime.Goexit()
	}
}

// Post implements [worker.Host].
func (l *life) Post(q []byte) {
	l.end()
	text := string(q)
	l.reload.CompareAndSwap(false, text == `{"call":"reload"}`)
	if strings.HasPrefix(text, `{"call":"storage_set"`) {
		var set struct {
			Area  session.Area
			Key   string
			Value json.RawMessage
		}
		if err := json.Unmarshal(q, &set); err != nil {
			l.b.h.fault("storage is written with " + text)
		}
		if string(set.Value) == "null" {
			set.Value = nil
		}
		l.b.world.Store.Put(set.Area, set.Key, string(set.Value))
	}
}

// Ask implements [worker.Host].
func (l *life) Ask(ctx context.Context, q []byte) ([]byte, error) { return l.Begin(q)(ctx) }

// Begin implements [worker.Host].
func (l *life) Begin(q []byte) func(context.Context) ([]byte, error) {
	answer := ""
	if !l.dead.Load() {
		answer = l.answer(q)
	}
	return func(context.Context) ([]byte, error) {
		if answer == "" {
			return nil, &chrome.Refusal{Text: "no such call"}
		}
		return []byte(answer), nil
	}
}

func (l *life) answer(q []byte) string {
	var asked map[string]any
	if err := json.Unmarshal(q, &asked); err != nil {
		l.b.h.fault("the worker asks " + string(q))
	}
	field := map[string]string{}
	for name, value := range asked {
		field[name], _ = value.(string)
	}
	switch field["call"] {
	case "about":
		return `{"id":"` + extension + `","version":"1.2.3","browser":"Chromium"}`
	case "storage_get":
		if v := l.b.world.Store.Value(session.Area(field["area"]), field["key"]); v != "" {
			return v
		}
		return "null"
	case "bootstrap":
		return "null"
	case "random":
		l.nonce++
		return fmt.Sprintf(`"%016x%08x%08x"`, len(l.b.name)+int(l.b.name[0]), len(l.b.lives), l.nonce)
	case "hmac":
		key, _ := hex.DecodeString(field["key"])
		data, _ := hex.DecodeString(field["data"])
		m := hmac.New(sha256.New, key)
		m.Write(data)
		return `"` + hex.EncodeToString(m.Sum(nil)) + `"`
	}
	return ""
}
