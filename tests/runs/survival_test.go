package runs

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/runs"
)

// survive runs the task, is killed at the entry, and goes on in another life.
func survive(t *testing.T, m runs.Models, things, at int, before bool) (*shop, runs.View, *journal) {
	t.Helper()
	s, rec := newShop(things), newRecord()
	first := another(s, rec)
	first.at, first.before = at, before
	rs := process(t, first, m)
	v, err := rs.Start(t.Context(), "ann", takeAll)
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
	rs = restored(t, process(t, another(s, rec), m))
	defer rs.Close()
	return s, end(t, rs, v.ID), first.journal
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

// TestSurvival: a run that is killed at any entry of its journal, right before or right
// after it is on the disk, comes to the same end in another process, and nothing is done
// twice. With -all it has more than forty steps.
func TestSurvival(t *testing.T) {
	m, server := served(t, taker)
	things := 10
	if size.All() {
		things = 40
	}
	_, v, whole := survive(t, m, things, 0, false)
	entries, ends := whole.n, whole.ends(v.ID)
	if v.Status != core.Done || v.Used.Steps < things || entries < 2*things {
		t.Fatalf("the run that nobody kills: %+v, %d entries", v, entries)
	}
	kills := 0
	for at := 2; at <= entries; at++ {
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
				once(t, s, things)
				is.Equal(s.opens, 1) // its tab was opened once
			})
		}
	}
	if no := server.Refused(); len(no) > 0 {
		t.Errorf("%d requests were refused: %s", len(no), no[0])
	}
	t.Logf("%d kills of a run of %d steps and %d entries", kills, v.Used.Steps, entries)
}
