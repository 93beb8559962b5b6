package bridge_test

import (
	"context"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/backend/ws"
	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/bridge"
)

const extensionID = "abcdefghijklmnopabcdefghijklmnop"

var click = protocol.Click{Target: protocol.Target{UID: "e1"}}

// backend is a whole one on a loopback port.
type backend struct {
	t        testing.TB
	addr     string
	keys     *pairingStore
	pool     *pool.Pool
	pairings *pairing.Service
	server   *http.Server
	listen   net.Listener
	log      *coretest.Output
	options  ws.Options
	// resume is how long requests wait for a browser that is away; zero means as in
	// the product.
	resume time.Duration
}

// newBackend starts a backend on a free port; change may set other times.
func newBackend(t testing.TB, change func(*ws.Options)) *backend {
	t.Helper()
	b := &backend{t: t, addr: "127.0.0.1:0", keys: &pairingStore{kept: pairing.Snapshot{Nonces: map[string]time.Time{}}}, log: &coretest.Output{}}
	b.options = ws.Options{ExtensionIDs: []string{extensionID}, ServerVersion: "test"}
	if change != nil {
		change(&b.options)
	}
	b.start()
	t.Cleanup(b.stop)
	return b
}

// start begins anew on the same port, with the same keys.
func (b *backend) start() {
	b.t.Helper()
	log := slog.New(slog.NewTextHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	b.pool = pool.New(pool.Options{Log: log, Resume: b.resume})
	p := b.pool
	var err error
	b.pairings, err = pairing.New(pairing.Options{Store: b.keys, ExtensionIDs: []string{extensionID}, Log: log,
		Revoked: func(user, device string) { p.Drop(user, device, link.CloseRevoked, "revoked") }})
	if err != nil {
		b.t.Fatal(err)
	}
	o := b.options
	o.Auth, o.Log = b.pairings, log
	o.Attach = func(user string, h protocol.Hello, s *ws.Socket) ws.Peer { return p.Attach(user, h, s) }
	l, err := net.Listen("tcp", b.addr)
	if err != nil {
		b.t.Fatal(err)
	}
	b.addr, b.listen = l.Addr().String(), l
	mux := http.NewServeMux()
	mux.Handle(link.PairingPath, b.pairings)
	mux.Handle("/", ws.Handler(o))
	b.server = &http.Server{Handler: mux, ReadHeaderTimeout: 2 * time.Second}
	go func() { _ = b.server.Serve(l) }()
}

func (b *backend) stop() {
	_ = b.server.Close()
	_ = b.listen.Close() // Serve may not have had it yet
	b.pool.Close()
}

func (b *backend) url() string { return "ws://" + b.addr }

func (b *backend) port() int {
	_, p, _ := net.SplitHostPort(b.addr)
	n, _ := strconv.Atoi(p)
	return n
}

// config pairs a device and returns its bridge_config.
func (b *backend) config(user string) (config string, p pairing.Pairing) {
	b.t.Helper()
	p, err := b.pairings.Redeem(b.pairings.Issue(user).Text, "laptop", "", "test-"+strconv.Itoa(len(b.pairings.List(user))))
	if err != nil {
		b.t.Fatal(err)
	}
	return `{"serverUrl":"` + b.url() + `","deviceId":"` + p.DeviceID + `","key":"` + p.Key + `"}`, p
}

func client() link.Client {
	return link.Client{ExtensionID: extensionID, Version: "0.1.0", Browser: "test", DeviceName: "laptop"}
}

// extension starts one and stops it with the test.
func extension(t testing.TB, o bridge.Options) *bridge.Extension {
	t.Helper()
	if o.Client.ExtensionID == "" {
		o.Client = client()
	}
	x := bridge.Start(o)
	t.Cleanup(x.Stop)
	return x
}

// joined is an extension of ann's that is connected; act answers its requests.
func (b *backend) joined(act func(context.Context, protocol.Request) protocol.Response) (*bridge.Extension, pairing.Pairing) {
	b.t.Helper()
	config, p := b.config("ann")
	x := extension(b.t, bridge.Options{Config: config, Act: act})
	b.await(x, connected)
	b.attached(1)
	return x, p
}

// ask has an agent of ann's ask a device, "" for the one that there is.
func (b *backend) ask(ctx context.Context, device string, a protocol.Action) (protocol.Result, error) {
	return b.pool.Request(ctx, pool.To{Caller: protocol.Caller{User: "ann"}, Device: device}, a)
}

// begin sends n clicks while the test goes on.
func (b *backend) begin(ctx context.Context, n int) (errs chan error) {
	errs = make(chan error, n)
	for range n {
		go func() {
			_, err := b.ask(ctx, "", click)
			errs <- err
		}()
	}
	return errs
}

func connected(s link.Status) bool { return s.State == link.ModeConnected }

func (b *backend) await(x *bridge.Extension, want func(link.Status) bool) {
	b.t.Helper()
	if !x.Wait(15*time.Second, want) {
		b.t.Fatalf("the extension is %+v\n%s", x.Status(), b.log)
	}
}

// attached waits until the pool has n connections: the extension is connected
// a moment before.
func (b *backend) attached(n int) {
	b.t.Helper()
	eventually(b.t, "the pool has its connections", func() bool { return b.pool.Stats().Connections == n })
}

func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(15 * time.Second); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not within 15 s: " + what)
		}
	}
}

// dial opens a bare socket as our extension would.
func (b *backend) dial() *websocket.Conn {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	c, _, err := websocket.Dial(ctx, b.url(), &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {link.Origin(extensionID)}}})
	if err != nil {
		b.t.Fatal(err)
	}
	c.SetReadLimit(64 << 20)
	b.t.Cleanup(func() { _ = c.CloseNow() })
	return c
}

// next reads a message, or the close code.
func next(t testing.TB, c *websocket.Conn) (protocol.Message, int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, data, err := c.Read(ctx)
	if err != nil {
		return nil, int(websocket.CloseStatus(err))
	}
	m, err := protocol.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return m, 0
}

func write(t testing.TB, c *websocket.Conn, text string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := c.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

// pairingStore is what outlives a restart of the backend.
type pairingStore struct {
	mu   sync.Mutex
	kept pairing.Snapshot
}

func (k *pairingStore) Load() (pairing.Snapshot, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return pairing.Snapshot{Devices: slices.Clone(k.kept.Devices), Codes: slices.Clone(k.kept.Codes), Nonces: maps.Clone(k.kept.Nonces)}, nil
}

func (k *pairingStore) PutDevice(r pairing.Credential) error {
	_ = k.RemoveDevice(r.ID)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept.Devices = append(k.kept.Devices, r)
	return nil
}

func (k *pairingStore) RemoveDevice(id string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept.Devices = slices.DeleteFunc(k.kept.Devices, func(r pairing.Credential) bool { return r.ID == id })
	return nil
}

func (k *pairingStore) PutCode(t pairing.Code) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept.Codes = append(slices.DeleteFunc(k.kept.Codes, func(o pairing.Code) bool { return o.Name == t.Name }), t)
	return nil
}

func (k *pairingStore) PutNonce(nonce string, at time.Time) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept.Nonces[nonce] = at
	return nil
}

func (k *pairingStore) ClaimEnrolment(string, time.Time) error { return pairing.ErrTaken }
func (k *pairingStore) FreeEnrolment(string) error             { return nil }
