package runs

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/backend/model"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	coremodel "github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// alive is a life in a shop of so many things.
func alive(things int) *life { return another(newShop(things), newRecord()) }

// another is another life in the same shop with the same disk.
func another(s *shop, r *record) *life {
	return &life{shop: s, journal: &journal{record: r, killed: make(chan struct{})}}
}

var takeAll = runs.Wanted{Task: "Take everything at shop.test.", URL: "https://shop.test/", Steps: 100}

// client is a client of a model's server by one of the forms in which providers are spoken to.
func client(t testing.TB, s *fakemodel.Server, wire coremodel.Wire) *coremodel.Client {
	t.Helper()
	base := s.URL + map[coremodel.Wire]string{coremodel.Completions: "/v1", coremodel.Responses: "/v1", coremodel.Gemini: "/v1beta"}[wire]
	c, err := model.New(coremodel.Config{Provider: coremodel.Provider{Name: "fake", Wire: wire, Base: base}, Model: "fake", Key: canary})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// opened is always the same model.
func opened(m runs.Model) runs.Models {
	return func(context.Context, string) (runs.Opened, error) {
		return runs.Opened{Model: m, Name: "fake/fake", Window: 128_000}, nil
	}
}

// served is a model of the policy's, behind a server.
func served(t testing.TB, p fakemodel.Policy) (runs.Models, *fakemodel.Server) {
	t.Helper()
	s := fakemodel.New(fakemodel.Traits{}, p)
	t.Cleanup(s.Close)
	return opened(client(t, s, coremodel.Completions)), s
}

// process is one life of the driver, some of its options changed.
func process(t testing.TB, l *life, m runs.Models, change ...func(*runs.Options)) *runs.Runs {
	o := runs.Options{Journal: l, Pictures: l, Models: m, Browser: l, Clock: l, Random: rand.Uint64, Names: direct.Names{}}
	for _, c := range change {
		c(&o)
	}
	rs := runs.New(o)
	t.Cleanup(rs.Close)
	return rs
}

// again ends the driver and starts another one.
func again(t testing.TB, l *life, rs *runs.Runs, p fakemodel.Policy) *runs.Runs {
	t.Helper()
	rs.Close()
	m, _ := served(t, p)
	return restored(t, process(t, l, m))
}

// restored takes up what the driver before has left.
func restored(t testing.TB, rs *runs.Runs) *runs.Runs {
	t.Helper()
	if err := rs.Restore(); err != nil {
		t.Fatal(err)
	}
	return rs
}

// started starts a run.
func started(t testing.TB, rs *runs.Runs, w runs.Wanted) runs.View {
	t.Helper()
	v, err := rs.Start(t.Context(), "ann", w)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// begin starts a run in a life of its own.
func begin(t testing.TB, l *life, p fakemodel.Policy, w runs.Wanted) (*runs.Runs, runs.View) {
	t.Helper()
	m, _ := served(t, p)
	rs := process(t, l, m)
	return rs, started(t, rs, w)
}

// viewed is how a run stands.
func viewed(t testing.TB, rs *runs.Runs, id string) runs.View {
	t.Helper()
	v, err := rs.Get("ann", id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// end waits for a run's end, as a watcher does.
func end(t testing.TB, rs *runs.Runs, id string) runs.View {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := rs.Watch(ctx, "ann", id, 0, func(runs.Update) error { return nil }); err != nil {
		t.Fatal(err)
	}
	v := viewed(t, rs, id)
	if ctx.Err() != nil {
		t.Fatalf("the run does not end: %+v", v)
	}
	return v
}

// until watches a run until an update is what is waited for.
func until(t testing.TB, rs *runs.Runs, id string, enough func(runs.Update) bool) runs.Update {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var found *runs.Update
	_ = rs.Watch(ctx, "ann", id, 0, func(u runs.Update) error {
		if found == nil && enough(u) {
			found = &u
			cancel()
		}
		return nil
	})
	if found == nil {
		t.Fatalf("it never comes: %+v", viewed(t, rs, id))
	}
	return *found
}

// status says that a run has come to a status, troubled that something keeps it.
func status(s core.Status) func(runs.Update) bool {
	return func(u runs.Update) bool { return u.Type == runs.Status && u.Status == s }
}

func troubled(u runs.Update) bool { return u.Type == runs.Troubled && u.Text != "" }

func asked(u runs.Update) bool { return u.Type == runs.Asks }

// held is a model that answers when it is let, and at the latest when the test ends: a server
// waits for what it still answers.
func held(t testing.TB, p fakemodel.Policy) (fakemodel.Policy, chan struct{}) {
	let := make(chan struct{})
	return func(r chat.Request) fakemodel.Say {
		wait(t, let)
		return p(r)
	}, let
}

// lets has a held model answer so often.
func lets(t testing.TB, let chan<- struct{}, times int) {
	t.Helper()
	for range times {
		select {
		case let <- struct{}{}:
		case <-time.After(30 * time.Second):
			t.Fatal("the model is not asked")
		}
	}
}

// wait waits for what must come, and no longer than the test lasts, which may have failed.
func wait[T any](t testing.TB, c <-chan T) (v T) {
	select {
	case v = <-c:
	case <-t.Context().Done():
	}
	return v
}

// soon waits for what must come soon.
func soon[T any](t testing.TB, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(30 * time.Second):
		t.Fatal("it does not come")
	}
	return v
}

// once checks that everything was taken, and nothing twice.
func once(t testing.TB, s *shop, all int) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.taken) != all || len(s.order) != all {
		t.Errorf("taken: %v", s.order)
	}
}
