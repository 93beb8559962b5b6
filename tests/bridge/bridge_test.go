package bridge_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/bridge"
)

func TestBridge_carries_a_request_and_its_answer(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, nil)
	_, p := b.joined(func(_ context.Context, r protocol.Request) protocol.Response {
		if r.Action.Kind() == protocol.KindClick {
			return protocol.Response{ID: r.ID, Error: protocol.NewError(protocol.CodeElementStale, "extract again")}
		}
		return protocol.Response{ID: r.ID, Result: []byte(`[{"tabId":7,"url":"http://a.test/","title":"A","domain":"a.test"}]`)}
	})
	r, err := b.ask(t.Context(), "", protocol.GetTabs{})
	is.NoErr(err)
	is.Equal(r, protocol.TabsResult{{TabID: 7, URL: "http://a.test/", Title: "A", Domain: "a.test"}})
	_, err = b.ask(t.Context(), p.DeviceID, click)
	is.Equal(err.Error(), "element_stale: extract again")
	is.Equal(b.pool.Devices("ann")[0].ID, p.DeviceID)
	is.True(!strings.Contains(b.log.String(), p.Key))
}

func TestBridge_pairs_from_bootstrap(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, nil)
	x := extension(t, bridge.Options{Bootstrap: `{"serverUrl":"` + b.url() + `","code":"` + b.pairings.Issue("ann").Text + `"}`})
	b.await(x, connected)
	b.attached(1)
	is.Equal(b.pool.Devices("ann")[0].Name, "laptop")
	stored, err := link.ParseConfig([]byte(x.Stored(link.KeyConfig)))
	is.NoErr(err)
	is.Equal(stored.DeviceID, b.pool.Devices("ann")[0].ID)
}

func TestBridge_pairs_by_hand(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, nil)
	x := extension(t, bridge.Options{})
	x.Post(link.Pair{ServerURL: b.url(), Code: "WRNG-WRNG-WRNG", DeviceName: "office"})
	b.await(x, func(s link.Status) bool { return s.Notice == protocol.ReasonCodeWrong })
	is.Equal(x.Status().State, link.ModeUnpaired)
	x.Post(link.Pair{ServerURL: b.url(), Code: b.pairings.Issue("ann").Text, DeviceName: "office"})
	b.await(x, connected)
	b.attached(1)
	is.Equal(b.pool.Devices("ann")[0].Name, "office")
	// A second one of the same name gets another, and learns it.
	y := extension(t, bridge.Options{})
	y.Post(link.Pair{ServerURL: b.url(), Code: b.pairings.Issue("ann").Text, DeviceName: "office"})
	b.await(y, connected)
	is.Equal(y.Status().DeviceName, "office (2)")
	b.attached(2)
	_, err := b.ask(t.Context(), "office (2)", click)
	is.NoErr(err)
	is.Equal(y.Acted(), 1)
}

func TestBridge_says_outcome_unknown_when_the_worker_is_killed(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, nil)
	config, _ := b.config("ann")
	busy := make(chan struct{})
	x := bridge.Start(bridge.Options{Client: client(), Config: config, Act: func(ctx context.Context, r protocol.Request) protocol.Response {
		close(busy)
		<-ctx.Done()
		return protocol.Response{ID: r.ID, Result: []byte(`{"ok":true}`)}
	}})
	b.await(x, connected)
	b.attached(1)
	errs := b.begin(context.Background(), 1)
	<-busy
	start := time.Now()
	x.Stop()
	err := <-errs
	is.True(time.Since(start) < time.Second)
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	is.Equal(protocol.OutcomeOf(err), protocol.ErrorUnknown)
	y := extension(t, bridge.Options{Config: config}) // the next life
	b.await(y, connected)
	b.attached(1)
	is.Equal(y.Acted(), 0) // the request was not sent again
}

func TestBridge_reconnects_when_the_backend_is_back(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, nil)
	config, _ := b.config("ann")
	x := extension(t, bridge.Options{Config: config})
	b.await(x, connected)
	for range 3 {
		b.stop()
		b.await(x, func(s link.Status) bool { return s.State == link.ModeBackoff })
		is.True(x.Status().NextTry > 0)
		b.start()
		b.await(x, connected)
		b.attached(1)
		_, err := b.ask(t.Context(), "", click)
		is.NoErr(err)
	}
}

func TestBridge_cancels_in_the_browser(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, nil)
	busy, cancelled := make(chan struct{}, 1), make(chan struct{})
	b.joined(func(ctx context.Context, r protocol.Request) protocol.Response {
		if r.Action.Kind() != protocol.KindClick {
			return protocol.Response{ID: r.ID, Result: []byte(`[]`)}
		}
		busy <- struct{}{}
		<-ctx.Done()
		close(cancelled)
		return protocol.Response{ID: r.ID, Result: []byte(`{"ok":true}`)} // too late
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-busy; cancel() }()
	_, err := b.ask(ctx, "", click)
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	is.Equal(protocol.OutcomeOf(err), protocol.ErrorUnknown) // it had been sent
	select {
	case <-cancelled:
	case <-time.After(10 * time.Second):
		t.Fatal("the browser was not told")
	}
	eventually(t, "the late answer is counted", func() bool { return b.pool.Stats().Late == 1 })
	_, err = b.ask(t.Context(), "", protocol.GetTabs{})
	is.NoErr(err)
}

func TestBridge_keeps_devices_apart(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, nil)
	var ids []string
	for _, name := range []string{"one", "two"} {
		config, p := b.config("ann")
		ids = append(ids, p.DeviceID)
		x := extension(t, bridge.Options{Config: config, Act: func(_ context.Context, r protocol.Request) protocol.Response {
			return protocol.Response{ID: r.ID, Result: []byte(`{"type":"string","value":"` + name + `"}`)}
		}})
		b.await(x, connected)
	}
	b.attached(2)
	for i := range 500 {
		r, err := b.ask(t.Context(), ids[i%2], protocol.Evaluate{Expression: "return 1"})
		is.NoErr(err)
		is.Equal(string(r.(protocol.EvaluateResult).Value), []string{`"one"`, `"two"`}[i%2])
	}
	_, err := b.ask(t.Context(), "", protocol.GetTabs{})
	is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
	is.True(strings.Contains(err.Error(), ids[0]) && strings.Contains(err.Error(), ids[1]))
}

func TestBridge_revokes_within_a_second(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, nil)
	x, p := b.joined(func(ctx context.Context, r protocol.Request) protocol.Response {
		<-ctx.Done()
		return protocol.Response{ID: r.ID}
	})
	errs := b.begin(context.Background(), 50)
	eventually(t, "all are in the browser", func() bool { return x.Acted() == cap(errs) })
	start := time.Now()
	is.NoErr(b.pairings.Revoke("ann", p.DeviceID))
	b.await(x, func(s link.Status) bool { return s.State == link.ModeRejected })
	is.True(time.Since(start) < time.Second)
	is.Equal(x.Status().Reason, protocol.ReasonRevoked)
	for range cap(errs) {
		is.Equal(protocol.OutcomeOf(<-errs), protocol.ErrorUnknown)
	}
	x.Post(link.Retry{}) // the server has forgotten the key, and cannot prove itself any more
	b.await(x, func(s link.Status) bool {
		return s.State == link.ModeBackoff && s.Reason == protocol.ReasonNotPaired
	})
}

func TestBridge_closes_the_older_of_two_copies(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, nil)
	config, _ := b.config("ann")
	old := extension(t, bridge.Options{Config: config})
	b.await(old, connected)
	b.attached(1)
	x := extension(t, bridge.Options{Config: config})
	b.await(x, connected)
	b.await(old, func(s link.Status) bool {
		return s.State == link.ModeBackoff && s.Reason == protocol.ReasonReplaced
	})
	is.True(old.Status().NextTry-old.Status().Since >= link.ReplacedMS)
	_, err := b.ask(t.Context(), "", click)
	is.NoErr(err)
	is.Equal(old.Acted(), 0)
	is.Equal(x.Acted(), 1)
}

func TestBridge_tells_a_wrong_clock_from_a_wrong_key(t *testing.T) {
	is := is.New(t)
	b := newBackend(t, nil)
	config, p := b.config("ann")
	x := extension(t, bridge.Options{Config: config, Skew: 5 * time.Minute})
	b.await(x, func(s link.Status) bool { return s.State == link.ModeBackoff })
	is.Equal(x.Status().Reason, protocol.ReasonClock)
	y := extension(t, bridge.Options{Config: strings.Replace(config, p.Key, strings.Repeat("ab", 32), 1)})
	b.await(y, func(s link.Status) bool { return s.State == link.ModeBackoff })
	is.Equal(y.Status().Reason, protocol.ReasonNotPaired)
	is.Equal(b.pool.Stats().Connections, 0)
}
