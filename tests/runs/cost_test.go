package runs

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/build/size"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// TestOverhead tells how long the backend takes from a model's answer to its next
// request, with the store's syncs and the audit's, beside the act itself. The bound
// is for a machine that does other things too; what was measured is in the log.
func TestOverhead(t *testing.T) {
	size.LeaveToAll(t, size.Load)
	is := is.New(t)
	var mu sync.Mutex
	var ended time.Time
	var gaps []time.Duration
	m, _, _ := whole(t, app.Home(t.TempDir()), newShop(40), func(r chat.Request) fakemodel.Say {
		mu.Lock()
		defer mu.Unlock()
		if !ended.IsZero() {
			gaps = append(gaps, time.Since(ended))
		}
		answer := taker(r)
		ended = time.Now()
		return answer
	})
	ends(t, person(m), starts(t, person(m), takeAllBody).ID)
	slices.Sort(gaps)
	is.True(len(gaps) >= 40)
	p50, p95 := gaps[len(gaps)/2], gaps[len(gaps)*95/100]
	t.Logf("%d gaps: median %v, p95 %v, longest %v", len(gaps), p50.Round(100*time.Microsecond), p95.Round(100*time.Microsecond), gaps[len(gaps)-1].Round(100*time.Microsecond))
	is.True(p50 < time.Second)
}

// TestIdleRuns tells what a hundred runs cost that wait for the person.
func TestIdleRuns(t *testing.T) {
	size.LeaveToAll(t, size.Load)
	is := is.New(t)
	ask := func(chat.Request) fakemodel.Say { return act("clarify", `{"question":"Which?"}`) }
	m, _, _ := whole(t, app.Home(t.TempDir()), newShop(1), ask)
	c := person(m)
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return s.HeapAlloc
	}
	list := func() (runs []runs.View) {
		data, err := c.Runs(t.Context())
		is.NoErr(err)
		is.NoErr(json.Unmarshal(data, &runs))
		return runs
	}
	list()
	before, goroutines := heap(), runtime.NumGoroutine()
	for i := range 100 {
		starts(t, c, fmt.Sprintf(`{"task":"Task %d."}`, i))
	}
	for waiting := 0; waiting < 100; time.Sleep(50 * time.Millisecond) {
		waiting = 0
		for _, v := range list() {
			if v.Status == core.WaitingPerson && v.Question != nil {
				waiting++
			}
		}
	}
	grown := float64(heap()-before) / 100 / 1024
	t.Logf("%.1f KB of heap a run, %d goroutines more in all", grown, runtime.NumGoroutine()-goroutines)
	is.True(grown < 1024)
	_, err := c.StartRun(t.Context(), []byte(`{"task":"One more."}`))
	is.True(err != nil) // a hundred at once
}
