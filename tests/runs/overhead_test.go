package runs

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/fakemodel"
)

// between measures the time from each answer of a policy's to the next request.
type between struct {
	mu    sync.Mutex
	last  time.Time
	times []time.Duration
}

func (b *between) around(p fakemodel.Policy) fakemodel.Policy {
	return func(r chat.Request) fakemodel.Say {
		b.mu.Lock()
		defer b.mu.Unlock()
		if !b.last.IsZero() {
			b.times = append(b.times, time.Since(b.last))
		}
		defer func() { b.last = time.Now() }()
		return p(r)
	}
}

// at is the time that a part of them stays within.
func (b *between) at(part float64) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := slices.Sorted(slices.Values(b.times))
	return list[min(len(list)-1, int(part*float64(len(list))))]
}

// BenchmarkTurn is a run in the whole backend with its real store, beside what a model
// and a browser take: from the model's answer to the next request, an action between.
func BenchmarkTurn(b *testing.B) {
	var times between
	s := newShop(60)
	s.words = "\n" + strings.Repeat("Fine teas of all countries, in bags and tins. ", 120) // as much as a reading has
	m, _, _ := whole(b, app.Home(b.TempDir()), s, times.around(taker))
	c := &httpapi.Client{Base: m.URL(), Token: m.OperatorToken()}
	for range b.N {
		data, err := c.StartRun(b.Context(), []byte(`{"task":"Take everything at shop.test.","url":"https://shop.test/","steps":200}`))
		if err != nil {
			b.Fatal(err)
		}
		var v runs.View
		if err := json.Unmarshal(data, &v); err != nil {
			b.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
		var last runs.Update
		_ = c.WatchRun(ctx, v.ID, 0, func(data json.RawMessage) error { return json.Unmarshal(data, &last) })
		cancel()
		if last.Status != core.Done {
			b.Fatalf("it ended otherwise: %+v", last)
		}
	}
	b.ReportMetric(float64(times.at(0.5).Microseconds())/1000, "ms/turn-p50")
	b.ReportMetric(float64(times.at(0.95).Microseconds())/1000, "ms/turn-p95")
}
