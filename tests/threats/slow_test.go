package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"
)

// The long run: -conns 10000 -rate 1000 -windows 60 -window 2s
var (
	windows = flag.Int("windows", 1, "how often it is measured with and without slow browsers, in turn")
	window  = flag.Duration("window", 2*time.Second, "how long each time")
)

// TestSlow feeds a hundredth of the browsers with large requests all the time,
// and measures the others' latency while those read what they get and while they
// read nothing, in turn. So it is their slowness that is compared and not the
// work of feeding them.
//
// What else the machine does changes from second to second and comes to more than
// what is looked for. So windows are short, each is compared with its neighbour
// only, which comes first changes from pair to pair, and what counts is the
// median of many pairs, with the interval that holds it in 95 cases of 100.
func TestSlow(t *testing.T) {
	is := is.New(t)
	l := startLoad(t)
	l.connectAll()
	fed := map[string]bool{}
	n := max(*conns/100, 1)
	stop := make(chan struct{})
	var feeders sync.WaitGroup
	feed, err := json.Marshal(map[string]any{"type": "type", "uid": "e1", "text": strings.Repeat("x", 100_000)})
	is.NoErr(err)
	for i := range n {
		k := i * len(l.all) / n
		fed[l.all[k].id] = true
		// The system would hold much for one that does not read; so it is the
		// backend that has to.
		if c, ok := l.all[k].conn.(*net.TCPConn); ok {
			is.NoErr(c.SetReadBuffer(64 << 10))
		}
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
	var p50, p99 []float64 // not reading, against reading
	var typical []time.Duration
	lost, crossed := 0, 0
	for pair := range *windows {
		var seen [2]measured // reading, not
		for turn := range 2 {
			still := (turn + pair) % 2
			if still == 0 {
				l.release()
			} else {
				for id := range fed {
					l.stalled.Store(id, true)
				}
				l.stalling.Store(int64(len(fed)))
			}
			time.Sleep(700 * time.Millisecond) // until it is so
			seen[still] = l.ask(*window, fed)
			lost += seen[still].lost
			crossed += seen[still].crossed
		}
		p50 = append(p50, float64(seen[1].p50)/float64(seen[0].p50))
		p99 = append(p99, float64(seen[1].p99)/float64(seen[0].p99))
		typical = append(typical, seen[0].p99)
	}
	l.release()
	close(stop)
	feeders.Wait()
	slices.Sort(typical)
	at50, _, _ := middle(p50)
	at99, low, high := middle(p99)
	t.Logf("%d of %d browsers read nothing of what they get: the others' p99 (median %s) changes by %s, with 95 %% between %s and %s; p50 by %s; %d pairs of windows of %s; resident %d MB",
		n, *conns, typical[len(typical)/2].Round(10*time.Microsecond), percent(at99), percent(low), percent(high), percent(at50), *windows, *window, l.rss()>>20)
	is.Equal(lost, 0)
	is.Equal(crossed, 0)
	is.Equal(int(l.gone.Load()), 0)
	is.True(*windows < 10 || low < 1.2) // else it would be shown that they do harm
}

// middle is the median, and between which values that of all pairs there could be
// lies in 95 cases of 100: those that are so many places from the middle.
func middle(list []float64) (median, low, high float64) {
	slices.Sort(list)
	n := len(list)
	off := int(math.Ceil(0.98 * math.Sqrt(float64(n))))
	return list[n/2], list[max(n/2-off, 0)], list[min(n/2+off, n-1)]
}

func percent(ratio float64) string { return fmt.Sprintf("%+.0f %%", 100*(ratio-1)) }
