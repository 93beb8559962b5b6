package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

// recovery is how long after a fault has ended the product may need until an
// action succeeds again.
const recovery = 5 * time.Second

// TestStorm_recovery lets each fault strike alone, while callers ask for actions
// all the time, and tells how long after its end the first of them succeeds,
// and how long until each caller has had a success.
func TestStorm_recovery(t *testing.T) {
	s := startStorm(t)
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	random := rand.New(rand.NewPCG(*stormSeed, 0))
	news := make(chan int, 1000)
	for w := range callers {
		c := &caller{s: s, name: fmt.Sprint("w", w), random: rand.New(rand.NewPCG(*stormSeed, uint64(w)+1))}
		all.Go(func() {
			for ctx.Err() == nil {
				if c.round("click") {
					select {
					case news <- w:
					case <-ctx.Done():
					}
				}
			}
		})
	}
	// await returns when the first and when each caller had a success.
	await := func() (first, each time.Duration) {
		begin, late, had := time.Now(), time.After(time.Minute), map[int]bool{}
		for len(news) > 0 { // what came before
			<-news
		}
		for len(had) < callers {
			select {
			case w := <-news:
				if had[w] = true; len(had) == 1 {
					first = time.Since(begin)
				}
			case <-late:
				t.Fatalf("after a minute only %d of %d callers have had a success", len(had), callers)
			}
		}
		return first, time.Since(begin)
	}
	await()
	for _, f := range stormFaults {
		s.note(f.name)
		limit, stop := context.WithTimeout(ctx, 5*time.Second)
		struck := f.strike(s, limit, random)
		stop()
		if !struck {
			t.Errorf("%s: it did not strike", f.name)
			continue
		}
		time.Sleep(f.lasts)
		first, each := await()
		t.Logf("%-36s %5.2f s to the first success, %5.2f s until each caller had one", f.name, first.Seconds(), each.Seconds())
		if first > recovery {
			t.Errorf("%s: no action succeeded for %s after its end, %s more than it may", f.name, first, first-recovery)
		}
		s.proxy.Delay(0)
	}
}
