package model

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/build/size"
)

var (
	seeds = flag.Uint64("seeds", uint64(size.Trials(300)), "how many walks")
	first = flag.Uint64("first", 0, "the first walk's seed")
	long  = flag.Int("steps", 120, "how many steps a walk has")
)

// walk returns the draws of a seed.
func walk(seed uint64, n int) []draw {
	r := rand.New(rand.NewPCG(seed, 1))
	list := make([]draw, n)
	for i := range list {
		list[i] = draw(r.Uint64())
	}
	return list
}

// outcome is how a walk went: what did not hold, and what happened until then.
type outcome struct {
	faults, trace []string
	// did counts what must not be rare, so that a walk is worth its time.
	asks, answered, begun int
}

// run takes a walk until something does not hold.
func run(t *testing.T, draws []draw) (out outcome) {
	defer func() {
		if r := recover(); r != nil {
			out.faults = append(out.faults, fmt.Sprint(r))
		}
	}()
	synctest.Test(t, func(t *testing.T) {
		h := newSystem()
		all := steps()
		for _, b := range h.browsers {
			b.world.Browser.Add(b.url(0), false)
		}
		h.flow(false)
		for i, d := range draws {
			did := h.take(all, d)
			if did == "" {
				continue
			}
			h.trace = append(h.trace, fmt.Sprintf("%d %s", i, did))
			if d>>60 < 4 {
				continue // the next one comes before this one is through
			}
			synctest.Wait()
			if h.check(); len(h.faults) > 0 {
				break
			}
		}
		if len(h.faults) == 0 {
			h.trace = append(h.trace, "the end")
			h.quiesce()
		}
		out.faults, out.trace = h.faults, h.trace
		for _, a := range h.asks {
			out.asks++
			if a.err == nil {
				out.answered++
			}
			if a.begun > 0 {
				out.begun++
			}
		}
		h.close()
	})
	return out
}

// check looks at everything once nothing moves.
func (h *system) check() {
	h.late()
	for _, b := range h.browsers {
		b.follows()
		if text := b.stays(); text != "" {
			h.fault(text)
		}
		if b.life == nil {
			continue
		}
		settled := make(chan struct{})
		go func() {
			b.world.Dispatcher.Settle(context.Background())
			close(settled)
		}()
		synctest.Wait()
		select {
		case <-settled:
			for _, v := range b.world.Violations(context.Background()) {
				h.fault(b.name + ": " + v)
			}
		default:
			h.fault(b.name + ": a clean-up does not end")
		}
	}
}

// follows checks that the backend heard nothing but what the workers told, in
// their order.
func (b *browser) follows() {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := 0
	for _, e := range b.heard {
		for i < len(b.emitted) && b.emitted[i] != e {
			i++
		}
		if i == len(b.emitted) {
			b.h.fault(fmt.Sprintf("%s: the backend heard what was not told then: %s\nheard %q\ntold  %q", b.name, e, b.heard, b.emitted))
			return
		}
		i++
	}
}

// quiesce lets everything come to its end: no more faults, and all that is held
// goes on. Then everybody has an answer and every browser is back.
func (h *system) quiesce() {
	synctest.Wait()
	h.mu.Lock()
	for _, a := range h.asks {
		w := a.b.newest()
		a.due = !a.done && a.in != nil && a.in == a.b.life && a.b.back() && w.opened && !w.severed() && a.device == a.b.device &&
			!a.b.overtaken() && !a.b.revoked.Load() && pool.Limit(a.action)+pool.Grace-time.Since(a.began) > 5*time.Second
	}
	h.mu.Unlock()
	for _, b := range h.browsers {
		for _, w := range b.lines() {
			w.fill(false)
		}
		b.world.Presence.Set("active")
		if b.revoked.Load() {
			b.pair()
		}
		if b.life == nil {
			b.start()
		}
		for _, w := range b.lines() {
			h.lose(w, true)
			h.lose(w, false)
		}
	}
	for range 150 { // a browser that was replaced stays away for up to 90 s
		h.flow(true)
		h.pass(time.Second)
	}
	h.flow(true)
	h.check()
	for _, a := range h.asks {
		if !a.done {
			h.fault(a.String() + " has no answer in the end")
		}
	}
	for _, b := range h.browsers {
		if !h.pool.Reaches(b.user, b.device) {
			h.fault(b.name + " is not connected in the end")
		}
	}
}

// overtaken reports whether an older line still has a hello on its way: it would
// take the place of the newer one, whose requests end as after a lost
// connection.
func (b *browser) overtaken() bool {
	for _, w := range b.lines() {
		w.mu.Lock()
		late := w.peer == nil && !w.shut.Load() && len(w.up) > 0
		w.mu.Unlock()
		if late {
			return true
		}
	}
	return false
}

// flow lets every message through, and what is held go on, until nothing moves.
func (h *system) flow(on bool) {
	for moved := true; moved; {
		moved = false
		synctest.Wait()
		for _, b := range h.browsers {
			for on && b.release(0) != "" {
				moved = true
				synctest.Wait()
			}
			for _, w := range b.lines() {
				moved = h.hand(w) || moved
				moved = h.carry(w) || moved
				synctest.Wait()
			}
		}
	}
}

// close ends every goroutine of the house.
func (h *system) close() {
	h.pool.Close()
	for _, a := range h.asks {
		a.cancel()
	}
	for _, b := range h.browsers {
		b.kill()
	}
	synctest.Wait()
	h.clock.Advance(time.Hour)
	time.Sleep(time.Hour)
	synctest.Wait()
	for _, b := range h.browsers {
		b.endOldLives()
	}
}

// fewest drops steps as long as the walk still fails. What hangs on which
// goroutine is first does not fail each time.
func fewest(t *testing.T, draws []draw) []draw {
	fails := func(draws []draw) bool {
		for range 10 {
			if len(run(t, draws).faults) > 0 {
				return true
			}
		}
		return false
	}
	for size := len(draws) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(draws); {
			less := append(append([]draw(nil), draws[:at]...), draws[at+size:]...)
			if fails(less) {
				draws = less
			} else {
				at += size
			}
		}
	}
	return draws
}

func TestModel(t *testing.T) {
	var asks, answered, begun int
	began := time.Now()
	for seed := *first; seed < *first+*seeds; seed++ {
		draws := walk(seed, *long)
		out := run(t, draws)
		asks, answered, begun = asks+out.asks, answered+out.answered, begun+out.begun
		if len(out.faults) == 0 {
			continue
		}
		less := fewest(t, draws)
		again := run(t, less)
		if len(again.faults) == 0 {
			again = out // it takes luck as well
		}
		t.Fatalf("seed %d, %d of %d steps:\n  %s\nviolated: %s", seed, len(less), len(draws),
			strings.Join(again.trace, "\n  "), strings.Join(again.faults, "\nviolated: "))
	}
	t.Logf("%d walks of %d steps from seed %d: %d requests, %d carried out, %d answered with a result, in %s",
		*seeds, *long, *first, asks, begun, answered, time.Since(began).Round(time.Millisecond))
	if begun*4 < asks || answered*8 < asks {
		t.Error("too little was carried out for the walks to say much")
	}
}

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(m.Run())
}
