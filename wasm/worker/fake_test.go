package worker_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/wasm/chrome"
	"github.com/zapvol/bua/wasm/worker"
)

const (
	key    = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
	config = `{"serverUrl":"ws://127.0.0.1:48123/","deviceId":"d","key":"` + key + `"}`
	own    = "ipbjjblpngibdjpdbmhncgfolgnjeonk"
)

// op is one operation on the socket.
type op struct {
	op   worker.Op
	conn int
	data string
}

// host is a browser with a pairing in storage.
type host struct {
	coretest.Names
	ops   chan op
	posts chan string

	mu      sync.Mutex
	storage map[string]string
}

func (h *host) Socket(o worker.Op, conn int, data []byte) { h.ops <- op{o, conn, string(data)} }
func (h *host) Post(q []byte)                             { h.posts <- string(q) }
func (h *host) Ask(ctx context.Context, q []byte) ([]byte, error) {
	return h.Begin(q)(ctx)
}

func (h *host) Begin(q []byte) func(context.Context) ([]byte, error) {
	answer := h.answer(string(q))
	return func(context.Context) ([]byte, error) {
		if answer == "" {
			return nil, &chrome.Refusal{Text: "no such call"}
		}
		return []byte(answer), nil
	}
}

func (h *host) answer(q string) string {
	text := func(name string) string {
		_, rest, _ := strings.Cut(q, `"`+name+`":"`)
		value, _, _ := strings.Cut(rest, `"`)
		return value
	}
	switch text("call") {
	case "about":
		return `{"id":"` + own + `","version":"1.2.3","browser":"Chromium 156"}`
	case "bootstrap":
		return "null"
	case "storage_get":
		h.mu.Lock()
		defer h.mu.Unlock()
		if v := h.storage[text("key")]; v != "" {
			return v
		}
		return "null"
	case "random":
		return `"` + strings.Repeat("ab", 16) + `"`
	case "hmac":
		data, _ := hex.DecodeString(text("data"))
		return `"` + mac(text("key"), data) + `"`
	}
	return ""
}

func mac(key string, data []byte) string {
	k, _ := hex.DecodeString(key)
	m := hmac.New(sha256.New, k)
	m.Write(data)
	return hex.EncodeToString(m.Sum(nil))
}

// gate is a dispatcher that notes what it is told and answers when it may.
type gate struct {
	told chan string
	// let lets one request go on; a cancelled one goes on by itself.
	let chan struct{}
	// reading, when there is one, is how long Start reads storage.
	reading chan struct{}
	// sessions are the live ones.
	sessions []session.Session
	// asking says that something waits for the person.
	asking atomic.Bool
	// over, when there is one, gets the context of each request as it is answered.
	over chan context.Context
}

func (g *gate) Start(context.Context) error {
	if g.reading != nil {
		<-g.reading
	}
	return nil
}

func (g *gate) Do(ctx context.Context, r protocol.Request) protocol.Response {
	g.told <- "do " + r.ID
	defer func() {
		if g.over != nil {
			g.over <- ctx
		}
	}()
	select {
	case <-g.let:
		return protocol.Response{ID: r.ID, Result: []byte(`{"ok":true}`)}
	case <-ctx.Done():
		return protocol.Response{ID: r.ID, Error: protocol.NewError(protocol.CodeInternal, "cancelled")}
	}
}

func (g *gate) TabCreated(t dispatch.TabInfo)    { g.told <- "created " + t.URL }
func (g *gate) TabRemoved(tab int)               { g.told <- "removed " + digits(tab) }
func (g *gate) TabReplaced(old, added int)       { g.told <- "replaced " + digits(old) + " " + digits(added) }
func (g *gate) TabNavigated(tab int, url string) { g.told <- "navigated " + digits(tab) + " " + url }
func (g *gate) WindowRemoved(window int)         { g.told <- "window " + digits(window) }
func (g *gate) Detached(tab int, reason string)  { g.told <- "detached " + digits(tab) + " " + reason }
func (g *gate) Presence(state string)            { g.told <- "presence " + state }
func (g *gate) StorageChanged(area, key string)  { g.told <- "storage " + area + " " + key }
func (g *gate) Stop(tab int) bool                { return tab == 7 }
func (g *gate) StopAll() int                     { return 2 }
func (g *gate) Resume(tab int) bool              { return tab == 7 }
func (g *gate) Settle(context.Context)           {}
func (g *gate) Broken() error {
	return protocol.NewError(protocol.CodeInternal, "the blocklist is damaged")
}
func (g *gate) Refuses(url string) bool { return url == "https://blocked.test/" }
func (g *gate) ClearHistory()           {}

func (g *gate) SetControlEndpoints(...string) {}

func (g *gate) RefusePrivate(bool) {}
func (g *gate) Asking() bool       { return g.asking.Load() }
func (g *gate) Consent(s session.Subject, v session.Verdict) bool {
	return (s == "a.example" || s == "pay https://a.example Buy now") && v != session.Forget
}
func (g *gate) Profile(p session.Profile) bool { return p == session.ProfileStrict }
func (g *gate) Help(tab int, at int64, out protocol.Outcome) bool {
	return tab == 7 && at == 1700000000000 && out == protocol.OutcomeDone
}
func (g *gate) Dialog(tab int, id string, accept bool, text string) bool {
	return tab == 7 && id == "d-1" && accept && text == "Ann"
}
func (g *gate) ConsentMode(m session.Mode) bool { return m != session.ConsentAsk }
func (g *gate) Sessions() []session.Session     { return g.sessions }
func (g *gate) Event(tab int, s, m string, p []byte) {
	g.told <- "cdp " + digits(tab) + " " + s + " " + m + " " + string(p)
}

func digits(n int) string { return string(rune('0' + n)) }

// clock is the machine's, ahead of it by so many nanoseconds.
type clock struct {
	coretest.Machine
	ahead atomic.Int64
}

func (c *clock) Now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

type harness struct {
	*worker.Worker
	t    testing.TB
	host *host
	gate *gate
	time *clock
}

// start starts a worker that is paired.
func start(t testing.TB) *harness {
	t.Helper()
	r := stopped(t)
	r.Start()
	return r
}

// stopped is a worker that has not started.
func stopped(t testing.TB) *harness {
	t.Helper()
	h := &host{ops: make(chan op, 64), posts: make(chan string, 64), storage: map[string]string{link.KeyConfig: config}}
	g := &gate{told: make(chan string, 64), let: make(chan struct{}, 64), sessions: []session.Session{{TabID: 7, Domain: "a.example"}}}
	r := &harness{t: t, host: h, gate: g, time: &clock{}}
	r.Worker = worker.New(worker.Config{Host: h, Clock: r.time, Dispatcher: g, CDP: g, Rand: func() uint32 { return 0 }})
	return r
}

// connected takes the worker through the handshake and returns its connection.
func (r *harness) connected() (conn int) {
	r.t.Helper()
	o := r.op(worker.OpOpen)
	r.Deliver(worker.KindOpened, o.conn, nil)
	m, err := protocol.Decode([]byte(r.op(worker.OpSend).data))
	hello, ok := m.(protocol.Hello)
	if err != nil || !ok {
		r.t.Fatal("no hello came first")
	}
	token, _ := link.ParseToken(hello.PairingToken)
	place := link.ChannelBinding{SocketURL: o.data, ExtensionID: own}
	if token.MAC != mac(key, link.HelloInput(hello, token, place)) {
		r.t.Fatal("the hello's proof does not hold")
	}
	ack := protocol.Ack{ProtocolVersion: protocol.Version, ServerVersion: "t"}
	ack.ServerProof = mac(key, link.AckInput(ack, token, place))
	r.Deliver(worker.KindText, o.conn, protocol.Append(nil, ack))
	for !strings.Contains(r.post(), `"state":"connected"`) {
		// earlier states
	}
	return o.conn
}

func (r *harness) op(want worker.Op) op {
	r.t.Helper()
	o := next(r.t, r.host.ops)
	if o.op != want {
		r.t.Fatalf("socket operation %d %s, want %d", o.op, o.data, want)
	}
	return o
}

func (r *harness) post() string { r.t.Helper(); return next(r.t, r.host.posts) }
func (r *harness) told() string { r.t.Helper(); return next(r.t, r.gate.told) }

func next[T any](t testing.TB, ch <-chan T) T {
	t.Helper()
	limit := time.NewTimer(10 * time.Second)
	defer limit.Stop()
	select {
	case v := <-ch:
		return v
	case <-limit.C:
		t.Fatal("nothing came within 10 s")
	}
	var none T
	return none
}
