package runs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/build/size"
	core "github.com/zapvol/bua/core/agent"
	coremodel "github.com/zapvol/bua/core/model"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// served is a model of the policy's, behind Ollama's protocol.
func served(t testing.TB, p fakemodel.Policy) (runs.Models, *fakemodel.Server) {
	t.Helper()
	s := fakemodel.New(fakemodel.Traits{}, p)
	t.Cleanup(s.Close)
	c, err := model.New(coremodel.Config{Provider: coremodel.Provider{Name: "fake", Wire: coremodel.Completions, Base: s.URL + "/v1", NoKey: true}, Model: "fake"})
	if err != nil {
		t.Fatal(err)
	}
	return func(context.Context, string) (runs.Opened, error) {
		return runs.Opened{Model: c, Name: "fake/fake", Window: 128_000}, nil
	}, s
}

// process is one life of the driver.
func process(l *life, m runs.Models) *runs.Runs {
	return runs.New(runs.Options{Journal: l, Pictures: l, Models: m, Browser: l, Clock: l, Random: rand.Uint64, Names: direct.Names{}})
}

// end waits for a run's end, as a watcher does.
func end(t testing.TB, rs *runs.Runs, id string) runs.View {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := rs.Watch(ctx, "ann", id, 0, func(runs.Update) error { return nil }); err != nil {
		t.Fatal(err)
	}
	v, err := rs.Get("ann", id)
	if err != nil {
		t.Fatal(err)
	}
	if ctx.Err() != nil {
		t.Fatalf("the run does not end: %+v", v)
	}
	return v
}

// survive runs the task, is killed at the entry, and goes on in another life.
func survive(t *testing.T, m runs.Models, things, at int, before bool) (*shop, runs.View, *journal) {
	t.Helper()
	s, rec := newShop(things), newRecord()
	first := &life{shop: s, journal: &journal{record: rec, at: at, before: before, killed: make(chan struct{})}}
	rs := process(first, m)
	v, err := rs.Start(t.Context(), "ann", runs.Wanted{Task: "Take everything at shop.test.", URL: "https://shop.test/", Steps: 100})
	if err != nil {
		rs.Close()
		return s, runs.View{Status: "never begun"}, first.journal
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	over := make(chan struct{})
	go func() {
		defer close(over)
		_ = rs.Watch(ctx, "ann", v.ID, 0, func(runs.Update) error { return nil })
	}()
	select {
	case <-first.killed:
	case <-over:
	}
	first.dead.Store(true)
	rs.Close()
	<-over
	second := &life{shop: s, journal: &journal{record: rec, killed: make(chan struct{})}}
	rs = process(second, m)
	defer rs.Close()
	if err := rs.Restore(); err != nil {
		t.Fatal(err)
	}
	v = end(t, rs, v.ID)
	return s, v, first.journal
}

// ends are the first and the last entry of each kind in a run's journal: of each event,
// and of the tools that the model asked for last.
func (j *journal) ends(run string) map[int]bool {
	first, last, asked, list := map[string]int{}, map[string]int{}, "", map[int]bool{}
	for i, entry := range j.entries[run] {
		e, _ := core.ReadEvent(entry)
		if e.Answer != nil {
			asked = ""
			for _, c := range e.Answer.Message.Calls {
				asked += " " + c.Name
			}
		}
		kind := string(e.Type) + asked
		if last[kind] = i + 1; first[kind] == 0 {
			first[kind] = i + 1
		}
	}
	for kind := range first {
		list[first[kind]], list[last[kind]] = true, true
	}
	return list
}

// TestSurvival: a run of more than forty steps that is killed at any entry of its
// journal, right before or right after it is on the disk, comes to the same end in
// another process, and nothing is done twice.
func TestSurvival(t *testing.T) {
	m, server := served(t, taker)
	things := 40
	_, v, whole := survive(t, m, things, 0, false)
	entries, ends := whole.n, whole.ends(v.ID)
	if v.Status != core.Done || v.Used.Steps < 40 || entries < 2*things {
		t.Fatalf("the run that nobody kills: %+v, %d entries", v, entries)
	}
	step := 1
	if testing.Short() {
		step = 7
	}
	kills := 0
	for at := 2; at <= entries; at += step {
		for _, before := range []bool{true, false} {
			kills++
			t.Run(fmt.Sprintf("at entry %d, before %t", at, before), func(t *testing.T) {
				if !ends[at] {
					size.LeaveToAll(t, size.Trial)
				}
				is := is.New(t)
				s, v, _ := survive(t, m, things, at, before)
				is.Equal(v.Status, core.Done)
				is.Equal(v.Summary, "Everything is taken.")
				is.Equal(len(s.taken), things) // none lost
				for uid, n := range s.taken {
					if n != 1 {
						t.Errorf("%s was taken %d times", uid, n)
					}
				}
				is.Equal(s.opens, 1) // its tab was opened once
			})
		}
	}
	if no := server.Refused(); len(no) > 0 {
		t.Errorf("%d requests were refused: %s", len(no), no[0])
	}
	t.Logf("%d kills of a run of %d steps and %d entries", kills, v.Used.Steps, entries)
}
