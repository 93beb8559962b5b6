package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/zapvol/bua/core/protocol"
)

// cable is the way between two NATS servers, which can be cut.
type cable struct {
	l  net.Listener
	to string

	mu    sync.Mutex
	isCut bool
	ends  []net.Conn
}

func newCable(t *testing.T, to string) *cable {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{l: l, to: to}
	t.Cleanup(func() { c.cut(true); _ = l.Close() })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			c.join(near)
		}
	}()
	return c
}

func (c *cable) join(near net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	far, err := net.Dial("tcp", c.to)
	if c.isCut || err != nil {
		_ = near.Close()
		return
	}
	c.ends = append(c.ends, near, far)
	go func() { _, _ = io.Copy(near, far); _ = near.Close() }()
	go func() { _, _ = io.Copy(far, near); _ = far.Close() }()
}

func (c *cable) cut(yes bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.isCut = yes
	for _, e := range c.ends {
		_ = e.Close()
	}
	c.ends = nil
}

// pair is two NATS servers with a cable between them.
func pair(t *testing.T) (first, second *server.Server, c *cable) {
	t.Helper()
	options := func(routes ...*url.URL) *server.Options {
		return &server.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true, Routes: routes,
			Cluster: server.ClusterOpts{Name: "bua-test", Host: "127.0.0.1", Port: -1, NoAdvertise: true, PoolSize: -1}}
	}
	first = startServer(t, options())
	c = newCable(t, first.ClusterAddr().String())
	second = startServer(t, options(&url.URL{Scheme: "nats", Host: c.l.Addr().String()}))
	routed(t, second, 1)
	return first, second, c
}

func routed(t *testing.T, s *server.Server, n int) {
	t.Helper()
	for until := time.Now().Add(10 * time.Second); s.NumRoutes() != n; time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%d routes, not %d", s.NumRoutes(), n)
		}
	}
}

// A browser connects to another backend while the NATS servers of the two do not
// hear one another. Both have it until they do; then the later connection stays.
func TestPartition(t *testing.T) {
	t.Parallel() // it waits more than it works
	is := is.New(t)
	first, second, c := pair(t)
	r := &harness{t: t}
	a, b := r.joinAt(first.ClientURL(), echo), r.joinAt(second.ClientURL(), echo)
	a.Here(presence("ann", "d1"))
	a.Here(presence("ann", "d2"))
	b.sees(t, "ann", 2)
	knows(t, b, a)
	knows(t, a, b)

	c.cut(true)
	routed(t, second, 0)
	b.Here(presence("ann", "d1"))
	b.sees(t, "ann", 0) // what is beyond the cut is nowhere
	_, err := ask(b, t.Context(), "d2", protocol.Evaluate{Expression: "x"})
	var u errUnsent
	is.True(errors.As(err, &u)) // and nothing has happened there
	a.told(t, &a.lost, 1)
	b.told(t, &b.lost, 1)
	time.Sleep(silenceLimit + 2*time.Second) // nothing of b's claims is said any more: the last is due a second after the limit
	is.Equal(a.count(&a.moved), 0)

	c.cut(false)
	a.told(t, &a.moved, 1)
	is.Equal(b.count(&b.moved), 0)
	a.mu.Lock()
	is.Equal(a.moved[0], "d1")
	a.mu.Unlock()
	b.sees(t, "ann", 1) // d2 is where it was
}

// knows waits until a backend has heard another.
func knows(t *testing.T, b, other *backend) {
	t.Helper()
	for until := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		b.Cluster.mu.Lock()
		_, known := b.members[other.run]
		b.Cluster.mu.Unlock()
		if known {
			return
		}
		if time.Now().After(until) {
			t.Fatal("a backend does not hear the other")
		}
	}
}

// The clock of the backend that had a browser is an hour ahead.
func TestContest_clocks_that_differ(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	a, b := r.join(echo), r.join(echo)
	a.Here(presence("ann", "d1"))
	b.sees(t, "ann", 1)
	k := key{"ann", "d1"}
	a.Cluster.mu.Lock()
	a.own[k].stamp += time.Hour.Milliseconds()
	a.own[k].begun = a.own[k].begun.Add(-time.Minute) // it has long been there
	a.Cluster.mu.Unlock()
	b.Here(presence("ann", "d1"))
	a.told(t, &a.moved, 1)
	is.Equal(b.count(&b.moved), 0)
}

// Of connections that claim one browser at the same moment one stays.
func TestContest_at_once(t *testing.T) {
	t.Parallel() // it waits more than it works
	is := is.New(t)
	r := newHarness(t)
	all := []*backend{r.join(echo), r.join(echo), r.join(echo)}
	for round := range 20 {
		id := "d" + string(rune('A'+round))
		var at sync.WaitGroup
		for _, b := range all {
			at.Go(func() { b.Here(presence("ann", id)) })
		}
		at.Wait()
		stay := func() (n int) {
			for _, b := range all {
				b.Cluster.mu.Lock()
				if !b.own[key{"ann", id}].moved {
					n++
				}
				b.Cluster.mu.Unlock()
			}
			return n
		}
		for until := time.Now().Add(10 * time.Second); stay() != 1; time.Sleep(time.Millisecond) {
			if time.Now().After(until) {
				t.Fatalf("%d connections stay", stay())
			}
		}
		for _, b := range all { // as the pool does
			b.Cluster.mu.Lock()
			moved := b.own[key{"ann", id}].moved
			b.Cluster.mu.Unlock()
			if moved {
				b.Gone("ann", id)
			}
		}
	}
	for _, b := range all { // said again, the claims change nothing
		b.claimAll()
	}
	for _, b := range all {
		for until := time.Now().Add(15 * time.Second); ; time.Sleep(time.Millisecond) {
			b.Cluster.mu.Lock()
			over := b.claims == 0 && len(b.unsettled) == 0
			b.Cluster.mu.Unlock()
			if over {
				break
			}
			is.True(time.Now().Before(until))
		}
		is.NoErr(b.conn.Flush())
	}
	for round := range 20 {
		n := 0
		for _, b := range all {
			if b.has(key{"ann", "d" + string(rune('A'+round))}) {
				n++
			}
		}
		is.Equal(n, 1)
	}
}

func TestFind_what_has_left(t *testing.T) {
	is := is.New(t)
	r := newHarness(t)
	a, b := r.join(echo), r.join(echo)
	a.Here(presence("ann", "d.1 > *")) // whatever its id is
	b.sees(t, "ann", 1)
	a.Gone("ann", "d.1 > *")
	b.sees(t, "ann", 0)
	b.told(t, &b.left, 1)
	b.Here(presence("ann", "d.1 > *"))
	a.told(t, &a.came, 1)
	is.Equal(a.count(&a.moved), 0)
	is.Equal(len(a.Find("ann")), 1)
	is.Equal(b.count(&b.lost), 0)
	a.Close()
	b.told(t, &b.lost, 1)
}

// A backend whose connection is open and that answers no more, as one on a machine
// that stands still.
func TestAsk_of_a_backend_that_stands_still(t *testing.T) {
	t.Parallel() // it waits more than it works
	is := is.New(t)
	r := newHarness(t)
	b := r.join(echo)
	conn, err := nats.Connect(r.url)
	is.NoErr(err)
	defer conn.Close()
	k := key{"ann", "d1"}
	_, err = conn.Subscribe(subjectAt.of(k), func(m *nats.Msg) {
		data, err := json.Marshal(location{Run: "still", Presence: presence("ann", "d1")})
		if err == nil {
			_ = m.Respond(data)
		}
	})
	is.NoErr(err)
	asked := make(chan string, 16)
	_, err = conn.Subscribe(one+"still", func(m *nats.Msg) { asked <- m.Header.Get(headType) })
	is.NoErr(err)
	is.NoErr(conn.Flush())
	begin := time.Now()
	_, err = b.Ask(context.Background(), Request{Caller: protocol.Caller{User: "ann"}, Device: "d1", Action: protocol.Evaluate{Expression: "x"}}, time.Minute)
	is.True(strings.HasPrefix(protocol.AsError(err).Message, "outcome unknown"))
	is.True(time.Since(begin) < 2*silenceLimit)
	is.Equal(<-asked, askDo)
	is.Equal(<-asked, askDo) // as nothing says that it has begun
}

// Close does not wait for a NATS that is lost, however many browsers there were.
func TestClose_without_NATS(t *testing.T) {
	t.Parallel() // it waits more than it works
	is := is.New(t)
	r := newHarness(t)
	a := r.join(echo)
	r.srv.Shutdown()
	for a.conn.IsConnected() {
		time.Sleep(time.Millisecond)
	}
	for n := range 20 * inFlight {
		a.Cluster.Here(presence("ann", strings.Repeat("d", 1+n%40)+string(rune('a'+n/40%26))+string(rune('A'+n/1040))))
	}
	begin := time.Now()
	a.Close()
	is.True(time.Since(begin) < 2*silenceLimit)
}
