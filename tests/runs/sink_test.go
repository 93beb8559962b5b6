package runs

import (
	"encoding/json"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// till is a page with an order that can be placed, and counts the orders.
func till(t testing.TB) (url string, orders *atomic.Int32) {
	t.Helper()
	orders = &atomic.Int32{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<!doctype html><title>Till</title><h1>Your order</h1><p>Two packs of tea.</p>
<button type="button" onclick="this.textContent='Shown'">Show the details</button>
<form method="post" action="/order"><input name="card" autocomplete="cc-number" value="4111"><button>Place order</button></form>`)
	})
	mux.HandleFunc("POST /order", func(w http.ResponseWriter, _ *http.Request) {
		orders.Add(1)
		e2e.HTML(w, `<!doctype html><title>Thanks</title><h1>Thank you for your order.</h1>`)
	})
	return site(t, mux) + "/", orders
}

// decide answers what a run asks.
func decide(t testing.TB, b *e2e.Product, id string, question int, yes bool) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"question": question, "yes": yes})
	if err == nil {
		err = operator(b).TellRun(t.Context(), id, "decide", body)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// sink: in act mode a press that pays is not made before the person says yes, and never when
// they say no. The browser's end tells what it is, not the model. What has no consequence is
// not asked about.
func sink(t *testing.T, b *e2e.Product) {
	for _, row := range []struct {
		button, shows string
		asks, yes     bool
		orders        int32
		end           core.Status
	}{
		{"Place order", "Thank you for your order.", true, false, 0, core.Failed},
		{"Place order", "Thank you for your order.", true, true, 1, core.Done},
		{"Show the details", "Shown", false, false, 0, core.Done},
	} {
		is := is.New(t)
		e2e.Scripted(t, b.Home(), fakemodel.Presser(row.button, row.shows))
		url, orders := till(t)
		v := start(t, b, runs.Wanted{Task: "Show me my order.", URL: url})
		asks := false
		list := watch(t, b, v.ID, func(u runs.Update) bool {
			switch q := u.Question; {
			case u.Type == runs.Asks:
				asks = true
				is.Equal(q.Sink, risk.Pay)
				is.Equal(q.What, "Place order")
				is.Equal(q.Leaves, "card: (secret)")
				is.Equal(q.Covers, "this act alone")
				is.Equal(q.Site+"/", url)
				is.Equal(orders.Load(), int32(0)) // nothing before the answer
				decide(t, b, v.ID, q.ID, row.yes)
			case u.Type == runs.Person && q != nil:
				is.Equal(q.What, "Place order") // the log says what the word was to
			}
			return false
		})
		is.Equal(asks, row.asks)
		is.Equal(list[len(list)-1].Status, row.end)
		is.Equal(orders.Load(), row.orders)
	}
}
