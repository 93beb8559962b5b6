package actions_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// specEvaluate: a script runs in the page's own world, and its value comes back or is described.
func specEvaluate(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/blank.html")
	eval := func(js string) map[string]any { return s.act(t, "evaluate: "+js) }
	for _, c := range []struct {
		js, typ string
		value   any
	}{
		{`return 'x'`, "string", "x"}, {`return 1.5`, "number", 1.5}, {`return false`, "boolean", false}, {`return ({a: [1, null]})`, "object", map[string]any{"a": []any{1.0, nil}}},
		{`return Promise.resolve('later')`, "string", "later"}, {`document.title`, "undefined", nil}, {`window.ofPage = 7; return window.ofPage`, "number", 7.0},
		{`alert('a'); return 'after'`, "string", "after"}, {`return confirm('c')`, "boolean", false}, {`return prompt('p')`, "object", nil}, // dialogs during it are handled
	} {
		t.Run(c.js, func(t *testing.T) {
			got := b.Get(t, eval(c.js))
			is.New(t).Equal([]any{got["type"], got["value"]}, []any{c.typ, c.value})
		})
	}
	for js, has := range map[string]string{
		`return document.body`: "body", `return function hello() {}`: "hello", `return new Map([[1, 2]])`: "Map", `return Symbol('s')`: "s", `return 12n`: "12", `return NaN`: "NaN", `return -Infinity`: "-Infinity",
	} {
		t.Run("describes "+js, func(t *testing.T) {
			description, _ := b.Get(t, map[string]any{"type": "evaluate", "tabId": s.tab, "expression": js})["description"].(string)
			is.New(t).True(strings.Contains(description, has))
		})
	}
	run(t, "more than 8 KB is previewed", func(t *testing.T, is asserts) {
		got := b.Get(t, eval(`return 'y'.repeat(20000)`))
		is.Equal(got["truncated"], true)
		preview, _ := got["preview"].(string)
		is.True(len(preview) < 9000 && strings.HasSuffix(preview, "chars]") && strings.Contains(preview, "[truncated "))
	})
	s.rows(t,
		row{name: "what throws", do: "evaluate: throw new TypeError('wrong call')", code: "invalid_action", says: "wrong call"},
		row{name: "what rejects", do: "evaluate: return Promise.reject(new Error('went bad'))", code: "invalid_action", says: "went bad"},
		row{name: "what does not parse", do: "evaluate: return (", code: "invalid_action", says: "SyntaxError"},
		row{name: "what is no error", do: "evaluate: throw 42", code: "invalid_action", says: "42"},
	)
	for _, c := range []struct{ name, js string }{
		{"an endless promise", `return new Promise(() => {})`}, {"an endless loop", `for (;;) {}`}, {"an endless chain", `return (async () => { for (;;) await 0 })()`},
	} {
		t.Run("ends "+c.name, func(t *testing.T) {
			if c.name != "an endless promise" { // busy for the whole limit, as the loop of TestEvaluate_Browser
				size.LeaveToAll(t, size.Trial)
			}
			is := is.New(t)
			got := b.Try(t, map[string]any{"type": "evaluate", "tabId": s.tab, "expression": c.js})
			is.Equal(got.Code, "timeout")
			is.True(got.Took < 11*time.Second) // the limit of 10 s and 0.5 s, and this machine's noise
			is.Equal(s.js(t, "1"), 1.0)        // the tab is usable
		})
	}
}
