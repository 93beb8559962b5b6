package cluster

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/zapvol/bua/core/protocol"
)

// errUnsent marks errors of requests that reached nobody.
type errUnsent struct{ error }

// harness is a NATS server and what its backends were told.
type harness struct {
	t   *testing.T
	url string
	srv *server.Server

	mu sync.Mutex
	// paired are the devices that were ever connected, by user.
	paired map[string][]string
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	s := startServer(t, &server.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true})
	return &harness{t: t, url: s.ClientURL(), srv: s}
}

func startServer(t *testing.T, o *server.Options) *server.Server {
	t.Helper()
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(5 * time.Second) {
		t.Fatal("no NATS server")
	}
	t.Cleanup(s.Shutdown)
	return s
}

// backend is a Cluster and what it was called with.
type backend struct {
	*Cluster
	harness *harness
	conn    *nats.Conn
	act     func(ctx context.Context, r Request) (protocol.Result, error)

	mu    sync.Mutex
	moved []string
	came  []string
	left  []string
	lost  []string
	heard []string
}

func (r *harness) join(act func(ctx context.Context, q Request) (protocol.Result, error)) *backend {
	r.t.Helper()
	return r.joinAt(r.url, act)
}

func (r *harness) joinAt(url string, act func(ctx context.Context, q Request) (protocol.Result, error)) *backend {
	r.t.Helper()
	conn, err := nats.Connect(url, nats.ReconnectBufSize(-1), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond), nats.IgnoreDiscoveredServers())
	if err != nil {
		r.t.Fatal(err)
	}
	b := &backend{harness: r, conn: conn, act: act}
	note := func(list *[]string, what string) {
		b.mu.Lock()
		*list = append(*list, what)
		b.mu.Unlock()
	}
	b.Cluster, err = Join(Options{Conn: conn, Act: act, Log: slog.New(slog.DiscardHandler),
		Unsent:   func(m string) error { return errUnsent{protocol.NewError(protocol.CodeInternal, m)} },
		IsUnsent: func(err error) bool { var u errUnsent; return errors.As(err, &u) },
		Moved:    func(_, device string, _ int64) { note(&b.moved, device) },
		Came:     func(_, device string) { note(&b.came, device) },
		Left:     func(_, device string, _ time.Time) { note(&b.left, device) },
		Lost:     func() { note(&b.lost, "a backend") },
		Heard:    func(kind string, data []byte) { note(&b.heard, kind+string(data)) },
		Refresh:  func() error { return nil }, Alone: func() {}})
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { b.Close(); conn.Close() })
	return b
}

// Here is Cluster.Here of a device that is paired from then on.
func (b *backend) Here(p Presence) int64 {
	b.harness.mu.Lock()
	if b.harness.paired == nil {
		b.harness.paired = map[string][]string{}
	}
	if !slices.Contains(b.harness.paired[p.User], p.Device.ID) {
		b.harness.paired[p.User] = append(b.harness.paired[p.User], p.Device.ID)
	}
	b.harness.mu.Unlock()
	return b.Cluster.Here(p)
}

// Find finds which of a user's paired devices are elsewhere.
func (b *backend) Find(user string) []Presence {
	b.harness.mu.Lock()
	ids := slices.Clone(b.harness.paired[user])
	b.harness.mu.Unlock()
	return b.Cluster.Find(user, ids...)
}

// told waits until a list has that many entries.
func (b *backend) told(t *testing.T, list *[]string, n int) {
	t.Helper()
	for until := time.Now().Add(15 * time.Second); ; time.Sleep(time.Millisecond) {
		b.mu.Lock()
		have := slices.Clone(*list)
		b.mu.Unlock()
		if len(have) >= n {
			return
		}
		if time.Now().After(until) {
			t.Fatalf("told %v, not %d", have, n)
		}
	}
}

// count is how many entries a list has now.
func (b *backend) count(list *[]string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(*list)
}

// sees waits until a backend finds so many browsers of a user elsewhere.
func (b *backend) sees(t *testing.T, user string, n int) {
	t.Helper()
	for until := time.Now().Add(10 * time.Second); len(b.Find(user)) != n; time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%d browsers, not %d", len(b.Find(user)), n)
		}
	}
}

func presence(user, device string) Presence {
	return Presence{User: user, Device: protocol.Device{ID: device, Name: "n-" + device}, Since: time.Now()}
}

func echo(_ context.Context, r Request) (protocol.Result, error) {
	return protocol.EvaluateResult{Type: "string", Value: []byte(`"` + r.Device + `"`)}, nil
}

func ask(b *backend, ctx context.Context, device string, a protocol.Action) (protocol.Result, error) {
	return b.Ask(ctx, Request{Caller: protocol.Caller{User: "ann", Agent: "agent"}, Device: device, Action: a}, 10*time.Second)
}

func TestFind(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	a, b := r.join(echo), r.join(echo)
	a.Here(presence("ann", "d1"))
	b.sees(t, "ann", 1)
	for n := range 1200 {
		a.Here(presence("bob", "d"+string(rune('A'+n%26))+strings.Repeat("x", n/26)))
	}
	late := r.join(echo)
	late.sees(t, "bob", 1200)
	late.sees(t, "ann", 1)
	is.Equal(len(a.Find("ann")), 0) // what is here is not elsewhere

	conn := b.Here(presence("ann", "d1")) // it has moved
	a.told(t, &a.moved, 1)
	is.Equal(b.count(&b.moved), 0) // the later connection stays
	is.True(conn > 0)
	a.Gone("ann", "d1")
	late.sees(t, "ann", 1)
	b.Gone("ann", "d1")
	late.sees(t, "ann", 0)

	a.Close() // says good-bye
	late.sees(t, "bob", 0)
}

func TestFind_a_silent_backend_is_gone(t *testing.T) {
	r := newHarness(t)
	a, b := r.join(echo), r.join(echo)
	a.Here(presence("ann", "d1"))
	b.sees(t, "ann", 1)
	a.conn.Close() // as a process that was killed
	b.sees(t, "ann", 0)
}

func TestAsk(t *testing.T) {
	t.Parallel() // it waits more than it works
	is := is.New(t)
	r := newHarness(t)
	begun, release := make(chan Request, 8), make(chan struct{})
	cancelled := make(chan struct{}, 8)
	a := r.join(func(ctx context.Context, q Request) (protocol.Result, error) {
		switch action := q.Action.(type) {
		case protocol.Screenshot:
			return protocol.ScreenshotResult{DataURL: strings.Repeat("x", 5<<20)}, nil
		case protocol.Evaluate:
			if action.Expression == "wait" {
				begun <- q
				select {
				case <-release:
				case <-ctx.Done():
					cancelled <- struct{}{}
					return nil, protocol.NewError(protocol.CodeInternal, "aborted by caller")
				}
			}
		case protocol.GetTabs:
			return nil, errUnsent{protocol.NewError(protocol.CodeInternal, "gone")}
		case protocol.CloseTab:
			return nil, protocol.NewError(protocol.CodeElementStale, "extract again")
		}
		return echo(ctx, q)
	})
	b := r.join(echo)
	a.Here(presence("ann", "d1"))
	b.sees(t, "ann", 1)

	got, err := ask(b, t.Context(), "d1", protocol.Evaluate{Expression: "x"})
	is.NoErr(err)
	is.Equal(string(got.(protocol.EvaluateResult).Value), `"d1"`)

	got, err = ask(b, t.Context(), "d1", protocol.Screenshot{})
	is.NoErr(err) // in parts
	is.Equal(len(got.(protocol.ScreenshotResult).DataURL), 5<<20)

	_, err = ask(b, t.Context(), "d1", protocol.CloseTab{TabID: 3})
	is.Equal(protocol.CodeOf(err), protocol.CodeElementStale) // errors come as they are
	_, err = ask(b, t.Context(), "d1", protocol.GetTabs{})
	var u errUnsent
	is.True(errors.As(err, &u))

	_, err = ask(b, t.Context(), "d1", protocol.Evaluate{Expression: strings.Repeat("x", 2<<20)})
	is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
	is.True(strings.Contains(err.Error(), "max_payload"))

	_, err = ask(b, t.Context(), "d1", protocol.Click{}) // which no backend of this version sends
	is.Equal(protocol.OutcomeOf(err), protocol.ErrorNotDone)

	_, err = ask(b, t.Context(), "d2", protocol.Evaluate{Expression: "x"})
	is.True(errors.As(err, &u)) // nobody has it: at once

	t.Run("an answer that takes longer than a question waits", func(t *testing.T) {
		is := is.New(t)
		time.AfterFunc(hold+hold/2, func() { close(release) })
		_, err := ask(b, t.Context(), "d1", protocol.Evaluate{Expression: "wait"})
		is.NoErr(err)
		is.Equal((<-begun).Agent, "agent")
		is.Equal(len(begun), 0) // begun once
		release = make(chan struct{})
	})
	t.Run("a caller that gives up cancels it there", func(t *testing.T) {
		is := is.New(t)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-begun; cancel() }()
		_, err := ask(b, ctx, "d1", protocol.Evaluate{Expression: "wait"})
		is.Equal(protocol.OutcomeOf(err), protocol.ErrorUnknown)
		<-cancelled
	})
	t.Run("the limit ends it, and cancels it there", func(t *testing.T) {
		is := is.New(t)
		_, err := b.Ask(t.Context(), Request{Caller: protocol.Caller{User: "ann"}, Device: "d1", Action: protocol.Evaluate{Expression: "wait"}}, 300*time.Millisecond)
		is.Equal(protocol.CodeOf(err), protocol.CodeTimeout)
		<-begun
		<-cancelled
	})
	t.Run("a backend that dies leaves the outcome unknown", func(t *testing.T) {
		is := is.New(t)
		go func() { <-begun; a.conn.Close() }()
		_, err := ask(b, t.Context(), "d1", protocol.Evaluate{Expression: "wait"})
		is.Equal(protocol.OutcomeOf(err), protocol.ErrorUnknown)
		is.True(!errors.As(err, &u))
	})
}

func TestServe_begins_a_request_once(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	var mu sync.Mutex
	n := 0
	a := r.join(func(ctx context.Context, q Request) (protocol.Result, error) {
		mu.Lock()
		n++
		mu.Unlock()
		return echo(ctx, q)
	})
	b := r.join(echo)
	send := func(kind, id string) string {
		m := nats.NewMsg(one + a.run)
		m.Header.Set(headType, kind)
		m.Header.Set(headID, id)
		m.Header.Set(headAt, "0")
		m.Data = []byte(`{"id":"` + id + `","user":"ann","device":"d1","action":{"type":"evaluate","expression":"1"}}`)
		reply, err := b.conn.RequestMsg(m, 5*time.Second)
		is.NoErr(err)
		return reply.Header.Get(headState)
	}
	for range 5 {
		is.Equal(send(askDo, "one"), stateAnswer)
	}
	m := nats.NewMsg(one + a.run)
	m.Header.Set(headType, askCancel)
	m.Header.Set(headID, "two")
	is.NoErr(b.conn.PublishMsg(m))
	is.Equal(send(askDo, "two"), stateUnknown) // it was given up before it came
	is.Equal(send(askMore, "three"), stateUnknown)
	mu.Lock()
	is.Equal(n, 1)
	mu.Unlock()
}

func TestReady(t *testing.T) {
	is := is.New(t)
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true})
	is.NoErr(err)
	s.Start()
	is.True(s.ReadyForConnections(5 * time.Second))
	url := s.ClientURL()
	r := &harness{t: t, url: url, srv: s}
	a := r.join(echo)
	is.NoErr(a.Ready(t.Context()))
	port := s.Addr().String()
	s.Shutdown()
	s.WaitForShutdown()
	for a.conn.IsConnected() {
		time.Sleep(time.Millisecond)
	}
	for { // the handler runs a moment later
		short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		err := a.Ready(short)
		cancel()
		if err != nil {
			break
		}
	}
	again, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: portOf(t, port), NoSigs: true, NoLog: true})
	is.NoErr(err)
	again.Start()
	defer again.Shutdown()
	long, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	is.NoErr(a.Ready(long))
}

func portOf(t *testing.T, address string) int {
	t.Helper()
	n := 0
	for _, c := range address[strings.LastIndex(address, ":")+1:] {
		n = n*10 + int(c-'0')
	}
	return n
}

func TestNotify(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	a, b := r.join(echo), r.join(echo)
	a.Notify("revoked", []byte(`"d1"`))
	for until := time.Now().Add(5 * time.Second); ; time.Sleep(time.Millisecond) {
		b.mu.Lock()
		heard := len(b.heard) > 0 && b.heard[0] == `revoked"d1"`
		b.mu.Unlock()
		if heard {
			break
		}
		is.True(time.Now().Before(until))
	}
	a.mu.Lock()
	is.Equal(len(a.heard), 0)
	a.mu.Unlock()
}
