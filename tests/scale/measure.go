package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zapvol/bua/backend/cluster"
	"github.com/zapvol/bua/core/protocol"
)

// run is one measurement.
type run struct {
	devices   int
	super     bool
	rest      time.Duration
	questions int
}

const (
	servers = 3
	// callers ask at the same time where the rate is measured.
	callers = 64
	loaded  = 5 * time.Second
)

// whole is the processes of a run.
type whole struct {
	servers, backends []*child
	urls              []string
}

func (w *whole) end() {
	for _, c := range slices.Concat(w.backends, w.servers) {
		c.end()
	}
}

func (w *whole) stats(of []*child) (list []stat, err error) {
	for _, c := range of {
		s, err := c.stat()
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

func measure(r run) error {
	w := &whole{}
	defer w.end()
	if err := w.start(r); err != nil {
		return err
	}
	empty, err := w.stats(w.servers)
	if err != nil {
		return err
	}
	if err := w.join(0, 0); err != nil { // one without browsers, to compare with
		return err
	}
	bare, err := w.backends[0].stat()
	if err != nil {
		return err
	}
	w.backends[0].end()
	w.backends = nil
	asker, err := join(w.urls[0])
	if err != nil {
		return err
	}
	defer asker.Close()
	begin := time.Now()
	for i := range servers {
		first, next := r.devices*i/servers, r.devices*(i+1)/servers
		if err := w.join(first, next-first); err != nil {
			return err
		}
	}
	for i := range servers { // the last that each backend said
		last := r.devices*(i+1)/servers - 1
		for len(asker.Find(userOf(last), deviceOf(last))) == 0 {
			if time.Since(begin) > 5*time.Minute {
				return errors.New("the browsers are not found")
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	kind := "one cluster"
	if r.super {
		kind = "three clusters, gateways between"
	}
	fmt.Printf("%d browsers at %d backends on %d NATS servers (%s): all found after %s\n", r.devices, servers, servers, kind, time.Since(begin).Round(time.Millisecond))
	time.Sleep(6 * time.Second) // what is said again is said
	if err := w.atRest(r, empty, bare); err != nil {
		return err
	}
	return seek(r, asker)
}

// start starts the NATS servers.
func (w *whole) start(r run) error {
	var roles []role
	var peers []int
	for i := range servers {
		port, err := free()
		if err != nil {
			return err
		}
		peer, err := free()
		if err != nil {
			return err
		}
		roles, peers = append(roles, role{Name: fmt.Sprint("n", i), Port: port, Peer: peer, Super: r.super}), append(peers, peer)
		w.urls = append(w.urls, fmt.Sprint("nats://127.0.0.1:", port))
	}
	for _, one := range roles {
		one.Peers = peers
		c, err := spawn(one)
		if err != nil {
			return err
		}
		w.servers = append(w.servers, c)
	}
	time.Sleep(2 * time.Second) // until they know one another
	return nil
}

// join starts a backend with browsers, at the next server.
func (w *whole) join(first, n int) error {
	c, err := spawn(role{URL: w.urls[len(w.backends)%servers], First: first, Browsers: n})
	if err == nil {
		w.backends = append(w.backends, c)
	}
	return err
}

func free() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// atRest prints what the processes cost while nobody asks for anything.
func (w *whole) atRest(r run, empty []stat, bare stat) error {
	before, err := w.stats(w.servers)
	if err != nil {
		return err
	}
	time.Sleep(r.rest)
	after, err := w.stats(w.servers)
	if err != nil {
		return err
	}
	backends, err := w.stats(w.backends)
	if err != nil {
		return err
	}
	for i, s := range after {
		seconds := r.rest.Seconds()
		fmt.Printf("  NATS server %d: at rest %.1f messages/s in, %.1f out; resident %s, heap %s (%d bytes a browser of the whole); %d subscriptions\n", i,
			float64(s.In-before[i].In)/seconds, float64(s.Out-before[i].Out)/seconds, mb(s.RSS), mb(s.Heap), each(s.Heap, empty[i].Heap, r.devices), s.Subs)
	}
	for i, s := range backends {
		fmt.Printf("  backend %d: resident %s, heap %s (%d bytes a browser of its own)\n", i, mb(s.RSS), mb(s.Heap), each(s.Heap, bare.Heap, r.devices/servers))
	}
	return nil
}

func mb(bytes uint64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }

func each(have, before uint64, n int) int64 { return (int64(have) - int64(before)) / int64(n) }

// seek prints how long it takes to find a browser, to learn that nobody has it,
// and to have a request carried out, and how many are found in a second.
func seek(r run, asker *cluster.Cluster) error {
	some := func() int { return rand.IntN(r.devices) }
	err := errors.Join(
		timed("found", r.questions, func() error {
			i := some()
			if len(asker.Find(userOf(i), deviceOf(i))) != 1 {
				return errors.New("not found")
			}
			return nil
		}),
		timed("nobody has it", r.questions, func() error {
			i := r.devices + rand.IntN(1<<30)
			if len(asker.Find(userOf(i), deviceOf(i))) != 0 {
				return errors.New("found")
			}
			return nil
		}),
		timed("found and carried out there", r.questions, func() error {
			i := some()
			_, err := asker.Ask(context.Background(), cluster.Request{Caller: protocol.Caller{User: userOf(i)}, Device: deviceOf(i), Action: protocol.Evaluate{Expression: "1"}}, 10*time.Second)
			return err
		}))
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	var n, missed atomic.Int64
	end := time.Now().Add(loaded)
	for range callers {
		all.Go(func() {
			for time.Now().Before(end) {
				i := some()
				if len(asker.Find(userOf(i), deviceOf(i))) != 1 {
					missed.Add(1)
				}
				n.Add(1)
			}
		})
	}
	all.Wait()
	fmt.Printf("  %d callers at once: %.0f found/s, %d not found\n", callers, float64(n.Load())/loaded.Seconds(), missed.Load())
	return nil
}

func timed(what string, n int, do func() error) error {
	list := make([]time.Duration, n)
	failed := 0
	for i := range list {
		begin := time.Now()
		if do() != nil {
			failed++
		}
		list[i] = time.Since(begin)
	}
	slices.Sort(list)
	fmt.Printf("  %s: p50 %s, p99 %s, slowest %s; %d of %d otherwise\n", what, list[n/2].Round(time.Microsecond), list[n*99/100].Round(time.Microsecond), list[n-1].Round(time.Microsecond), failed, n)
	return nil
}
