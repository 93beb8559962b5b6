package serviceworker

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/e2e"
)

const html = `<!doctype html><title>Page</title><button>Go</button>`

// open serves a page and opens it in a tab of the agent's.
func open(t testing.TB, w *wire) (tab int) {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "text/html")
		fmt.Fprint(rw, html)
	}))
	t.Cleanup(srv.Close)
	var opened struct{ TabID int }
	w.get(t, fmt.Sprintf(`{"type":"open_tab","url":%q}`, srv.URL+"/"), &opened)
	return opened.TabID
}

// TestTrap: a trap costs the request in execution one internal_error, and the
// next action works, in the tab that the former instance had attached. One that hits
// nobody is noticed by nobody.
func TestTrap(t *testing.T) {
	is := is.New(t)
	r, first := newHarness(t)
	w := r.worker(t)
	tab := open(t, first)
	waiting := first.start(t, fmt.Sprintf(`{"type":"wait_for","selector":"#never","timeoutMs":30000,"tabId":%d}`, tab))
	e2e.Await(t, "it comes to that", func() bool { return w.state(t).Pending == 1 })

	trapped := time.Now()
	w.eval(t, nil, "__probe.trap()")
	got := answer(t, waiting, 5*time.Second)
	t.Logf("answered %v after the trap: %v", time.Since(trapped), got.Error)
	is.True(got.Error != nil)
	is.Equal(got.Error.Code, protocol.CodeInternal)
	is.Equal(string(got.Error.Outcome), "unknown")

	second := r.await(t, 10*time.Second)
	t.Logf("connected again %v after the trap", time.Since(trapped))
	var page struct{ Title string }
	second.get(t, fmt.Sprintf(`{"type":"extract","tabId":%d}`, tab), &page)
	is.Equal(page.Title, "Page")
	s := w.state(t)
	is.Equal(s.Deaths, 1)
	is.Equal(s.Pending, 0)
	is.Equal(len(first.strays), 0) // one answer, not two
	<-first.closed

	second.get(t, `{"type":"get_tabs"}`, nil)
	w.eval(t, nil, "__probe.trap()") // while it is idle
	r.await(t, 10*time.Second).get(t, `{"type":"get_tabs"}`, nil)
	is.Equal(w.state(t).Deaths, 2)
	trapStorm(t, w)
}

// trapStorm: a core that dies again and again is not started for ever; a minute later any event
// brings it back.
func trapStorm(t *testing.T, w worker) {
	is := is.New(t)
	later := func(event int) {
		w.eval(t, nil, "(now => { Date.now = () => now() + 61_000 })(Date.now)")
		w.eval(t, nil, "chrome.storage.local.set({spec: %d})", event)
	}
	later(0) // what has died before counts no more
	deaths := 0
	for ; deaths < 50; deaths++ {
		if !ready(t, w, 2*time.Second) {
			break
		}
		w.eval(t, nil, "__probe.trap()")
	}
	is.Equal(deaths, 11) // ten restarts within a minute
	w.eval(t, nil, "chrome.storage.local.set({spec: 1})")
	is.True(!ready(t, w, time.Second)) // an event does not bring it back yet
	later(2)
	is.True(ready(t, w, 10*time.Second))
}

func ready(t testing.TB, w worker, limit time.Duration) bool {
	t.Helper()
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if w.state(t).Ready {
			return true
		}
	}
	return false
}

// TestKilled: any event of the browser wakes the worker at once. Where nothing happens
// in the browser after the kill, the alarm is left; the tab that was attached is adopted.
func TestKilled(t *testing.T) {
	is := is.New(t)
	r, first := newHarness(t)
	r.worker(t).kill(t)
	<-first.closed
	if _, _, err := r.cdp.NewPage(t.Context(), "about:blank"); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	second := r.await(t, 15*time.Second)
	second.get(t, `{"type":"get_tabs"}`, nil)
	t.Logf("the first action was answered %v after the event", time.Since(start))

	tab := open(t, second)
	waiting := second.start(t, fmt.Sprintf(`{"type":"wait_for","selector":"#never","timeoutMs":30000,"tabId":%d}`, tab))
	w := r.worker(t)
	e2e.Await(t, "it comes to that", func() bool { return w.state(t).Pending == 1 })
	killed := time.Now()
	w.kill(t)
	<-second.closed
	t.Logf("the socket closed %v after the kill", time.Since(killed))
	is.Equal(len(waiting), 0) // the backend answers this one itself

	third := r.await(t, 65*time.Second)
	t.Logf("connected again %v after the kill", time.Since(killed))
	var page struct{ Title string }
	third.get(t, fmt.Sprintf(`{"type":"extract","tabId":%d}`, tab), &page)
	is.Equal(page.Title, "Page")
}
