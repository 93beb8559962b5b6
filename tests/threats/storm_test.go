package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"
)

// The long run: -storm 60m
var (
	stormFor   = flag.Duration("storm", 35*time.Second, "how long the storm of faults lasts")
	stormEvery = flag.Duration("every", 0, "how often one strikes; 0: so that each does at least once, at most every 5 s")
	stormSeed  = flag.Uint64("seed", 1, "which order of faults and actions")
)

const (
	callers = 4
	// pacing is between two requests of one caller.
	pacing = 150 * time.Millisecond
)

// TestStorm is the whole product in bad weather: the built backend, the
// extension in a real Chromium, and between them a network that breaks; callers
// ask for actions of all kinds all the time, while in turn everything fails that
// can. Every request is answered within its limit and five seconds, nothing is
// done twice, and what is answered as done was done.
//
// A process that is killed cannot show that its memory is flat. So the backend
// is killed in the first third only.
func TestStorm(t *testing.T) {
	is := is.New(t)
	s := startStorm(t)
	ctx, cancel := context.WithTimeout(t.Context(), *stormFor)
	defer cancel()
	begin := time.Now()
	var all sync.WaitGroup
	all.Go(func() { s.watch(ctx) })
	all.Go(func() { s.runFaults(ctx, rand.New(rand.NewPCG(*stormSeed, 0))) })
	list := make([]*caller, callers)
	for w := range list {
		list[w] = &caller{s: s, name: fmt.Sprint("w", w), random: rand.New(rand.NewPCG(*stormSeed, uint64(w)+1))}
		all.Go(func() { list[w].work(ctx) })
	}
	all.Wait()
	t.Logf("%s, %d faults: %s", time.Since(begin).Round(time.Second), s.struck(), s.faults())

	// In calm weather everything works again.
	s.proxy.Cut()
	late := time.Now().Add(time.Minute)
	for _, c := range list {
		all.Go(func() {
			for !c.round("click") {
				if time.Now().After(late) {
					t.Errorf("%s: no click succeeds within a minute after the storm", c.name)
					return
				}
			}
		})
	}
	all.Wait()
	time.Sleep(time.Second) // what the pages tell is on its way

	s.mu.Lock()
	defer s.mu.Unlock()
	t.Logf("%d requests: %s; slowest %s", s.asked, tally(s.counts), s.slowest.Round(10*time.Millisecond))
	t.Logf("%d over their limit and 5 s, by %s at most, all while no browser was connected or a process was stopped; longest time without a success %s", s.over, s.most.Round(10*time.Millisecond), s.gap.Round(10*time.Millisecond))
	for _, why := range slices.Sorted(maps.Keys(s.why)) {
		s.tell("%5d× %s", s.why[why], why)
	}
	done, twice, missing := s.judge()
	t.Logf("%d effects seen by the pages: %d twice, %d answered as done and not seen", done, twice, missing)
	s.flat()
	for _, what := range s.wrong { // answers of others, no answers, answers too late
		t.Error(what)
	}
	is.Equal(twice, 0)
	is.Equal(missing, 0)
	is.True(s.counts["done"] > 0)
}

// tally is a map of counts in one line, in order.
func tally(counts map[string]int) string {
	var list []string
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, fmt.Sprintf("%d %s", counts[k], k))
	}
	return strings.Join(list, ", ")
}
