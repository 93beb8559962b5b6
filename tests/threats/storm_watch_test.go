package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// sample is what a process had at a time; life tells one process from the next.
type sample struct {
	at         time.Time
	life       string
	bytes, num int // resident bytes and goroutines; the process's own memory and JavaScript heap
}

// samples are those of a storm.
type samples struct {
	begin           time.Time
	backend, worker []sample
}

// watch samples what the processes hold, and when no browser is connected, until
// ctx ends.
func (s *stormRun) watch(ctx context.Context) {
	s.mu.Lock()
	s.samples.begin = time.Now()
	s.mu.Unlock()
	backend := time.NewTicker(max(*stormFor/400, time.Second))
	worker := time.NewTicker(max(*stormFor/150, 3*time.Second))
	connected := time.NewTicker(200 * time.Millisecond)
	for _, t := range []*time.Ticker{backend, worker, connected} {
		defer t.Stop()
	}
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
			s.sampleBackend(ctx)
		case <-worker.C:
			s.sampleWorker(ctx)
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

func (s *stormRun) sampleBackend(ctx context.Context) {
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
	s.samples.backend = append(s.samples.backend, sample{time.Now(), fmt.Sprint(s.backend.Process.Pid),
		int(figures["process_resident_memory_bytes"]), int(figures["go_goroutines"])})
}

// sampleWorker reads what the worker's process holds for itself alone, and, after
// a collection, the worker's JavaScript heap. (Asking for its linear memory, by
// Runtime.queryObjects, ended one busy worker in ten.)
func (s *stormRun) sampleWorker(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var life string
	var memory, heap int
	err := s.withWorker(ctx, func(session string) error {
		if err := s.cdp.Eval(ctx, session, `globalThis.__stormLife ??= crypto.randomUUID()`, &life); err != nil {
			return err
		}
		for range 2 { // the second collects what the first finalised
			if err := s.cdp.Send(ctx, session, "HeapProfiler.collectGarbage", nil, nil); err != nil {
				return err
			}
		}
		var usage struct{ UsedSize float64 }
		err := s.cdp.Send(ctx, session, "Runtime.getHeapUsage", nil, &usage)
		memory, heap = s.extension(), int(usage.UsedSize)
		return err
	})
	if err != nil || memory == 0 {
		return // it was killed meanwhile, or is not there
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.samples.worker = append(s.samples.worker, sample{time.Now(), life, memory, heap})
}

// extension is the anonymous memory of the process in which the extension runs.
func (s *stormRun) extension() (sum int) {
	for _, pid := range s.processes("renderer") {
		folder := fmt.Sprintf("/proc/%d/", pid)
		args, err := os.ReadFile(folder + "cmdline")
		if err != nil || !strings.Contains(string(args), "--extension-process") {
			continue
		}
		status, _ := os.ReadFile(folder + "status") // it may have ended
		for line := range strings.Lines(string(status)) {
			if rest, ok := strings.CutPrefix(line, "RssAnon:"); ok {
				kb, _ := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")))
				sum += kb << 10
			}
		}
	}
	return sum
}

// flat compares, with mu held, what the processes held in an early and in the
// last part of their last lives. What a short life says is told, not judged: only
// that of a storm of half an hour and more is.
func (s *stormRun) flat() {
	judged := *stormFor >= 30*time.Minute
	part := func(name string, list []sample, warm, wide time.Duration) (then, now sample, ok bool) {
		if len(list) == 0 {
			s.t.Errorf("%s: there are no samples", name)
			return then, now, false
		}
		last := list[len(list)-1]
		list = slices.DeleteFunc(slices.Clone(list), func(v sample) bool { return v.life != last.life })
		from := list[0].at.Add(warm)
		between := func(from, to time.Time) []sample {
			return slices.DeleteFunc(slices.Clone(list), func(v sample) bool { return v.at.Before(from) || v.at.After(to) })
		}
		early, late := between(from, from.Add(wide)), between(last.at.Add(-wide), last.at)
		if len(early) == 0 || len(late) == 0 {
			return then, now, false
		}
		s.t.Logf("%s, alive for %s: medians of the first %s after %s (%d samples) and the last %s (%d)",
			name, last.at.Sub(list[0].at).Round(time.Second), wide, warm, len(early), wide, len(late))
		return median(early), median(late), true
	}
	then, now, ok := part("backend", s.samples.backend, *stormFor/30, *stormFor/6)
	if ok {
		s.t.Logf("backend: resident %.1f MB then, %.1f MB at the end; %d goroutines then, %d at the end", mb(then.bytes), mb(now.bytes), then.num, now.num)
	}
	if judged && (!ok || now.bytes > then.bytes+then.bytes/10+(4<<20) || now.num > then.num+then.num/10+10) {
		s.t.Error("the backend's memory is not flat")
	}
	then, now, ok = part("worker", s.samples.worker, *stormFor/30, *stormFor/12)
	if ok {
		s.t.Logf("worker: memory of its process %d KiB then, %d KiB at the end; JavaScript heap %d KiB then, %d KiB at the end", then.bytes>>10, now.bytes>>10, then.num>>10, now.num>>10)
	}
	if judged && (!ok || now.bytes > then.bytes+then.bytes/10+(4<<20) || now.num > then.num+(1<<20)) {
		s.t.Error("the worker's memory is not flat")
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
