package bridge_test

import (
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/backend/ws"
	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/bridge"
	"github.com/zapvol/bua/tests/chaos"
)

// The long run: go test ./tests/bridge -run Chaos_storm -storm 10m
var storm = flag.Duration("storm", time.Duration(size.Trials(4))*time.Second, "how long the storm of faults lasts")

// throughChaos starts a backend that is reached through a proxy.
func throughChaos(t *testing.T, change func(*ws.Options)) (*backend, *chaos.Proxy) {
	t.Helper()
	p := chaos.New(t, "")
	b := newBackend(t, func(o *ws.Options) {
		o.Hosts, o.URL = []string{p.Addr()}, "ws://"+p.Addr()+"/"
		if change != nil {
			change(o)
		}
	})
	p.Point(b.addr)
	return b, p
}

// chaotic starts an extension behind the proxy.
func chaotic(t *testing.T, b *backend, p *chaos.Proxy, act func(context.Context, protocol.Request) protocol.Response) *bridge.Extension {
	t.Helper()
	config, _ := b.config("ann")
	x := extension(t, bridge.Options{Config: strings.Replace(config, b.url(), "ws://"+p.Addr()+"/", 1), Act: act})
	b.await(x, connected)
	b.attached(1)
	return x
}

// TestChaos_delivers: an answer that a broken connection keeps from the caller
// reaches it after the reconnection, and the action was carried out once.
func TestChaos_delivers(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("x", 300_000)
	for _, row := range []struct {
		name  string
		fault func(b *backend, p *chaos.Proxy)
		// answered: the fault strikes when the action is done and its answer is
		// on its way, not before.
		answered bool
	}{
		{"a cut during the action", func(_ *backend, p *chaos.Proxy) { p.Cut() }, false},
		{"a cut in the middle of the answer's frame", func(_ *backend, p *chaos.Proxy) { p.CutAfter(chaos.Up, 100_000) }, false},
		{"silence in both directions, until the network forgets the connection", func(b *backend, p *chaos.Proxy) {
			p.Silence(chaos.Up, chaos.Down)
			eventually(b.t, "the backend has noticed", func() bool { return b.pool.Stats().Connections == 0 })
			p.Cut()
		}, false},
		{"silence from the browser only", func(b *backend, p *chaos.Proxy) {
			p.Silence(chaos.Up)
			eventually(b.t, "the backend has noticed", func() bool { return b.pool.Stats().Connections == 0 })
		}, false},
		{"silence from the browser, which comes back before the backend notices", func(b *backend, p *chaos.Proxy) {
			p.Silence(chaos.Up, chaos.Down)
		}, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			is := is.New(t)
			b, p := throughChaos(t, func(o *ws.Options) { o.Beat, o.Silence = 200*time.Millisecond, 1200*time.Millisecond })
			busy, struck := make(chan struct{}), make(chan struct{})
			x := chaotic(t, b, p, func(_ context.Context, r protocol.Request) protocol.Response {
				close(busy)
				<-struck
				return protocol.Response{ID: r.ID, Result: []byte(`{"type":"string","value":"` + big + `"}`)}
			})
			type outcome struct {
				r   protocol.Result
				err error
			}
			got := make(chan outcome, 1)
			go func() {
				r, err := b.ask(context.Background(), "", protocol.Evaluate{Expression: "return 1"})
				got <- outcome{r, err}
			}()
			<-busy
			row.fault(b, p)
			close(struck)
			if row.answered {
				time.Sleep(100 * time.Millisecond) // the answer is lost in the silence
				x.Cut()                            // the browser notices, the backend does not
			}
			select {
			case o := <-got:
				is.NoErr(o.err)
				is.Equal(len(o.r.(protocol.EvaluateResult).Value), len(big)+2)
			case <-time.After(10 * time.Second):
				t.Fatalf("no answer came through; the extension is %+v\n%s", x.Status(), b.log)
			}
			is.Equal(x.Acted(), 1)
			is.True(b.pool.Stats().Resumed > 0)
			is.Equal(b.pool.Stats().Unknown, uint64(0))
		})
	}
}

// TestChaos_repeats: a request that the network has swallowed is carried out once
// the browser is back, and its caller does not wait for the action's limit.
func TestChaos_repeats(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	b, p := throughChaos(t, nil)
	x := chaotic(t, b, p, nil)
	p.Silence(chaos.Down)
	errs := b.begin(t.Context(), 3)
	eventually(t, "the requests are on their way", func() bool { return b.pool.Stats().InFlight == cap(errs) })
	time.Sleep(100 * time.Millisecond) // they are lost in the silence
	is.Equal(x.Acted(), 0)
	p.Cut()
	for range cap(errs) {
		select {
		case err := <-errs:
			is.NoErr(err)
		case <-time.After(10 * time.Second):
			t.Fatal("no answer came")
		}
	}
	is.Equal(x.Acted(), cap(errs))
}

// TestChaos_gives_up: a browser that does not come back, or comes back in
// another life, leaves its callers with the truth, soon.
func TestChaos_gives_up(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name  string
		after func(t *testing.T, b *backend, config string)
	}{
		{"it is gone", func(*testing.T, *backend, string) {}},
		{"it comes back in another life", func(t *testing.T, b *backend, config string) {
			b.await(extension(t, bridge.Options{Config: config}), connected)
		}},
		{"it is revoked while it is away", func(t *testing.T, b *backend, _ string) {
			is.New(t).NoErr(b.pairings.Revoke("ann", b.pairings.List("ann")[0].ID))
		}},
		{"the backend ends", func(_ *testing.T, b *backend, _ string) { b.pool.Close() }},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			is := is.New(t)
			b, p := throughChaos(t, nil)
			b.stop()
			b.resume = 3 * time.Second // as in the product, sooner
			b.start()
			busy := make(chan struct{})
			config, _ := b.config("ann")
			config = strings.Replace(config, b.url(), "ws://"+p.Addr()+"/", 1)
			x := bridge.Start(bridge.Options{Client: client(), Config: config, Act: func(ctx context.Context, r protocol.Request) protocol.Response {
				close(busy)
				<-ctx.Done()
				return protocol.Response{ID: r.ID}
			}})
			b.await(x, connected)
			b.attached(1)
			errs := b.begin(context.Background(), 1)
			<-busy
			p.Point("127.0.0.1:1") // the way is gone
			p.Cut()
			x.Stop()
			eventually(t, "the backend has noticed", func() bool { return b.pool.Stats().Connections == 0 })
			p.Point(b.addr)
			row.after(t, b, config)
			start := time.Now()
			err := <-errs
			is.True(time.Since(start) < b.resume+2*time.Second)
			is.Equal(protocol.OutcomeOf(err), protocol.ErrorUnknown)
		})
	}
}

func TestChaos_cancels_what_was_given_up_meanwhile(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	b, p := throughChaos(t, nil)
	busy, cancelled := make(chan struct{}), make(chan struct{})
	x := chaotic(t, b, p, func(ctx context.Context, r protocol.Request) protocol.Response {
		close(busy)
		<-ctx.Done()
		close(cancelled)
		return protocol.Response{ID: r.ID, Result: []byte(`{"ok":true}`)}
	})
	ctx, cancel := context.WithCancel(t.Context())
	errs := b.begin(ctx, 1)
	<-busy
	p.Point("127.0.0.1:1")
	p.Cut()
	eventually(t, "the backend has noticed", func() bool { return b.pool.Stats().Connections == 0 })
	cancel()
	is.Equal(protocol.OutcomeOf(<-errs), protocol.ErrorUnknown)
	p.Point(b.addr)
	b.await(x, connected)
	select {
	case <-cancelled: // in the browser, once it is back
	case <-time.After(10 * time.Second):
		t.Fatal("the browser was not told")
	}
	eventually(t, "the late answer is counted", func() bool { return b.pool.Stats().Late == 1 })
}

// TestChaos_storm: faults of all kinds again and again under load. Every request
// is answered within its limit and the grace, with its own answer or the truth;
// nothing is carried out twice.
func TestChaos_storm(t *testing.T) {
	is := is.New(t)
	b, p := throughChaos(t, func(o *ws.Options) {
		o.Beat, o.Silence, o.HelloWait = 100*time.Millisecond, 700*time.Millisecond, 2*time.Second
	})
	var mu sync.Mutex
	acted := map[string]int{}
	x := chaotic(t, b, p, func(_ context.Context, r protocol.Request) protocol.Response {
		e, _ := r.Action.(protocol.Evaluate)
		mu.Lock()
		acted[e.Expression]++
		mu.Unlock()
		time.Sleep(time.Duration(rand.IntN(80)) * time.Millisecond)
		v, _ := json.Marshal(e.Expression + strings.Repeat(".", rand.IntN(50_000)))
		return protocol.Response{ID: r.ID, Result: protocol.AppendResult(nil, protocol.EvaluateResult{Type: "string", Value: v})}
	})
	// The faults are drawn, and few of them cut: the storm lasts until enough have.
	stop := time.Now().Add(*storm)
	raging, calm := context.WithCancel(t.Context())
	defer calm()
	var all sync.WaitGroup
	all.Go(func() {
		defer calm()
		for time.Now().Before(stop) || p.Dials() <= 3 && time.Now().Before(stop.Add(time.Minute)) {
			time.Sleep(time.Duration(100+rand.IntN(400)) * time.Millisecond)
			switch rand.IntN(5) {
			case 0:
				p.Cut()
			case 1:
				p.CutAfter(chaos.Direction(rand.IntN(2)), rand.IntN(60_000))
			case 2:
				p.Silence(chaos.Up, chaos.Down)
				time.AfterFunc(900*time.Millisecond, p.Cut)
			case 3:
				p.Silence(chaos.Direction(rand.IntN(2)))
				time.AfterFunc(900*time.Millisecond, p.Cut)
			case 4:
				p.Delay(time.Duration(rand.IntN(30)) * time.Millisecond)
			}
		}
	})
	counts := map[string]int{}
	for w := range 8 {
		all.Go(func() {
			for i := 0; raging.Err() == nil; i++ {
				id := strconv.Itoa(w) + "-" + strconv.Itoa(i)
				start := time.Now()
				r, err := b.ask(context.Background(), "", protocol.Evaluate{Expression: id})
				took, how := time.Since(start), "answered"
				var value string
				switch v, ok := r.(protocol.EvaluateResult); {
				case ok && json.Unmarshal(v.Value, &value) == nil && strings.TrimRight(value, ".") != id:
					how = "CROSSED"
				case err == nil:
				case protocol.OutcomeOf(err) == protocol.ErrorUnknown:
					how = "unknown"
				case protocol.OutcomeOf(err) == protocol.ErrorNotDone:
					how = "not sent"
					time.Sleep(20 * time.Millisecond)
				case protocol.CodeOf(err) == protocol.CodeTimeout:
					how = "timeout"
				default:
					how = err.Error()
				}
				if took > pool.Limit(protocol.Evaluate{})+pool.Grace+time.Second {
					how = "HUNG"
				}
				mu.Lock()
				counts[how]++
				if how == "not sent" && acted[id] > 0 {
					counts["SAID NOT SENT AND DONE"]++
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	b.await(x, connected)
	mu.Lock()
	defer mu.Unlock()
	for id, n := range acted {
		if n > 1 {
			t.Errorf("%s was carried out %d times", id, n)
		}
	}
	t.Logf("%v, %d dials, resumed %d", counts, p.Dials(), b.pool.Stats().Resumed)
	for how := range counts {
		is.True(how == "answered" || how == "unknown" || how == "not sent" || how == "timeout") // anything else is a fault of ours
	}
	is.True(counts["answered"] > 0 && p.Dials() > 3)
}
