package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
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
	r := &rolling{crowd: startNodes(t), ready: make([]atomic.Bool, 3), done: map[string]int{}, ended: map[string]string{}}
	for n := range r.nodes {
		r.ready[n].Store(true)
		r.all.Go(func() { r.check(n) })
	}
	for u := range clusterUsers {
		r.all.Go(func() { r.stay(u) })
		for range 4 {
			r.all.Go(func() { r.ask(u) })
		}
	}
	t.Cleanup(r.stop)
	r.grow("at the beginning")
	begun := time.Now()
	for range *rollings {
		for n := range r.nodes {
			from := time.Now()
			is.NoErr(r.nodes[n].process.Process.Signal(syscall.SIGTERM))
			is.NoErr(r.nodes[n].process.Wait()) // by itself, with status 0
			took := time.Since(from)
			r.nodes[n].process = nil
			r.nodes[n].start(t)
			for !r.ready[n].Load() {
				is.NoErr(r.ctx.Err())
				time.Sleep(10 * time.Millisecond)
			}
			r.grow(fmt.Sprintf("after backend %d was restarted", n))
			t.Logf("backend %d ended %s after SIGTERM", n, took.Round(10*time.Millisecond))
		}
	}
	rolled := time.Since(begun)
	r.finish()

	twice, silent, slow := 0, 0, slices.Sorted(slices.Values(r.took))
	why := map[string]int{}
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, how := range r.ended {
		if r.done[id] > 1 {
			twice++
		}
		if how == "" {
			silent++
			continue
		}
		why[how]++
	}
	t.Logf("%d restarts in %s, %d actions: %d answered, %d failed %v, %d without a word, %d done twice; median %s, p99 %s, slowest %s; %d connections were refused, and asked elsewhere",
		*rollings*3, rolled.Round(time.Second), len(r.ended), why["answered"], len(r.ended)-why["answered"]-silent, why, silent, twice,
		slow[len(slow)/2].Round(time.Millisecond), slow[len(slow)*99/100].Round(time.Millisecond), slow[len(slow)-1].Round(time.Millisecond), r.refused.Load())
	is.Equal(twice, 0)
	is.Equal(silent, 0)
	is.Equal(why["answered"], len(r.ended))
	for id, n := range r.done {
		if _, asked := r.ended[id]; !asked || n != 1 {
			t.Errorf("%s was done %d times", id, n)
		}
	}

	s := r.open()
	defer s.Close()
	report, err := s.Audit.Verify(t.Context())
	is.NoErr(err)
	is.Equal(report.Faults, nil)
	rows := map[string]int{}
	is.NoErr(s.Audit.Rows(t.Context(), store.Query{}, func(row store.Row) error { rows[row.What]++; return nil }))
	t.Logf("%d rows, valid: %v", report.Rows, rows)
	is.Equal(rows[store.WhatAsked], rows[store.WhatDone]) // every row of a beginning has its end
}

// rolling is a crowd behind a balancer.
type rolling struct {
	*crowd
	ready   []atomic.Bool
	turn    atomic.Int64
	refused atomic.Int64

	took  []time.Duration
	done  map[string]int    // by what was asked: how often a browser did it
	ended map[string]string // what was asked, and how it ended; "" without a word
	quiet atomic.Bool       // nothing new is asked
	asks  sync.WaitGroup
}

// check is the balancer's look at one backend.
func (r *rolling) check(n int) {
	for r.ctx.Err() == nil {
		ctx, cancel := context.WithTimeout(r.ctx, time.Second)
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+r.nodes[n].address+"/readyz", nil)
		if err == nil {
			req.Host = publicHost
			var resp *http.Response
			if resp, err = r.client.Do(req); err == nil {
				_ = resp.Body.Close()
				if resp.StatusCode != http.StatusOK {
					err = errors.New(resp.Status)
				}
			}
		}
		cancel()
		r.ready[n].Store(err == nil)
		select {
		case <-r.ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// next is the backend to which the balancer sends the next connection.
func (r *rolling) next() int {
	for range r.nodes {
		if n := int(r.turn.Add(1)) % len(r.nodes); r.ready[n].Load() {
			return n
		}
	}
	return int(r.turn.Add(1)) % len(r.nodes)
}

// stay keeps a user's browser connected, which takes up to two seconds to come back
// and up to two to do what it is asked for.
func (r *rolling) stay(u int) {
	for r.ctx.Err() == nil {
		d := r.devices[u]
		b := &browser{id: d.ID, key: d.Key}
		ctx, cancel := context.WithTimeout(r.ctx, 5*time.Second)
		err := b.connect(ctx, r.nodes[r.next()].address, "wss://"+publicHost+"/ws/browser", publicHost, fmt.Sprintf("10.0.0.%d", u))
		cancel()
		if err == nil {
			_ = b.serve(r.ctx, func(q protocol.Request) []byte {
				go func() {
					what := q.Action.(protocol.Evaluate).Expression
					if rand.IntN(10) == 0 {
						time.Sleep(time.Duration(rand.IntN(2000)) * time.Millisecond)
					}
					r.mu.Lock()
					r.done[what]++
					r.mu.Unlock()
					result := protocol.AppendResult(nil, protocol.EvaluateResult{Type: "string", Value: []byte(strconv.Quote(what))})
					_ = b.conn.Write(r.ctx, 1, protocol.Append(nil, protocol.Response{ID: q.ID, Result: result}))
				}()
				return nil
			})
			_ = b.conn.CloseNow()
		}
		select {
		case <-r.ctx.Done():
		case <-time.After(time.Duration(rand.IntN(2000)) * time.Millisecond):
		}
	}
}

// ask asks a user's browser for one thing after another.
func (r *rolling) ask(u int) {
	for !r.quiet.Load() {
		what := fmt.Sprintf("%s/%d", userName(u), r.turn.Add(1))
		r.mu.Lock()
		r.ended[what] = ""
		r.mu.Unlock()
		r.asks.Add(1)
		begun := time.Now()
		how := r.once(u, what)
		r.mu.Lock()
		r.ended[what] = how
		r.took = append(r.took, time.Since(begun))
		r.mu.Unlock()
		r.asks.Done()
		time.Sleep(5 * time.Millisecond)
	}
}

// once asks for one thing and says how it ended, "" when nothing was said. A
// connection that is refused has carried nothing, and is made elsewhere.
func (r *rolling) once(u int, what string) string {
	for {
		ctx, cancel := context.WithTimeout(r.t.Context(), answerWithin)
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+r.nodes[r.next()].address+"/api/act", strings.NewReader(`{"type":"evaluate","expression":"`+what+`"}`))
		if err != nil {
			return ""
		}
		req.GetBody = nil // so that Go's client never asks twice by itself
		req.Host = publicHost
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+tokenOf(u))
		resp, err := r.client.Do(req)
		if errors.Is(err, syscall.ECONNREFUSED) {
			r.refused.Add(1)
			time.Sleep(50 * time.Millisecond)
			continue
		}
		if err != nil {
			r.t.Log(err)
			return ""
		}
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		var said struct {
			Error *protocol.Error `json:"error"`
		}
		switch {
		case err != nil:
			return ""
		case resp.StatusCode == http.StatusOK && strings.Contains(string(body), strconv.Quote(what)):
			return "answered"
		case json.Unmarshal(body, &said) == nil && said.Error != nil:
			return said.Error.Error()
		default:
			return ""
		}
	}
}

// grow returns when every user has had more answers.
func (r *rolling) grow(when string) {
	r.t.Helper()
	count := func() (of [clusterUsers]int) {
		r.mu.Lock()
		defer r.mu.Unlock()
		for what, how := range r.ended {
			for u := range of {
				if how == "answered" && strings.HasPrefix(what, userName(u)+"/") {
					of[u]++
				}
			}
		}
		return of
	}
	from, late := count(), time.Now().Add(answerWithin)
	for {
		now, all := count(), true
		for u := range now {
			all = all && now[u] >= from[u]+10
		}
		if all {
			return
		}
		if time.Now().After(late) {
			r.t.Fatalf("%s: no answers %v", when, now)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// finish lets what was asked end, and ends everything else.
func (r *rolling) finish() {
	r.quiet.Store(true)
	r.asks.Wait()
	r.stop()
}
