package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/store"
)

// The long run: -rollings 10
var rollings = flag.Int("rollings", 1, "how often all three backends are restarted, one after another; each takes some fifteen seconds")

// TestRollingRestart restarts three backends under load, one after another, as a
// new version would: SIGTERM, the end of the process, the next one. Whoever asks
// does so through a balancer that looks at /readyz. No action is done twice, none
// is lost without a word, and none fails because of it.
func TestRollingRestart(t *testing.T) {
	t.Parallel() // it waits more than it works
	is := is.New(t)
	b := &balancer{crowd: startNodes(t), ready: make([]atomic.Bool, 3)}
	b.crowd.next = b.next
	for n := range b.nodes {
		b.ready[n].Store(true)
		b.all.Go(func() { b.check(n) })
	}
	for u := range clusterUsers {
		b.all.Go(func() { b.browse(u) })
		for k := range 4 {
			b.asks.Go(func() { b.call(u, strconv.Itoa(k), b.next) })
		}
	}
	t.Cleanup(b.stop)
	b.progress("at the beginning")
	begun := time.Now()
	for range *rollings {
		for n := range b.nodes {
			from := time.Now()
			is.NoErr(b.nodes[n].process.Process.Signal(syscall.SIGTERM))
			is.NoErr(b.nodes[n].process.Wait()) // by itself, with status 0
			took := time.Since(from)
			b.nodes[n].process = nil
			b.nodes[n].start(t)
			for !b.ready[n].Load() {
				is.NoErr(b.ctx.Err())
				time.Sleep(10 * time.Millisecond)
			}
			b.progress(fmt.Sprintf("after backend %d was restarted", n))
			t.Logf("backend %d ended %s after SIGTERM", n, took.Round(10*time.Millisecond))
		}
	}
	rolled := time.Since(begun)
	b.quiet.Store(true)
	b.asks.Wait()
	b.stop()

	most, p99 := b.slowest()
	t.Logf("%d restarts in %s: %d answered, %d failed (%s), %d without a word; p99 %s, slowest %s",
		*rollings*3, rolled.Round(time.Second), b.answered.Load(), b.told.Load(), b.reasons(), b.cut.Load(), p99, most)
	for _, bad := range []*atomic.Int64{&b.told, &b.cut, &b.crossed, &b.hung, &b.wrong} {
		is.Equal(bad.Load(), int64(0))
	}
	done := b.executed()
	is.Equal(int64(len(done)), b.answered.Load())
	for what, n := range done {
		if n != 1 {
			t.Errorf("%s was done %d times", what, n)
		}
	}

	s := b.open()
	defer s.Close()
	report, err := s.Audit.Verify(t.Context())
	is.NoErr(err)
	is.Equal(report.Faults, nil)
	rows := map[string]int{}
	is.NoErr(s.Audit.Rows(t.Context(), store.Query{}, func(row store.Row) error { rows[row.What]++; return nil }))
	t.Logf("%d rows, valid: %v", report.Rows, rows)
	is.Equal(rows[store.WhatAsked], rows[store.WhatDone]) // every row of a beginning has its end
}

// balancer stands before the backends of a crowd.
type balancer struct {
	*crowd
	ready []atomic.Bool
	turn  atomic.Int64
}

// check is its look at one backend.
func (b *balancer) check(n int) {
	for b.ctx.Err() == nil {
		ctx, cancel := context.WithTimeout(b.ctx, time.Second)
		status, _ := b.http(ctx, n, 0, http.MethodGet, "/readyz", "")
		cancel()
		b.ready[n].Store(status == http.StatusOK)
		select {
		case <-b.ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// next is the backend to which it sends the next connection.
func (b *balancer) next() int {
	for range b.nodes {
		if n := int(b.turn.Add(1)) % len(b.nodes); b.ready[n].Load() {
			return n
		}
	}
	return int(b.turn.Add(1)) % len(b.nodes)
}
