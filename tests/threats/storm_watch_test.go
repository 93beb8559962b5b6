package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// sample is what the backend had at a time; life tells one process from the next.
type sample struct {
	at         time.Time
	life       string
	bytes, num int // resident bytes and goroutines
}

// watch samples what the backend holds, and when no browser is connected, until ctx ends.
// What the worker holds is in tests/serviceworker TestSoak.
func (s *stormRun) watch(ctx context.Context) {
	backend, connected := time.NewTicker(max(*stormFor/400, time.Second)), time.NewTicker(200*time.Millisecond)
	defer backend.Stop()
	defer connected.Stop()
	looked := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-connected.C:
			yes := s.connected()
			now := time.Now()
			if !yes {
				s.mu.Lock()
				s.away = append(s.away, span{looked, now})
				s.mu.Unlock()
			}
			looked = now
		case <-backend.C:
			s.sample(ctx)
		}
	}
}

// awayIn is, with mu held, how long in a span no browser was connected or a
// process did not run.
func (s *stormRun) awayIn(in span) (sum time.Duration) {
	var list []span
	for _, a := range s.away {
		if a.to.After(in.from) && a.from.Before(in.to) {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b span) int { return a.from.Compare(b.from) })
	reached := in.from
	for _, a := range list {
		from, to := a.from, a.to
		if from.Before(reached) {
			from = reached
		}
		if to.After(in.to) {
			to = in.to
		}
		if to.After(from) {
			sum += to.Sub(from)
			reached = to
		}
	}
	return sum
}

func (s *stormRun) sample(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	status, page := s.http(ctx, http.MethodGet, "/metrics", "")
	if status != http.StatusOK {
		return
	}
	figures := map[string]float64{}
	for line := range strings.Lines(string(page)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			figures[name], _ = strconv.ParseFloat(value, 64)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.samples = append(s.samples, sample{time.Now(), fmt.Sprint(s.backend.Process.Pid),
		int(figures["process_resident_memory_bytes"]), int(figures["go_goroutines"])})
}

// flat compares, with mu held, what the backend held in an early and in the last part of
// its last life: of a storm of half an hour and more, since a short life says little.
func (s *stormRun) flat() {
	if *stormFor < 30*time.Minute || len(s.samples) == 0 {
		return
	}
	last := s.samples[len(s.samples)-1]
	list := slices.DeleteFunc(s.samples, func(v sample) bool { return v.life != last.life })
	wide := len(list) / 4
	then, now := median(list[wide/4:wide/4+wide]), median(list[len(list)-wide:])
	s.t.Logf("backend, alive for %s: resident %.1f MB then, %.1f MB at the end; %d goroutines then, %d at the end",
		last.at.Sub(list[0].at).Round(time.Second), mb(then.bytes), mb(now.bytes), then.num, now.num)
	if now.bytes > then.bytes+then.bytes/10+(4<<20) || now.num > then.num+then.num/10+10 {
		s.t.Error("the backend's memory is not flat")
	}
}

func mb(bytes int) float64 { return float64(bytes) / (1 << 20) }

// median is that of each figure.
func median(list []sample) (m sample) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b sample) int { return a.bytes - b.bytes })
	m.bytes = list[len(list)/2].bytes
	slices.SortFunc(list, func(a, b sample) int { return a.num - b.num })
	m.num = list[len(list)/2].num
	return m
}
