package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/chaos"
)

// fault is one way in which things go wrong; strike reports whether it did.
type fault struct {
	name   string
	strike func(s *stormRun, ctx context.Context, random *rand.Rand) bool
	// thirds is how many thirds of the storm it is in, 0 for all.
	thirds int
}

var stormFaults = []fault{
	{"cut", func(s *stormRun, _ context.Context, _ *rand.Rand) bool { s.proxy.Cut(); return true }, 0},
	{"half-open", func(s *stormRun, _ context.Context, _ *rand.Rand) bool {
		s.proxy.Silence(chaos.Up, chaos.Down)
		s.cutHalfOpen()
		return true
	}, 0},
	{"one-way", func(s *stormRun, _ context.Context, random *rand.Rand) bool {
		s.proxy.Silence(chaos.Direction(random.IntN(2)))
		s.cutHalfOpen()
		return true
	}, 0},
	{"cut in a frame", func(s *stormRun, _ context.Context, random *rand.Rand) bool {
		s.proxy.CutAfter(chaos.Direction(random.IntN(2)), random.IntN(3000))
		return true
	}, 0},
	{"latency", func(s *stormRun, _ context.Context, random *rand.Rand) bool {
		s.proxy.Delay(time.Duration(50+random.IntN(300)) * time.Millisecond)
		return true
	}, 0},
	{"worker killed", func(s *stormRun, ctx context.Context, _ *rand.Rand) bool {
		w, err := s.cdp.AwaitTarget(ctx, "service_worker", "chrome-extension://")
		return err == nil && s.cdp.CloseTarget(ctx, w.TargetID) == nil
	}, 0},
	{"backend killed", func(s *stormRun, _ context.Context, random *rand.Rand) bool {
		s.mu.Lock()
		c := s.backend
		s.mu.Unlock()
		_ = c.Process.Signal(syscall.SIGKILL)
		_ = c.Wait()
		time.Sleep(time.Duration(random.IntN(1500)) * time.Millisecond)
		s.serve()
		return true
	}, 1},
	{"backend stopped for a while", func(s *stormRun, _ context.Context, random *rand.Rand) bool {
		s.mu.Lock()
		p := s.backend.Process.Pid
		s.mu.Unlock()
		return s.suspend(p, random)
	}, 0},
	{"browser stopped for a while", func(s *stormRun, _ context.Context, random *rand.Rand) bool {
		return s.suspend(-s.browser, random)
	}, 0},
	{"tab closed", func(s *stormRun, ctx context.Context, random *rand.Rand) bool {
		tab, ok := s.anyTab(ctx, random)
		s.mark()
		return ok && s.cdp.CloseTarget(ctx, tab.TargetID) == nil
	}, 0},
	{"tab crashed", func(s *stormRun, ctx context.Context, random *rand.Rand) bool {
		tab, ok := s.anyTab(ctx, random)
		if !ok {
			return false
		}
		session, err := s.cdp.Attach(ctx, tab.TargetID)
		s.mark()
		crash, cancel := context.WithTimeout(ctx, 500*time.Millisecond) // a page that is gone does not answer
		defer cancel()
		_ = s.cdp.Send(crash, session, "Page.crash", nil, nil)
		return err == nil
	}, 0},
	{"renderer killed", func(s *stormRun, _ context.Context, random *rand.Rand) bool {
		list := s.processes("renderer") // the worker's may be among them
		s.mark()
		return len(list) > 0 && syscall.Kill(list[random.IntN(len(list))], syscall.SIGKILL) == nil
	}, 0},
	{"navigation under way", func(s *stormRun, ctx context.Context, random *rand.Rand) bool {
		tab, ok := s.anyTab(ctx, random)
		if !ok {
			return false
		}
		session, err := s.cdp.Attach(ctx, tab.TargetID)
		if err != nil {
			return false
		}
		s.mark()
		go func() { // it is answered when the page is there
			ctx, cancel := context.WithTimeout(s.t.Context(), 10*time.Second)
			defer cancel()
			_ = s.cdp.Send(ctx, session, "Page.navigate", map[string]any{"url": s.site.URL + "/slow"}, nil)
			_ = s.cdp.Send(ctx, "", "Target.detachFromTarget", map[string]any{"sessionId": session}, nil)
		}()
		return true
	}, 0},
	{"debugger detached", func(s *stormRun, ctx context.Context, _ *rand.Rand) bool {
		var n int
		err := s.inWorker(ctx, `chrome.debugger.getTargets().then(list => Promise.all(list.filter(t => t.attached && t.tabId).map(t => chrome.debugger.detach({tabId: t.tabId}).then(() => 1, () => 0)))).then(all => all.length)`, &n)
		return err == nil && n > 0
	}, 0},
	{"everything stopped by the person", func(s *stormRun, ctx context.Context, _ *rand.Rand) bool {
		return s.ask(ctx, "stopAll", "{}") == nil && s.ask(ctx, "resume", `{"tabId":0}`) == nil
	}, 0},
	{"revoked and paired again", func(s *stormRun, _ context.Context, _ *rand.Rand) bool {
		id, _ := s.device()
		begin := time.Now()
		status, _ := s.http(s.t.Context(), http.MethodDelete, "/api/devices/"+id, "")
		if status != http.StatusNoContent {
			return false
		}
		// What carries the code may be lost in another fault: the person tries again.
		var err error
		for end := begin.Add(time.Minute); !s.connected() && time.Now().Before(end); {
			ctx, cancel := context.WithTimeout(s.t.Context(), 12*time.Second)
			err = s.ask(ctx, "pair", fmt.Sprintf(`{serverUrl: %q, code: %q}`, "ws://"+s.host, s.code()))
			for !s.connected() && ctx.Err() == nil {
				time.Sleep(20 * time.Millisecond)
			}
			cancel()
		}
		if !s.connected() {
			s.failf("the browser could not be paired again for %s: %v", time.Since(begin), err)
		}
		return true
	}, 0},
}

// runFaults lets one fault after another strike until ctx ends, each as often as the
// others, in an order that nobody knows.
func (s *stormRun) runFaults(ctx context.Context, random *rand.Rand) {
	begin := time.Now()
	every := *stormEvery
	if every == 0 {
		every = min(5*time.Second, *stormFor/time.Duration(len(stormFaults)+1))
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	var deck []fault
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		third := int(3 * time.Since(begin) / *stormFor)
		if *stormFor < time.Minute {
			third = 0 // all of them strike
		}
		for {
			if len(deck) == 0 {
				deck = slices.Clone(stormFaults)
				random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
			}
			next := deck[0]
			deck = deck[1:]
			if next.thirds != 0 && third >= next.thirds {
				continue
			}
			s.note(next.name)
			limit, cancel := context.WithTimeout(s.t.Context(), 5*time.Second)
			if !next.strike(s, limit, random) {
				s.note(next.name + " (missed)")
			}
			cancel()
			break
		}
	}
}

// relents is when a half-open connection is cut in a short storm.
const relents = 2 * time.Second

// cutHalfOpen cuts, in a short storm, what is half-open: to notice that takes both ends
// 45 s.
func (s *stormRun) cutHalfOpen() {
	if *stormFor < time.Minute {
		time.AfterFunc(relents, s.proxy.Cut)
	}
}

// suspend stops a process, or a group, for a while, as a laptop's lid does.
func (s *stormRun) suspend(pid int, random *rand.Rand) bool {
	if syscall.Kill(pid, syscall.SIGSTOP) != nil {
		return false
	}
	from := time.Now()
	time.Sleep(time.Second + time.Duration(random.IntN(2500))*time.Millisecond)
	s.mu.Lock() // what is answered at once is judged by this
	defer s.mu.Unlock()
	err := syscall.Kill(pid, syscall.SIGCONT)
	s.away = append(s.away, span{from, time.Now()})
	return err == nil
}

// anyTab picks a page of the agent's.
func (s *stormRun) anyTab(ctx context.Context, random *rand.Rand) (cdp.TargetInfo, bool) {
	list, _ := s.cdp.Targets(ctx)
	list = slices.DeleteFunc(list, func(t cdp.TargetInfo) bool {
		return t.Type != "page" || !strings.HasPrefix(t.URL, s.site.URL)
	})
	if len(list) == 0 {
		return cdp.TargetInfo{}, false
	}
	return list[random.IntN(len(list))], true
}

func (s *stormRun) note(name string) {
	s.tell("FAULT %s", name)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faulted[name]++
	s.times = append(s.times, struck{name, time.Now()})
}

// struck is a fault that began.
type struck struct {
	name string
	at   time.Time
}

// struckIn reports, with mu held, whether a fault struck in a span, or so shortly
// before that it was not over.
func (s *stormRun) struckIn(name string, in span) bool {
	return slices.ContainsFunc(s.times, func(f struck) bool {
		return f.name == name && f.at.Before(in.to) && f.at.After(in.from.Add(-25*time.Second))
	})
}

// mark notes a fault that a page's own report may not outlive.
func (s *stormRun) mark() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.strikes = append(s.strikes, time.Now())
}

// lostReport reports, with mu held, whether a page may have been taken away
// before what it told was sent.
func (s *stormRun) lostReport(at time.Time) bool {
	return slices.ContainsFunc(s.strikes, func(f time.Time) bool { return at.Sub(f).Abs() < 2*time.Second })
}

func (s *stormRun) struck() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, k := range s.faulted {
		if !strings.HasSuffix(name, "(missed)") {
			n += k
		}
	}
	return n
}

func (s *stormRun) faults() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return tally(maps.Clone(s.faulted))
}
