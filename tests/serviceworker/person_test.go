package serviceworker

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// page opens one of the extension's own documents.
func (r *harness) page(t testing.TB) worker {
	t.Helper()
	session, target, err := r.cdp.NewPage(t.Context(), "chrome-extension://ipbjjblpngibdjpdbmhncgfolgnjeonk/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	page := worker{r, target, session}
	e2e.Await(t, "it comes to that", func() bool {
		var there bool
		page.eval(t, &there, "!!globalThis.chrome?.runtime?.sendMessage")
		return there
	})
	return page
}

// ask sends a bridge_request and returns the answer.
func (w worker) ask(t testing.TB, method, args string) (answer struct {
	OK    json.RawMessage
	Error *struct{ Code, Message string }
}) {
	t.Helper()
	w.eval(t, &answer, `chrome.runtime.sendMessage({kind: "bridge_request", method: %q, args: %s})`, method, args)
	return answer
}

// TestPerson is what the person has of one worker, and a page has not, and what it makes of messages that
// are odd. One ends the connection, the last two break the pairing.
func TestPerson(t *testing.T) {
	r, now := newHarness(t)
	for _, row := range []struct {
		name string
		try  func(*testing.T, *harness, *wire)
	}{
		{"the pages read the state and end sessions", ownPages}, {"a web page has no way to the worker", notAWebPage},
		{"the deepest message", deepest}, {"strange text", strangeText}, {"a cancelled request", cancelled}, {"a request that comes twice", twice},
		{"a binary message", func(t *testing.T, r *harness, _ *wire) { now = binary(t, r, now) }},
		{"a broken pairing in storage", brokenPairing}, {"a pairing code follows no redirect", noRedirect},
	} {
		t.Run(row.name, func(t *testing.T) { row.try(t, r, now) })
	}
}

// ownPages: the extension's pages read the state and end sessions.
func ownPages(t *testing.T, r *harness, wire *wire) {
	is := is.New(t)
	tab := open(t, wire)
	page := r.page(t)
	w := r.worker(t)

	var state struct {
		Link     struct{ State, ServerURL string }
		Sessions []struct {
			TabID, ActionCount int
			Domain             string
		}
	}
	is.NoErr(json.Unmarshal(page.ask(t, "getState", "{}").OK, &state))
	is.Equal(state.Link.State, "connected")
	is.Equal(state.Link.ServerURL, r.url())
	is.Equal(len(state.Sessions), 1)
	is.Equal(state.Sessions[0].TabID, tab)
	is.Equal(state.Sessions[0].Domain, "127.0.0.1")

	is.Equal(string(page.ask(t, "stop", fmt.Sprintf(`{"tabId": %d}`, tab)).OK), "true")
	is.Equal(string(page.ask(t, "stop", fmt.Sprintf(`{"tabId": %d}`, tab)).OK), "false") // already ended
	open(t, wire)
	is.Equal(string(page.ask(t, "stopAll", "{}").OK), "1")
	is.Equal(page.ask(t, "stop", `{}`).Error.Message, "stop: tabId must be the number of a tab")
	is.True(page.ask(t, "pair", `{"serverUrl": "ws://example.com", "code": "x"}`).Error != nil)
	is.Equal(page.ask(t, "noSuchThing", "null").Error.Code, "invalid_action")
	is.Equal(w.state(t).Deaths, 0)
}

// notAWebPage: a web page has no way to the worker.
func notAWebPage(t *testing.T, r *harness, wire *wire) {
	is := is.New(t)
	tab := open(t, wire)
	var got struct{ Value string }
	wire.get(t, fmt.Sprintf(`{"type":"evaluate","tabId":%d,"expression":"try { await chrome.runtime.sendMessage('ipbjjblpngibdjpdbmhncgfolgnjeonk', {kind: 'bridge_request', method: 'stopAll'}); return 'sent' } catch { return 'refused' }"}`, tab), &got)
	is.Equal(got.Value, "refused")
	wire.get(t, fmt.Sprintf(`{"type":"evaluate","tabId":%d,"expression":"return fetch('chrome-extension://ipbjjblpngibdjpdbmhncgfolgnjeonk/manifest.json').then(() => 'read', () => 'refused')"}`, tab), &got)
	is.Equal(got.Value, "refused")
	is.Equal(r.worker(t).state(t).Deaths, 0)
}

// noRedirect: whoever answers where the person pairs cannot have the code sent on.
func noRedirect(t *testing.T, r *harness, _ *wire) {
	is := is.New(t)
	asked, reached := make(chan string, 10), make(chan string, 10)
	away := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { reached <- r.Method }))
	t.Cleanup(away.Close)
	door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
		w.Header().Set("Access-Control-Allow-Headers", "content-type")
		if r.Method == http.MethodPost {
			asked <- r.URL.Path
			http.Redirect(w, r, away.URL+r.URL.Path, http.StatusTemporaryRedirect)
		}
	}))
	t.Cleanup(door.Close)
	page := r.page(t)
	// Without a pairing it does not connect again, which would take the notice back.
	r.worker(t).eval(t, nil, `chrome.storage.local.set({bridge_config: {serverUrl: 7, deviceId: [], key: null}})`)
	e2e.Await(t, "the pairing is gone", func() bool {
		var state struct{ Link struct{ State string } }
		is.NoErr(json.Unmarshal(page.ask(t, "getState", "{}").OK, &state))
		return state.Link.State == "misconfigured"
	})
	page.ask(t, "pair", fmt.Sprintf(`{"serverUrl": "ws%s/", "code": "ABCD-EFGH-JKMN"}`, strings.TrimPrefix(door.URL, "http")))
	e2e.Await(t, "the pairing has failed", func() bool {
		var state struct{ Link struct{ NoticeDetail string } }
		is.NoErr(json.Unmarshal(page.ask(t, "getState", "{}").OK, &state))
		return strings.Contains(state.Link.NoticeDetail, "pairing failed")
	})
	is.Equal(len(asked), 1)
	is.Equal(len(reached), 0)
}

// brokenPairing: a broken pairing in storage is told, not obeyed and no death.
func brokenPairing(t *testing.T, r *harness, first *wire) {
	is := is.New(t)
	w, page := r.worker(t), r.page(t)
	w.eval(t, nil, `chrome.storage.local.set({bridge_config: {serverUrl: 7, deviceId: [], key: null}})`)
	<-first.closed
	var state struct {
		Link struct{ State, Reason, Detail string }
	}
	is.NoErr(json.Unmarshal(page.ask(t, "getState", "{}").OK, &state))
	t.Log(state.Link.Detail)
	is.Equal(state.Link.State, "misconfigured")
	is.Equal(w.state(t).Deaths, 0)
}
