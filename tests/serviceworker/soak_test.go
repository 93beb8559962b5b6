package serviceworker

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/core/protocol"
)

// TestSoak: after 20,000 actions, a tenth of them in the default suite, the worker
// holds what it held after 1,000.
// Each is a request, a question to the browser, its answer, and a response. Go
// holds no JavaScript value at any time: every import that could give it one
// ends the instance (serviceworker/module.ts), and none ended.
func TestSoak(t *testing.T) {
	is := is.New(t)
	r, wire := newHarness(t)
	w := r.worker(t)
	run := func(n int) {
		const window = 16
		var flight []<-chan protocol.Response
		for range n {
			if len(flight) == window {
				is.True(answer(t, flight[0], 30*time.Second).Error == nil)
				flight = flight[1:]
			}
			flight = append(flight, wire.start(t, `{"type":"get_tabs"}`))
		}
		for _, f := range flight {
			is.True(answer(t, f, 30*time.Second).Error == nil)
		}
	}
	run(1000)
	before, heap := w.state(t), w.heap(t)
	start := time.Now()
	more := size.Trials(19_000)
	run(more)
	took := time.Since(start)
	after, grown := w.state(t), w.heap(t)-heap
	t.Logf("memory %d KiB then, %d KiB now; JavaScript heap %+d KiB; %.2f ms an action",
		before.Memory>>10, after.Memory>>10, grown>>10, float64(took.Microseconds())/float64(more)/1000)
	is.Equal(after.Memory, before.Memory) // the linear memory has not grown
	is.Equal(after.Outstanding, 0)        // no question is left open
	is.Equal(after.Pending, 0)            // no request is left open
	is.Equal(after.Deaths, 0)
	is.True(grown < 1<<20) // 19,000 kept objects would be more
	is.Equal(len(wire.strays), 0)
}

// BenchmarkSeam prints what one message costs: an event is the way in alone,
// a question the way in, through Go, and out by a host call.
func BenchmarkSeam(b *testing.B) {
	r, _ := newHarness(b)
	w := r.worker(b)
	const n = 20000
	for b.Loop() {
		for _, what := range []string{"events", "questions"} {
			var ms float64
			w.eval(b, &ms, "__probe.%s(1000), __probe.%s(%d)", what, what, n)
			b.ReportMetric(ms*1000/n, "µs/"+what)
		}
	}
}
