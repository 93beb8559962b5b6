package actions_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestSessionEnds provokes each of the seven reasons for which a session ends
// and looks at what the person's audit log says of it, at the tab, and at what
// the agent's next action answers.
func TestSessionEnds(t *testing.T) {
	onBoth(t, "its stops and the blocklist that it rereads", specSessionEnds)
}

func specSessionEnds(t *testing.T, b *e2e.Product, site *e2e.Site) {
	visits := 0
	page := func() string { // no two tabs are at the same address
		visits++
		return site.URL(fmt.Sprintf("/pointer.html?%d", visits))
	}
	on := func(tab int) map[string]any {
		return map[string]any{"type": "click", "selector": "#plain", "tabId": tab}
	}
	// own opens a tab of the agent's and makes its session the work of two actions.
	own := func() int {
		tab := b.Open(t, page())
		b.Get(t, on(tab))
		return tab
	}

	t.Run("tab_closed when the person closes the tab", func(t *testing.T) {
		tab := own()
		b.CloseAsPerson(t, tab)
		ended(t, b, tab, "tab_closed", 2)
		b.Refused(t, "tab_not_found", on(tab))
	})
	t.Run("user_stopped by the person's Stop, which closes the agent's own tab", func(t *testing.T) {
		is := is.New(t)
		tab := own()
		is.True(b.Stop(t, tab))
		ended(t, b, tab, "user_stopped", 2)
		b.Refused(t, "tab_not_found", on(tab))
	})
	t.Run("an action under way is answered at once when the person stops it", func(t *testing.T) {
		is := is.New(t)
		tab := b.OpenAsPerson(t, page())
		got := make(chan e2e.Answer, 1)
		go func() {
			a, _ := b.Do(t.Context(), map[string]any{"type": "evaluate", "tabId": tab,
				"expression": `tell('began'); return new Promise(r => setTimeout(r, 8000))`})
			got <- a
		}()
		site.Await(t, 1, e2e.Type("began", ""))
		start := time.Now()
		is.True(b.Stop(t, tab))
		a := <-got
		is.Equal(a.Code, "session_not_found")
		is.True(time.Since(start) < 5*time.Second)
		if b.Host == e2e.Worker {
			b.Refused(t, "session_not_found", on(tab))
		} else { // no screen on which they could let it back in
			b.Get(t, on(tab))
		}
		b.CloseAsPerson(t, tab)
	})
	t.Run("domain_blocked when the person blocks the domain", func(t *testing.T) {
		tab := b.Open(t, site.On("soon.test", "/pointer.html"))
		other := own()
		b.Block(t, "soon.test")
		ended(t, b, tab, "domain_blocked", 1)
		b.Refused(t, "domain_blocked", map[string]any{"type": "open_tab", "url": site.On("www.soon.test", "/pointer.html")})
		b.Get(t, on(other)) // nobody else's session ends
		b.Block(t)
	})
	t.Run("global_stop by Stop all, with the agent's window", func(t *testing.T) {
		is := is.New(t)
		one, two := own(), own()
		is.True(b.StopAll(t) >= 2)
		ended(t, b, one, "global_stop", 2)
		ended(t, b, two, "global_stop", 2)
		b.Refused(t, "session_not_found", `{"type":"extract"}`)
		b.Refused(t, "tab_not_found", on(one))
		own()
	})
	if b.Host == e2e.Worker {
		workerEnds(t, b, page, own, on)
	}
}

// workerEnds are the reasons that only the extension knows: the direct host
// shows no debugger bar, sees neither idleness nor a lock, and has no worker
// (see docs/hosts.md).
func workerEnds(t *testing.T, b *e2e.Product, page func() string, own func() int, on func(tab int) map[string]any) {
	t.Run("user_stopped by Cancel in the debugger bar, which leaves the person's tab", func(t *testing.T) {
		is := is.New(t)
		tab := b.OpenAsPerson(t, page())
		b.Get(t, on(tab))
		b.InWorker(t, fmt.Sprintf(`chrome.debugger.onDetach.dispatch({tabId: %d}, "canceled_by_user")`, tab), nil)
		ended(t, b, tab, "user_stopped", 1)
		is.True(lists(b.Get(t, `{"type":"get_tabs"}`), tab))
		b.Refused(t, "session_not_found", on(tab))
		b.Kill(t)
		back(t, b)
		b.Refused(t, "session_not_found", on(tab)) // nor by another worker
		is.True(b.Resume(t, tab))
		b.Get(t, on(tab)) // a session is no consent: the next action starts one
		b.CloseAsPerson(t, tab)
		ended(t, b, tab, "tab_closed", 1)
	})
	t.Run("system_idle ends the sessions once", func(t *testing.T) {
		tab, his := own(), b.OpenAsPerson(t, page())
		b.Get(t, on(his))
		b.InWorker(t, `chrome.idle.onStateChanged.dispatch("idle")`, nil)
		ended(t, b, tab, "system_idle", 2)
		ended(t, b, his, "system_idle", 1)
		b.Refused(t, "tab_not_found", on(tab))
		b.Get(t, on(his))
		b.CloseAsPerson(t, his)
	})
	t.Run("screen_locked ends the sessions and refuses until the person is back", func(t *testing.T) {
		his := b.OpenAsPerson(t, page())
		b.Get(t, on(his))
		b.InWorker(t, `globalThis.asked = chrome.idle.queryState; chrome.idle.queryState = async () => "locked"; chrome.idle.onStateChanged.dispatch("locked")`, nil)
		ended(t, b, his, "screen_locked", 1)
		b.Refused(t, "session_not_found", on(his))
		b.Refused(t, "session_not_found", map[string]any{"type": "open_tab", "url": page()})
		b.InWorker(t, `chrome.idle.queryState = globalThis.asked; chrome.idle.onStateChanged.dispatch("active")`, nil)
		b.Get(t, on(his))
		b.CloseAsPerson(t, his)
	})
	t.Run("extension_reload when the worker wakes without the memory of its sessions", func(t *testing.T) {
		tab := b.OpenAsPerson(t, page())
		b.Get(t, on(tab))
		// What a reload does: session storage is gone, and so is the worker.
		b.InWorker(t, `chrome.storage.session.clear()`, nil)
		b.Kill(t)
		back(t, b)
		ended(t, b, tab, "extension_reload", -1)
		b.Get(t, on(tab))
	})
}

// back waits until the browser is connected again. What is asked before may
// reach a worker that is about to end.
func back(t *testing.T, b *e2e.Product) {
	t.Helper()
	e2e.Await(t, "it is so", func() bool { return b.Try(t, `{"type":"get_tabs"}`).Code == "" })
}

// ended waits until the audit log says that the tab's session ended for that
// reason, after so many actions; a negative number is any.
func ended(t *testing.T, b *e2e.Product, tab int, reason string, actions int) {
	t.Helper()
	end := b.AwaitEnd(t, tab)
	if end.Reason != reason || end.Domain == "" || actions >= 0 && end.ActionCount != actions {
		t.Errorf("the session of tab %d ended with %+v, want %s after %d actions", tab, end, reason, actions)
	}
}
