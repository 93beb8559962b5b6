package serviceworker

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/core/protocol"
)

// The eighth request is cut off.
var duplicates = flag.Int("duplicates", max(size.Trials(60), 8), "how many requests of TestTwice_counted come more than once")

// counting is a page that notes whatever is done to it.
const counting = `<!doctype html><title>Page</title><button id=b onclick="count('click ' + event.isTrusted)">Go</button>
<script>window.seen = {}; window.count = k => { seen[k] = (seen[k] || 0) + 1 }</script>`

// TestTwice_counted: requests that come two to five times (while they run, when
// they are over, on the next connection after a cut) have one effect each, as the
// page counts them, and the same answer each time.
func TestTwice_counted(t *testing.T) {
	is := is.New(t)
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "text/html")
		fmt.Fprint(rw, counting)
	}))
	defer srv.Close()
	harness, wire := newHarness(t, protocol.FeatureResume, protocol.FeatureResumed)
	var opened struct{ TabID int }
	wire.get(t, fmt.Sprintf(`{"type":"open_tab","url":%q}`, srv.URL+"/"), &opened)

	sent, clicks, scripts, lines, began := 0, 0, 0, 1, time.Now()
	for n := range *duplicates {
		action := fmt.Sprintf(`{"type":"evaluate","tabId":%d,"expression":"count('script %d'); return %d"}`, opened.TabID, n, n)
		if n%4 == 0 {
			action = fmt.Sprintf(`{"type":"click","tabId":%d,"selector":"#b"}`, opened.TabID)
			clicks++
		} else {
			scripts++
		}
		id := fmt.Sprintf("twice-%d", n)
		text := []byte(`{"type":"request","id":"` + id + `","action":` + action + `}`)
		send := func(times int) protocol.Response {
			t.Helper()
			answered := wire.expect(id)
			for range times {
				if err := wire.ws.Write(t.Context(), websocket.MessageText, text); err != nil {
					t.Fatal(err)
				}
				sent++
			}
			got := answer(t, answered, 30*time.Second)
			if got.Error != nil {
				t.Fatalf("%s: %v", action, got.Error)
			}
			return got
		}
		first := send(1 + n%3) // again while the first is on its way, or runs
		if n%50 == 7 {
			_ = wire.ws.CloseNow()
			<-wire.closed
			next := harness.await(t, 30*time.Second)
			next.next.Store(wire.next.Load()) // an id that was used is answered from what is kept
			wire = next
			lines++
		}
		for range 1 + (n+1)%2 { // again when it is over
			is.Equal(string(send(1).Result), string(first.Result))
		}
	}
	var page struct {
		Value struct{ Clicks, Once, Keys int }
	}
	wire.get(t, fmt.Sprintf(`{"type":"evaluate","tabId":%d,"expression":"const n = Object.entries(seen).filter(([k]) => k.startsWith('script ')); `+
		`return {clicks: seen['click true'], once: n.filter(([, v]) => v === 1).length, keys: Object.keys(seen).length}"}`, opened.TabID), &page)
	is.Equal(page.Value.Clicks, clicks)
	is.Equal(page.Value.Once, scripts)
	is.Equal(page.Value.Keys, scripts+1) // and nothing else has come
	is.Equal(harness.worker(t).state(t).Deaths, 0)
	t.Logf("%d requests, sent %d times over %d connections: %d effects, one each, in %s", *duplicates, sent, lines, page.Value.Clicks+page.Value.Once, time.Since(began).Round(time.Second))
}

// expect waits for the next answer to an id.
func (w *wire) expect(id string) <-chan protocol.Response {
	ch := make(chan protocol.Response, 1)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pending[id] = ch
	return ch
}
