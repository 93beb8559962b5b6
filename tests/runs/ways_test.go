package runs

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"

	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/fakemodel"
)

// tabs: a run follows a popup, comes back when that closes itself,
// does not press a slow Submit twice, and goes on when its tab is closed.
func tabs(t *testing.T, b *e2e.Product) {
	is := is.New(t)
	var orders atomic.Int32
	mux := http.NewServeMux()
	page := func(path, body string) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			e2e.HTML(w, "<!doctype html><title>Orders</title>"+body)
		})
	}
	page("/{$}", `<h1>Order</h1><button type=button id=choose onclick="window.open('/choose')">Choose</button>
<p id=chosen></p><button type=button id=send onclick="fetch('/orders',{method:'POST'}).then(()=>document.body.append('Order 7 is placed'))">Send</button>`)
	page("/choose", `<h1>Teas</h1><button type=button id=assam onclick="opener.document.getElementById('chosen').textContent='Assam';window.close()">Assam</button>`)
	mux.HandleFunc("POST /orders", func(_ http.ResponseWriter, r *http.Request) {
		orders.Add(1)
		select {
		case <-time.After(6 * time.Second): // as long as a slow server takes
		case <-r.Context().Done():
		}
	})
	url := site(t, mux)
	list := []fakemodel.Say{
		act("extract", `{}`), act("click", `{"selector":"#choose"}`), act("extract", `{}`), act("click", `{"selector":"#assam"}`), act("extract", `{}`),
		act("click", `{"selector":"#send"}`), act("click", `{"selector":"#send"}`), act("wait_for", `{"text":"is placed","timeoutMs":20000}`), act("extract", `{}`),
		act("close_tab", `{"tabId":TAB}`), act("extract", `{}`), act("done", `{"outcome":"failed","summary":"That was all."}`),
	}
	n := 0
	var v runs.View
	ready := make(chan struct{})
	e2e.Scripted(t, b.Home(), func(chat.Request) fakemodel.Say {
		wait(t, ready)
		n++
		say := list[min(n, len(list))-1]
		say.Calls[0].Arguments = strings.ReplaceAll(say.Calls[0].Arguments, "TAB", fmt.Sprint(v.Tab))
		return say
	})
	v = start(t, b, runs.Wanted{Task: "Order Assam.", URL: url + "/", Grants: []runs.Grant{{Site: url, Sinks: []risk.Sink{risk.Send}}}})
	close(ready)
	var results []string
	for _, u := range watch(t, b, v.ID, nil) {
		if u.Type == runs.Results {
			results = append(results, u.Text)
		}
		if u.Type == runs.Asks {
			t.Fatalf("it asks: %s", u.Question.Text)
		}
		if u.Type == runs.Status && runs.Ended(u.Status) {
			is.Equal(u.Code, "gave_up")
			is.Equal(u.Status, core.Failed)
		}
	}
	for i, want := range []string{"Order", "opened", "Teas", "", "Assam", "no answer yet", "Not done: the same press", "is placed", "Order 7 is placed", "ok", "Choose"} {
		if i >= len(results) || !strings.Contains(results[i], want) {
			t.Errorf("call %d does not say %q: %q", i+1, want, results[min(i, len(results)-1)])
		}
	}
	is.Equal(orders.Load(), int32(1))
}
