package main

import (
	"encoding/json"
	"flag"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"
)

// The long run: -conns 10000 -rate 1000 -windows 9 -window 10s
var (
	windows = flag.Int("windows", 1, "how often it is measured with and without slow browsers, in turn")
	window  = flag.Duration("window", 2*time.Second, "how long each time")
)

// TestSlow feeds a hundredth of the browsers with large requests all the time,
// and measures the others' latency while those read what they get and while they
// read nothing, in turn. So it is their slowness that is compared and not the
// work of feeding them.
func TestSlow(t *testing.T) {
	is := is.New(t)
	l := startLoad(t)
	l.connectAll()
	fed := map[string]bool{}
	var which []int
	for i := range max(*conns/100, 1) {
		k := i * len(l.all) / max(*conns/100, 1)
		fed[l.all[k].id] = true
		which = append(which, k)
	}
	stop := make(chan struct{})
	var feeders sync.WaitGroup
	feed, err := json.Marshal(map[string]any{"type": "type", "uid": "e1", "text": strings.Repeat("x", 20_000)})
	is.NoErr(err)
	for _, k := range which {
		feeders.Go(func() {
			tick := time.NewTicker(500 * time.Millisecond)
			defer tick.Stop()
			for {
				select {
				case <-stop:
					return
				case <-tick.C:
					go func() { _, _ = l.act(l.apart, k/perUser, l.all[k].id, feed) }()
				}
			}
		})
	}
	var fast, slow []time.Duration
	lost, crossed := 0, 0
	for range *windows {
		for _, reading := range []bool{true, false} {
			if reading {
				l.release()
			} else {
				for id := range fed {
					l.stalled.Store(id, true)
				}
			}
			time.Sleep(time.Second) // until it is so
			m := l.ask(*window, fed)
			lost += m.lost
			crossed += m.crossed
			if reading {
				fast = append(fast, m.p99)
			} else {
				slow = append(slow, m.p99)
			}
			t.Logf("%d fed browsers read: %v; the others: %s; resident %d MB", len(fed), reading, m, l.rss()>>20)
		}
	}
	close(stop)
	feeders.Wait()
	slices.Sort(fast)
	slices.Sort(slow)
	a, b := fast[len(fast)/2], slow[len(slow)/2]
	t.Logf("the others' p99, median of %d: %s while the fed ones read, %s while they do not: %+.0f %%", *windows, a.Round(10*time.Microsecond), b.Round(10*time.Microsecond), 100*(float64(b)/float64(a)-1))
	is.Equal(lost, 0)
	is.Equal(crossed, 0)
}
