package actions_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

func TestSecretLeaks(t *testing.T) { onEach(t, specSecretLeaks) }

// specSecretLeaks has pages and scripts show a stored value in every form and
// member. This backend has given it to nobody: whoever filled it in did so before
// it started, or at another one.
func specSecretLeaks(t *testing.T, b *e2e.Product, site *e2e.Site) {
	const value = secretValue
	site.Mux.HandleFunc("/profile", func(w http.ResponseWriter, r *http.Request) {
		quoted, _ := json.Marshal(value)
		esc := html.EscapeString(value)
		e2e.HTML(w, `<!doctype html><title>`+esc+`</title><h1>`+esc+`</h1><button aria-label="`+esc+`">x</button><label>`+esc+` <input id=i value="`+esc+`"></label>
			<p id=address></p><a href="/next?p=`+url.QueryEscape(value)+`">next</a><a id=save download="`+esc+`.txt" href="data:text/plain,x">save</a>
			<iframe src="/blank.html?p=`+url.PathEscape(value)+`"></iframe><script>window.v=`+string(quoted)+`;address.textContent=location.href;console.log(v);console.log({p:[v]});console.error(encodeURIComponent(v))</script>`)
	})
	b.Secret(t, "kept", value, strings.TrimSuffix(site.URL("/"), "/"))
	// traces are what of the value must be in no answer, folded.
	traces := []string{"canary-of-a-secret", hex.EncodeToString([]byte("canary-of-a-secret")), "canary&#45;of", `\u0063\u0061`, "%63%61%6e"}
	for shift := range 3 {
		whole := base64.StdEncoding.EncodeToString([]byte("xx"[:shift] + "canary-of-a-secret"))
		traces = append(traces, strings.ToLower(whole[4:20]))
	}
	at := site.URL("/profile?p=" + url.QueryEscape(value))
	tab := 0
	// told fails when an answer has a trace, and returns it.
	told := func(t *testing.T, action map[string]any) string {
		t.Helper()
		if tab != 0 && action["type"] != "get_tabs" && action["type"] != "open_tab" {
			action["tabId"] = tab
		}
		out := b.Try(t, action)
		delete(out.Result, "dataUrl")
		data, err := json.Marshal(out.Result)
		if err != nil {
			t.Fatal(err)
		}
		all := out.Text + "\n" + out.Message + "\n" + string(data)
		folded := strings.ToLower(strings.NewReplacer("\u200b", "", "\u00ad", "").Replace(all))
		for _, trace := range traces {
			if strings.Contains(folded, trace) {
				t.Errorf("%v tells %s: %.2000s", action, trace, all)
			}
		}
		return all
	}
	// marked also wants the mark in it: that the value was there at all.
	marked := func(t *testing.T, action map[string]any) {
		t.Helper()
		if all := told(t, action); !strings.Contains(all, "secret kept") {
			t.Errorf("%v has no mark: %.2000s", action, all)
		}
	}

	tab = b.Open(t, at)
	told(t, map[string]any{"type": "wait_for", "selector": "#address"})
	for _, action := range []map[string]any{
		{"type": "navigate", "url": at + "&again"}, {"type": "extract"}, {"type": "extract", "query": "canary"}, {"type": "find", "query": "canary"},
		{"type": "console"}, {"type": "frames"}, {"type": "get_tabs"}, {"type": "reload"}, {"type": "screenshot"},
	} {
		t.Run(action["type"].(string), func(t *testing.T) {
			if action["type"] == "screenshot" {
				told(t, action)
				return
			}
			marked(t, action)
		})
	}
	t.Run("open_tab and what it causes", func(t *testing.T) {
		told(t, map[string]any{"type": "open_tab", "url": at})
		told(t, map[string]any{"type": "click", "selector": "a[href^='/next']"})
		marked(t, map[string]any{"type": "navigate", "url": at})
	})
	t.Run("a download's name", func(t *testing.T) {
		marked(t, map[string]any{"type": "click", "selector": "#save"})
		marked(t, map[string]any{"type": "downloads"})
	})
	for name, expression := range map[string]string{
		"a string":                 "v",
		"an object":                "{p: v}",
		"an array":                 "[v, [v]]",
		"a key":                    "{[v]: 1}",
		"a nested key":             "{a: [{[v]: {[v]: v}}]}",
		"percent":                  "encodeURIComponent(v)",
		"percent, twice":           "encodeURIComponent(encodeURIComponent(v))",
		"percent, each":            "[...new TextEncoder().encode(v)].map(c => '%' + c.toString(16)).join('')",
		"escape":                   "escape(v)",
		"plus":                     "new URLSearchParams({v}).toString()",
		"base64":                   "btoa(v)",
		"base64, one before":       "{x: btoa('x' + v)}",
		"base64, two before":       "[btoa('xy' + v)]",
		"base64 of UTF-8":          "btoa(String.fromCharCode(...new TextEncoder().encode('u:' + v)))",
		"base64 for addresses":     "btoa('??>' + v).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')",
		"hex":                      "[...new TextEncoder().encode(v)].map(c => c.toString(16).padStart(2, '0')).join('')",
		"HTML":                     "(() => { const d = document.createElement('i'); d.textContent = v; return d.outerHTML })()",
		"HTML, numbers":            "[...v].map(c => '&#' + c.codePointAt(0) + ';').join('')",
		"JSON":                     "JSON.stringify({a: JSON.stringify([v])})",
		"escapes":                  "[...v].map(c => '\\\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')).join('')",
		"upper case":               "v.toUpperCase()",
		"invisible characters":     "[...v].join('\\u200b')",
		"soft hyphens":             "{a: [...v].join('\\u00ad')}",
		"a long text with it":      "'x'.repeat(3000) + v + 'y'.repeat(20000)",
		"its element":              "document.querySelector('h1')",
		"a function":               "Object.assign(() => 0, {toString: () => v})",
		"a thrown error":           "(() => { throw new Error(v) })()",
		"a thrown string, percent": "(() => { throw encodeURIComponent(v) })()",
	} {
		t.Run("evaluate, "+name, func(t *testing.T) {
			action := map[string]any{"type": "evaluate", "expression": "return (" + expression + ")"}
			if name == "its element" || name == "a function" || name == "a long text with it" {
				told(t, action)
				return
			}
			marked(t, action)
		})
	}
	t.Run("a dialog", func(t *testing.T) {
		told(t, map[string]any{"type": "evaluate", "expression": "setTimeout(() => { prompt(v, encodeURIComponent(v)) }, 0); return 1"})
		told(t, map[string]any{"type": "extract"})
		marked(t, map[string]any{"type": "dialog"})
		told(t, map[string]any{"type": "dialog", "do": "dismiss"})
		marked(t, map[string]any{"type": "dialog"})
	})
	t.Run("a number", func(t *testing.T) {
		b.Secret(t, "pin", "90817263", strings.TrimSuffix(site.URL("/"), "/"))
		for _, expression := range []string{"90817263", "[90817263]", "{a: {b: 90817263}}", "'90817263'"} {
			out := fmt.Sprint(b.Try(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return (" + expression + ")"}))
			if !strings.Contains(out, "secret pin") || strings.Contains(out, "9081") || strings.Contains(out, "e+07") {
				t.Errorf("%s: %s", expression, out)
			}
		}
	})
}
