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

// specSecretLeaks has pages and scripts show a stored value in every member of an answer.
// backend/secrets has the forms in which it is found. This backend has given it to nobody:
// whoever filled it in did so before it started, or at another one.
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
	s := &stage{b, site, 0}
	// told fails when an answer has a trace, and returns it.
	told := func(t *testing.T, line string) string {
		t.Helper()
		action := s.act(t, line)
		if s.tab == 0 || action["type"] == "get_tabs" || action["type"] == "open_tab" {
			delete(action, "tabId")
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
				t.Errorf("%s tells %s: %.2000s", line, trace, all)
			}
		}
		return all
	}
	// marked also wants the mark in it: that the value was there at all.
	marked := func(t *testing.T, line string) {
		t.Helper()
		if all := told(t, line); !strings.Contains(all, "secret kept") {
			t.Errorf("%s has no mark: %.2000s", line, all)
		}
	}
	told(t, `open_tab {"url":"`+at+`"}`)
	s.show(t, at)
	told(t, "wait_for #address")
	for _, line := range []string{"navigate: " + at + "&again", "extract", "extract: canary", "find: canary", "console", "frames", "get_tabs", "reload", "click #save", "downloads"} {
		t.Run(line, func(t *testing.T) { marked(t, line) })
	}
	told(t, "screenshot")
	told(t, "click a[href^='/next']")
	marked(t, "navigate: "+at)
	for name, expression := range map[string]string{
		"an object":                "({p: v})",
		"a nested key":             "({a: [{[v]: {[v]: v}}]})",
		"percent, twice":           "encodeURIComponent(encodeURIComponent(v))",
		"base64, two before":       "[btoa('xy' + v)]",
		"hex":                      "[...new TextEncoder().encode(v)].map(c => c.toString(16).padStart(2, '0')).join('')",
		"HTML":                     "Object.assign(document.createElement('i'), {textContent: v}).outerHTML",
		"JSON":                     "JSON.stringify({a: JSON.stringify([v])})",
		"soft hyphens":             "({a: [...v].join('\\u00ad')})",
		"a long text with it":      "'x'.repeat(3000) + v + 'y'.repeat(20000)",
		"its element":              "document.querySelector('h1')",
		"a function":               "Object.assign(() => 0, {toString: () => v})",
		"a thrown error":           "eval('throw new Error(v)')",
		"a thrown string, percent": "eval('throw encodeURIComponent(v)')",
	} {
		t.Run("evaluate, "+name, func(t *testing.T) {
			if line := "evaluate: return " + expression; name == "its element" || name == "a function" || name == "a long text with it" {
				told(t, line)
			} else {
				marked(t, line)
			}
		})
	}
	t.Run("a dialog", func(t *testing.T) {
		told(t, "evaluate: setTimeout(() => prompt(v, encodeURIComponent(v)), 0); return 1")
		told(t, "extract")
		marked(t, "dialog")
		told(t, "dialog: dismiss")
		marked(t, "dialog")
	})
	t.Run("a number", func(t *testing.T) {
		b.Secret(t, "pin", "90817263", strings.TrimSuffix(site.URL("/"), "/"))
		for _, expression := range []string{"90817263", "[90817263]", "({a: ({b: 90817263})})", "'90817263'"} {
			out := fmt.Sprint(b.Try(t, s.act(t, "evaluate: return "+expression)))
			if !strings.Contains(out, "secret pin") || strings.Contains(out, "9081") || strings.Contains(out, "e+07") {
				t.Errorf("%s: %s", expression, out)
			}
		}
	})
}
