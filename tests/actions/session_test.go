package actions_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

const press = "click #plain"

// visits opens tabs in which the agent has done something: no two are at the same address.
type visits struct {
	b    *e2e.Product
	site *e2e.Site
	n    int
}

func (v *visits) page() string {
	v.n++
	return v.site.URL(fmt.Sprintf("/pointer.html?%d", v.n))
}

func (v *visits) at(t *testing.T, tab int) *stage {
	s := &stage{v.b, v.site, tab}
	s.do(t, press)
	return s
}

// own opens a tab of the agent's and makes its session the work of two actions.
func (v *visits) own(t *testing.T) *stage { return v.at(t, v.b.Open(t, v.page())) }

// theirs is one of the person's.
func (v *visits) theirs(t *testing.T) *stage { return v.at(t, v.b.OpenAsPerson(t, v.page())) }

// specSessionEnds provokes each of the seven reasons for which a session ends
// and looks at what the person's audit log says of it, at the tab, and at what
// the agent's next action answers.
func specSessionEnds(t *testing.T, b *e2e.Product, site *e2e.Site) {
	v := &visits{b: b, site: site}
	t.Run("tab_closed when the person closes the tab", func(t *testing.T) {
		s := v.own(t)
		b.CloseAsPerson(t, s.tab)
		ended(t, b, s.tab, "tab_closed", 2)
		s.no(t, "tab_not_found", press)
	})
	t.Run("user_stopped by the person's Stop, which closes the agent's own tab", func(t *testing.T) {
		s := v.own(t)
		is.New(t).True(b.Stop(t, s.tab))
		ended(t, b, s.tab, "user_stopped", 2)
		s.no(t, "tab_not_found", press)
	})
	run(t, "an action under way is answered at once when the person stops it", func(t *testing.T, is asserts) {
		s := &stage{b, site, b.OpenAsPerson(t, v.page())}
		got := make(chan e2e.Answer, 1)
		go func() {
			a, _ := b.Do(t.Context(), s.act(t, "evaluate: tell('began'); return new Promise(r => setTimeout(r, 8000))"))
			got <- a
		}()
		site.Await(t, 1, e2e.Type("began", ""))
		start := time.Now()
		is.True(b.Stop(t, s.tab))
		is.Equal((<-got).Code, "session_not_found")
		is.True(time.Since(start) < 5*time.Second)
		if b.Host == e2e.Worker {
			s.no(t, "session_not_found", press)
		} else { // no screen on which they could let it back in
			s.do(t, press)
		}
		b.CloseAsPerson(t, s.tab)
	})
	t.Run("domain_blocked when the person blocks the domain", func(t *testing.T) {
		tab := b.Open(t, site.On("soon.test", "/pointer.html"))
		other := v.own(t)
		b.Block(t, "soon.test")
		ended(t, b, tab, "domain_blocked", 1)
		b.Refused(t, "domain_blocked", map[string]any{"type": "open_tab", "url": site.On("www.soon.test", "/pointer.html")})
		other.do(t, press) // nobody else's session ends
		b.Block(t)
	})
	t.Run("global_stop by Stop all, with the agent's window", func(t *testing.T) {
		one, two := v.own(t), v.own(t)
		is.New(t).True(b.StopAll(t) >= 2)
		ended(t, b, one.tab, "global_stop", 2)
		ended(t, b, two.tab, "global_stop", 2)
		b.Refused(t, "session_not_found", `{"type":"extract"}`)
		one.no(t, "tab_not_found", press)
		v.own(t)
	})
	if b.Host == e2e.Worker {
		workerEnds(t, b, v)
	}
}

// workerEnds are the reasons that only the extension knows: the direct host
// shows no debugger bar, sees neither idleness nor a lock, and has no worker
// (see docs/hosts.md).
func workerEnds(t *testing.T, b *e2e.Product, v *visits) {
	run(t, "user_stopped by Cancel in the debugger bar, which leaves the person's tab", func(t *testing.T, is asserts) {
		s := v.theirs(t)
		b.InWorker(t, fmt.Sprintf(`chrome.debugger.onDetach.dispatch({tabId: %d}, "canceled_by_user")`, s.tab), nil)
		ended(t, b, s.tab, "user_stopped", 1)
		is.True(lists(b.Get(t, `{"type":"get_tabs"}`), s.tab))
		s.no(t, "session_not_found", press)
		b.Kill(t)
		back(t, b)
		s.no(t, "session_not_found", press) // nor by another worker
		is.True(b.Resume(t, s.tab))
		s.do(t, press) // a session is no consent: the next action starts one
		b.CloseAsPerson(t, s.tab)
		ended(t, b, s.tab, "tab_closed", 1)
	})
	t.Run("system_idle ends the sessions once", func(t *testing.T) {
		s, his := v.own(t), v.theirs(t)
		b.InWorker(t, `chrome.idle.onStateChanged.dispatch("idle")`, nil)
		ended(t, b, s.tab, "system_idle", 2)
		ended(t, b, his.tab, "system_idle", 1)
		s.no(t, "tab_not_found", press)
		his.do(t, press)
		b.CloseAsPerson(t, his.tab)
	})
	t.Run("screen_locked ends the sessions and refuses until the person is back", func(t *testing.T) {
		his := v.theirs(t)
		b.InWorker(t, `globalThis.asked = chrome.idle.queryState; chrome.idle.queryState = async () => "locked"; chrome.idle.onStateChanged.dispatch("locked")`, nil)
		ended(t, b, his.tab, "screen_locked", 1)
		his.no(t, "session_not_found", press)
		b.Refused(t, "session_not_found", map[string]any{"type": "open_tab", "url": v.page()})
		b.InWorker(t, `chrome.idle.queryState = globalThis.asked; chrome.idle.onStateChanged.dispatch("active")`, nil)
		his.do(t, press)
		b.CloseAsPerson(t, his.tab)
	})
	t.Run("extension_reload when the worker wakes without the memory of its sessions", func(t *testing.T) {
		s := v.theirs(t)
		// What a reload does: session storage is gone, and so is the worker.
		b.InWorker(t, `chrome.storage.session.clear()`, nil)
		b.Kill(t)
		back(t, b)
		ended(t, b, s.tab, "extension_reload", -1)
		s.do(t, press)
	})
}

// back waits until the browser is connected again. What is asked before may
// reach a worker that is about to end.
func back(t *testing.T, b *e2e.Product) {
	t.Helper()
	e2e.Await(t, "the browser is back", func() bool { return b.Try(t, `{"type":"get_tabs"}`).Code == "" })
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
