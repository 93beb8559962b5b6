package product

import (
	"context"
	"embed"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

//go:embed pages
var pages embed.FS

// TestForm: an agent opens a local form, reads it, fills it and submits it by
// uid, over both transports; the page says that everything was trusted and
// happened once.
func TestForm(t *testing.T) {
	for _, door := range []struct {
		name string
		open func(*testing.T) *e2e.Agent
	}{
		{"stdio", func(t *testing.T) *e2e.Agent { return atOnce(t, e2e.Stdio(t)) }},
		{"http", func(t *testing.T) *e2e.Agent { return e2e.New(t, e2e.Options{}).Agent }},
		{"http, without the extension", func(t *testing.T) *e2e.Agent {
			size.LeaveToAll(t, size.OtherHost)
			return e2e.New(t, e2e.Options{Host: e2e.Direct}).Agent
		}},
	} {
		t.Run(door.name, func(t *testing.T) {
			is := is.New(t)
			site := e2e.NewSite(t, pages, "pages")
			posted := make(chan map[string]string, 4)
			site.Mux.HandleFunc("POST /done", func(w http.ResponseWriter, r *http.Request) {
				_ = r.ParseForm()
				got := map[string]string{}
				for k := range r.PostForm {
					got[k] = r.PostForm.Get(k)
				}
				posted <- got
				e2e.HTML(w, "<title>Done</title><main><h1>Thank you</h1></main>")
			})
			a := door.open(t)
			tab := a.Open(t, site.URL("/form.html"))
			p := a.Extract(t, tab, nil)
			is.Equal(p.Title, "Sign up")
			on := func(role, name, action string, more ...any) map[string]any {
				m := map[string]any{"type": action, "uid": p.UID(t, role, name), "tabId": tab}
				for i := 0; i+1 < len(more); i += 2 {
					m[more[i].(string)] = more[i+1]
				}
				return m
			}
			a.Get(t, on("textbox", "First name", "type", "text", "Zoë 🙂"))
			a.Get(t, on("textbox", "Email", "type", "text", "zoe@example.com"))
			a.Get(t, on("textbox", "About you", "type", "text", "About me"))
			a.Get(t, on("checkbox", "I agree", "click"))
			a.Get(t, on("button", "Save", "click"))

			got := <-posted
			is.Equal(got["first"], "Zoë 🙂")
			is.Equal(got["email"], "zoe@example.com")
			is.Equal(got["about"], "About me")
			is.Equal(got["terms"], "on")

			for _, want := range []struct{ typ, target string }{
				{"input", "first"}, {"input", "email"}, {"input", "about"}, {"input", "terms"},
				{"mousedown", "save"}, {"mouseup", "save"}, {"click", "save"}, {"click", "terms"},
			} {
				seen := site.Await(t, 1, e2e.Type(want.typ, want.target))
				if len(seen) != 1 || !seen[0].Trusted {
					t.Errorf("%s on %s: %+v, want one, trusted", want.typ, want.target, seen)
				}
			}
			submits := site.Await(t, 1, e2e.Type("submit", ""))
			is.Equal(len(submits), 1)
			is.True(submits[0].Trusted)
			is.Equal(len(posted), 0) // posted once
			is.Equal(a.Extract(t, tab, nil).Title, "Done")
		})
	}
}

// atOnce: calls that come before the browser is there wait for it, all of them.
func atOnce(t *testing.T, a *e2e.Agent) *e2e.Agent {
	t.Helper()
	errs := make(chan error, 8)
	for range cap(errs) {
		go func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			out, err := a.Do(ctx, `{"type":"get_tabs"}`)
			if err == nil && out.Code != "" {
				err = errors.New(out.Code + ": " + out.Message)
			}
			errs <- err
		}()
	}
	for range cap(errs) {
		is.New(t).NoErr(<-errs)
	}
	return a
}

// TestBadInput_EndToEnd: what only the browser can judge is refused there, with
// a code and the field, and the page is untouched.
func TestBadInput_EndToEnd(t *testing.T) {
	for _, host := range []e2e.Host{e2e.Worker, e2e.Direct} {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			badInput(t, host)
		})
	}
}

type badAction struct {
	name   string
	action map[string]any
	code   string
	says   string
}

func badActions() []badAction {
	return []badAction{
		{"a javascript URL", map[string]any{"type": "navigate", "url": "javascript:alert(1)"}, "invalid_action", "action.url"},
		{"a file URL", map[string]any{"type": "navigate", "url": "file:///etc/passwd"}, "invalid_action", "action.url"},
		{"a browser page", map[string]any{"type": "open_tab", "url": "chrome://settings"}, "invalid_action", "action.url"},
		{"a URL without host", map[string]any{"type": "navigate", "url": "http://"}, "invalid_action", "action.url"},
		{"an unknown key", map[string]any{"type": "press_key", "key": "Entr"}, "invalid_action", "key"},
		{"a broken selector", map[string]any{"type": "click", "selector": "a[[["}, "invalid_action", "selector"},
		{"a uid that was never given", map[string]any{"type": "click", "uid": "e9999"}, "element_stale", "extract"},
		{"a selector without match", map[string]any{"type": "click", "selector": "#nothing"}, "element_not_found", "extract"},
		{"an expression that throws", map[string]any{"type": "evaluate", "expression": "throw new Error('no')"}, "invalid_action", "no"},
		{"an expression that is no JavaScript", map[string]any{"type": "evaluate", "expression": "return ("}, "invalid_action", ""},
		{"a tab that is not there", map[string]any{"type": "click", "uid": "e0", "tabId": 999999}, "tab_not_found", ""},
		{"a wait for what does not come", map[string]any{"type": "wait_for", "selector": "#never", "timeoutMs": 200}, "timeout", ""},
	}
}

func badInput(t *testing.T, host e2e.Host) {
	if host == e2e.Direct && !size.All() {
		for _, row := range badActions() {
			t.Run(row.name, func(t *testing.T) { size.LeaveToAll(t, size.OtherHost) })
		}
		return
	}
	site := e2e.NewSite(t, pages, "pages")
	b := e2e.New(t, e2e.Options{Host: host})
	tab := b.Open(t, site.URL("/plain.html"))
	site.Await(t, 0, e2e.Type("click", ""))
	for _, row := range badActions() {
		t.Run(row.name, func(t *testing.T) {
			if _, named := row.action["tabId"]; !named && row.action["type"] != "open_tab" {
				row.action["tabId"] = tab
			}
			message := b.Refused(t, row.code, row.action)
			if !strings.Contains(strings.ToLower(message), row.says) {
				t.Errorf("%q does not say %q", message, row.says)
			}
		})
	}
	for _, typ := range []string{"mousedown", "click", "keydown", "input"} {
		if n := len(site.Seen(e2e.Type(typ, ""))); n != 0 {
			t.Errorf("the page saw %d %s", n, typ)
		}
	}
}
