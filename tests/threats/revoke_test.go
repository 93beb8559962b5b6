package main

import (
	"context"
	"flag"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/pairing"
	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/e2e"
)

var trials = flag.Int("trials", size.Trials(40), "how many revocations (1000 is the long run)")

// inFlight is how many requests are under way when a device is revoked.
const inFlight = 50

// TestRevocation revokes a device under load, again and again: its socket is
// closed with 4003 within a second, every caller has its answer, and nothing
// that was asked afterwards reaches the browser.
func TestRevocation(t *testing.T) {
	is := is.New(t)
	home := app.Home(t.TempDir())
	var devices []pairing.Credential
	for n := range *trials {
		devices = append(devices, device(app.Local, n))
	}
	preload(t, home, devices)
	m := e2e.Backend(t, app.Options{Home: home, Log: slog.New(slog.DiscardHandler)})
	var all []time.Duration
	after, unanswered := 0, 0
	for _, r := range devices {
		took, late, hung := revokeUnderLoad(t, m, r)
		all = append(all, took)
		after += late
		unanswered += hung
	}
	slices.Sort(all)
	slowest := all[len(all)-1]
	t.Logf("%d revocations with %d requests in flight: socket closed after %s (median), %s (p99), %s (slowest); %d dispatched afterwards, %d left unanswered",
		*trials, inFlight, all[len(all)/2].Round(10*time.Microsecond), all[len(all)*99/100].Round(10*time.Microsecond), slowest.Round(10*time.Microsecond), after, unanswered)
	is.Equal(after, 0)
	is.Equal(unanswered, 0)
	is.True(slowest <= time.Second)
}

func revokeUnderLoad(t *testing.T, m *app.Main, r pairing.Credential) (took time.Duration, late, hung int) {
	t.Helper()
	is := is.New(t)
	b := &browser{id: r.ID, key: r.Key}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	is.NoErr(b.connect(ctx, m.Address(), "ws://"+m.Address()+link.SocketPath, "", ""))
	for ; !m.Bridge().Reaches(app.Local, r.ID); time.Sleep(50 * time.Microsecond) {
		is.NoErr(ctx.Err()) // the pool has it a moment after the ack
	}
	var got, over atomic.Int64 // requests that reached the browser; those asked for after the revocation
	closed := make(chan time.Time, 1)
	go func() {
		err := b.serve(ctx, func(q protocol.Request) []byte { // it answers nothing: all stay in flight
			got.Add(1)
			if e, ok := q.Action.(protocol.Evaluate); ok && e.Expression == "late" {
				over.Add(1)
			}
			return nil
		})
		at := time.Now()
		if websocket.CloseStatus(err) != websocket.StatusCode(link.CloseRevoked) {
			t.Errorf("closed with %v, not with 4003", err)
		}
		closed <- at
	}()
	var callers sync.WaitGroup
	var answered atomic.Int64
	for range inFlight {
		callers.Go(func() {
			_, err := m.Bridge().Do(ctx, protocol.Caller{User: app.Local}, r.ID, protocol.Evaluate{Expression: "early"})
			if err != nil && protocol.OutcomeOf(err) == protocol.ErrorUnknown {
				answered.Add(1)
			}
		})
	}
	for got.Load() < inFlight {
		if ctx.Err() != nil {
			t.Fatal("the requests did not reach the browser")
		}
		time.Sleep(50 * time.Microsecond)
	}
	// More keep coming all the time; those that begin after Revoke has returned
	// must not get through.
	var revoked atomic.Bool
	stop := make(chan struct{})
	for range 4 {
		callers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				expression := "early"
				if revoked.Load() {
					expression = "late"
				}
				short, cancel := context.WithTimeout(ctx, 2*time.Millisecond)
				_, _ = m.Bridge().Do(short, protocol.Caller{User: app.Local}, r.ID, protocol.Evaluate{Expression: expression})
				cancel()
			}
		})
	}
	begin := time.Now()
	is.NoErr(m.Bridge().Revoke(app.Local, r.ID))
	revoked.Store(true)
	at := <-closed
	time.Sleep(2 * time.Millisecond) // for whatever might still come
	close(stop)
	callers.Wait()
	_ = b.conn.CloseNow()
	again := &browser{id: r.ID, key: r.Key}
	if err := again.connect(ctx, m.Address(), "ws://"+m.Address()+link.SocketPath, "", ""); err == nil {
		t.Error("a revoked key opened a socket")
	}
	return at.Sub(begin), int(over.Load()), inFlight - int(answered.Load())
}
