package actions_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/bed"
)

// TestSessionEnds provokes each of the seven reasons for which a session ends
// and looks at what the person's audit log says of it, at the tab, and at what
// the agent's next action answers.
func TestSessionEnds(t *testing.T) {
	b, site := lie(t)
	page := site.URL("/pointer.html")
	on := func(tab int) map[string]any {
		return map[string]any{"type": "click", "selector": "#plain", "tabId": tab}
	}
	// own opens a tab of the agent's and makes its session the work of two actions.
	own := func() int {
		tab := b.Open(t, page)
		b.Get(t, on(tab))
		return tab
	}

	t.Run("tab_closed when the person closes the tab", func(t *testing.T) {
		tab := own()
		worker(t, b, fmt.Sprintf(`chrome.tabs.remove(%d)`, tab), nil)
		ended(t, b, tab, "tab_closed", 2)
		b.Refused(t, "tab_not_found", on(tab))
	})
	t.Run("user_stopped by the popup's Stop, which closes the agent's own tab", func(t *testing.T) {
		is := is.New(t)
		tab := own()
		is.Equal(ask(t, b, fmt.Sprintf(`"stop", args: {tabId: %d}`, tab)), true)
		ended(t, b, tab, "user_stopped", 2)
		b.Refused(t, "tab_not_found", on(tab))
	})
	t.Run("user_stopped by Cancel in the debugger bar, which leaves the person's tab", func(t *testing.T) {
		is := is.New(t)
		tab := persons(t, b, page)
		b.Get(t, on(tab))
		worker(t, b, fmt.Sprintf(`chrome.debugger.onDetach.dispatch({tabId: %d}, "canceled_by_user")`, tab), nil)
		ended(t, b, tab, "user_stopped", 1)
		is.True(lists(b.Get(t, `{"type":"get_tabs"}`), tab))
		b.Get(t, on(tab)) // a session is no consent: the next action starts one
		worker(t, b, fmt.Sprintf(`chrome.tabs.remove(%d)`, tab), nil)
		ended(t, b, tab, "tab_closed", 1)
	})
	t.Run("an action under way is answered at once when the person stops it", func(t *testing.T) {
		is := is.New(t)
		tab := persons(t, b, page)
		got := make(chan bed.Answer, 1)
		go func() {
			a, _ := b.Do(t.Context(), map[string]any{"type": "evaluate", "tabId": tab,
				"expression": `tell('began'); return new Promise(r => setTimeout(r, 8000))`})
			got <- a
		}()
		site.Await(t, 1, bed.Type("began", ""))
		start := time.Now()
		is.Equal(ask(t, b, fmt.Sprintf(`"stop", args: {tabId: %d}`, tab)), true)
		a := <-got
		is.Equal(a.Code, "session_not_found")
		is.True(time.Since(start) < 5*time.Second)
		worker(t, b, fmt.Sprintf(`chrome.tabs.remove(%d)`, tab), nil)
	})
	t.Run("system_idle ends the sessions once", func(t *testing.T) {
		tab, his := own(), persons(t, b, page)
		b.Get(t, on(his))
		worker(t, b, `chrome.idle.onStateChanged.dispatch("idle")`, nil)
		ended(t, b, tab, "system_idle", 2)
		ended(t, b, his, "system_idle", 1)
		b.Refused(t, "tab_not_found", on(tab))
		b.Get(t, on(his))
		worker(t, b, fmt.Sprintf(`chrome.tabs.remove(%d)`, his), nil)
	})
	t.Run("screen_locked ends the sessions and refuses until the person is back", func(t *testing.T) {
		his := persons(t, b, page)
		b.Get(t, on(his))
		worker(t, b, `globalThis.asked = chrome.idle.queryState; chrome.idle.queryState = async () => "locked"; chrome.idle.onStateChanged.dispatch("locked")`, nil)
		ended(t, b, his, "screen_locked", 1)
		b.Refused(t, "session_not_found", on(his))
		b.Refused(t, "session_not_found", map[string]any{"type": "open_tab", "url": page})
		worker(t, b, `chrome.idle.queryState = globalThis.asked; chrome.idle.onStateChanged.dispatch("active")`, nil)
		b.Get(t, on(his))
		worker(t, b, fmt.Sprintf(`chrome.tabs.remove(%d)`, his), nil)
	})
	t.Run("domain_blocked when the person blocks the domain", func(t *testing.T) {
		tab := b.Open(t, site.On("soon.test", "/pointer.html"))
		other := own()
		worker(t, b, `chrome.storage.local.set({blocklist: ["soon.test"]})`, nil)
		ended(t, b, tab, "domain_blocked", 1)
		b.Refused(t, "domain_blocked", map[string]any{"type": "open_tab", "url": site.On("www.soon.test", "/pointer.html")})
		b.Get(t, on(other)) // nobody else's session ends
		worker(t, b, `chrome.storage.local.set({blocklist: []})`, nil)
	})
	t.Run("global_stop by Stop all, with the agent's window", func(t *testing.T) {
		is := is.New(t)
		one, two := own(), own()
		n, _ := ask(t, b, `"stopAll"`).(float64)
		is.True(n >= 2)
		ended(t, b, one, "global_stop", 2)
		ended(t, b, two, "global_stop", 2)
		b.Refused(t, "tab_not_found", on(one))
		b.Refused(t, "session_not_found", `{"type":"extract"}`)
		own() // the next action starts a new session
	})
	t.Run("extension_reload when the worker wakes without the memory of its sessions", func(t *testing.T) {
		tab := persons(t, b, page)
		b.Get(t, on(tab))
		// What a reload does: session storage is gone, and so is the worker.
		worker(t, b, `chrome.storage.session.clear()`, nil)
		b.Kill(t)
		b.Try(t, `{"type":"get_tabs"}`) // may have been sent just before the socket was known to be dead
		b.Get(t, `{"type":"get_tabs"}`)
		ended(t, b, tab, "extension_reload", -1)
		b.Get(t, on(tab))
	})
}

// persons opens a tab as the person does.
func persons(t *testing.T, b *bed.Bed, url string) (tab int) {
	t.Helper()
	worker(t, b, fmt.Sprintf(`new Promise(done => {
		let id
		chrome.tabs.onUpdated.addListener(function loaded(tab, change) {
			if (tab !== id || change.status !== "complete") return
			chrome.tabs.onUpdated.removeListener(loaded)
			done(id)
		})
		chrome.tabs.create({url: %q, active: false}).then(t => id = t.id)
	})`, url), &tab)
	return tab
}

// worker evaluates an expression in the extension's service worker, as what
// the browser or the person does there.
func worker(t *testing.T, b *bed.Bed, expression string, out any) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	w, err := b.Worker(ctx)
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.CDP.Attach(ctx, w.TargetID)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.CDP.Eval(ctx, s, expression, out); err != nil {
		t.Fatal(expression, err)
	}
	if err := b.CDP.Send(ctx, "", "Target.detachFromTarget", map[string]any{"sessionId": s}, nil); err != nil {
		t.Fatal(err)
	}
}

// ask puts a question to the worker as the popup does, and returns what it
// answered.
func ask(t *testing.T, b *bed.Bed, method string) any {
	t.Helper()
	var answer struct{ OK any }
	worker(t, b, `new Promise(answered => chrome.runtime.onMessage.dispatch({kind: "bridge_request", method: `+method+`},
		{id: chrome.runtime.id, url: chrome.runtime.getURL("popup.html")}, answered))`, &answer)
	return answer.OK
}

// ended waits until the audit log says that the tab's session ended for that
// reason, after so many actions; a negative number is any.
func ended(t *testing.T, b *bed.Bed, tab int, reason string, actions int) {
	t.Helper()
	var row struct {
		Reason, Domain string
		ActionCount    int
	}
	worker(t, b, fmt.Sprintf(`new Promise(done => {
		const look = async () => {
			const rows = (await chrome.storage.local.get("sessionHistory")).sessionHistory ?? []
			const last = rows.filter(r => r.tabId === %d && (r.event === "start" || r.event === "end")).at(-1)
			if (last?.event === "end") done(last)
		}
		chrome.storage.onChanged.addListener(look)
		look()
	})`, tab), &row)
	if row.Reason != reason || row.Domain == "" || actions >= 0 && row.ActionCount != actions {
		t.Errorf("the session of tab %d ended with %+v, want %s after %d actions", tab, row, reason, actions)
	}
}
