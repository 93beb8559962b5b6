package runs

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// moment is when a part is killed: while a step's act is under way and its effect is there,
// or while the model thinks about the step.
type moment string

const (
	acting   moment = "acting"
	thinking moment = "thinking"
)

// stops has a run stop at a moment of some of its steps, the first time that it is there.
type stops struct {
	moment moment
	steps  []int
	next   atomic.Int32
	at     chan int
	going  chan struct{}
}

// come waits for the kill.
func (s *stops) come(ctx context.Context, m moment, step int) {
	n := s.next.Load()
	if m != s.moment || int(n) >= len(s.steps) || s.steps[n] != step || !s.next.CompareAndSwap(n, n+1) {
		return
	}
	select {
	case s.at <- step:
	case <-ctx.Done():
	}
	select {
	case <-s.going:
	case <-ctx.Done():
	}
}

// TestAlone: a run of twelve acts in the extension alone, a part of which is killed at one
// step after the other, comes to the same end, and what each act does at the counterpart is
// done once. A browser takes three seconds to tell an extension what its organisation wants,
// so that kills of it at a few steps have to do for each day.
func TestAlone(t *testing.T) {
	each := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	few := []int{1, 7, 12}
	for _, x := range []struct {
		part  string
		m     moment
		steps []int
		day   bool // also in the default suite
	}{
		{"worker", acting, each, true}, {"document", acting, each, true}, {"browser", acting, few, true}, {"update", acting, few, true},
		{"worker", thinking, each, false}, {"document", thinking, each, false},
		{"browser", acting, each, false}, {"browser", thinking, each, false}, {"update", acting, each, false}, {"update", thinking, each, false},
	} {
		name := x.part + " at each step, "
		if len(x.steps) < len(each) {
			name = x.part + " at a few steps, "
		}
		t.Run(name+string(x.m), func(t *testing.T) {
			if !x.day {
				size.LeaveToAll(t, size.Pair)
			}
			t.Parallel() // it is mostly waited for
			killed(t, x.part, &stops{moment: x.m, steps: x.steps, at: make(chan int), going: make(chan struct{})})
		})
	}
}

// count is how many things are taken.
var count = regexp.MustCompile(`(\d+) of \d+ are taken\.`)

func killed(t *testing.T, part string, stops *stops) {
	is := is.New(t)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	shop := &counterpart{all: 12, taken: map[string]int{}}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		shop.page(w, r)
		if r.Method == http.MethodPost {
			stops.come(ctx, acting, shop.count())
		}
	}))
	t.Cleanup(site.Close)
	server := fakemodel.New(fakemodel.Traits{Model: "scripted", Browsers: true}, func(r chat.Request) fakemodel.Say {
		if m := count.FindAllStringSubmatch(r.Messages[len(r.Messages)-1].Text, -1); m != nil {
			n, _ := strconv.Atoi(m[len(m)-1][1])
			stops.come(ctx, thinking, n+1)
		}
		return taker(r)
	})
	t.Cleanup(server.Close)
	start := e2e.NewAlone
	if part == "update" {
		start = e2e.NewInstalled
	}
	a := start(t)
	p := e2e.OpenPanel(t, a.CDP)
	p.Choose(t, "mine", "scripted", server.URL+"/v1")
	run := p.Start(t, "Take everything.", site.URL+"/")

	kill := map[string]func(testing.TB){"worker": a.EndWorker, "document": a.EndDocument, "browser": a.Restart, "update": a.Update}[part]
	for _, step := range stops.steps {
		select {
		case at := <-stops.at:
			is.Equal(at, step)
			kill(t)
			stops.going <- struct{}{}
		case <-ctx.Done():
			t.Fatalf("the run did not come to step %d:%s", step, history(t, a, run.ID))
		}
	}
	var end runs.Update
	is.NoErr(e2e.OpenPanel(t, a.CDP).Watch(ctx, run.ID, func(u runs.Update) bool { end = u; return false }))
	shop.once(t)
	if end.Status != core.Done || end.Summary != "Everything is taken." || t.Failed() {
		t.Errorf("%s: %s:%s", end.Status, end.Summary, history(t, a, run.ID))
	}
	is.Equal(server.Refused(), nil)
}

// history is what happened in a run.
func history(t *testing.T, a *e2e.Alone, run string) (text string) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	_ = e2e.OpenPanel(t, a.CDP).Watch(ctx, run, func(u runs.Update) bool {
		text += "\n" + string(u.Type) + " " + u.Name + " " + u.Arguments + u.Text + string(u.Status) + u.Code
		return false
	})
	return text
}
