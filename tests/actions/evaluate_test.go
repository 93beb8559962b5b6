package actions_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

func TestEvaluate(t *testing.T) { onEach(t, specEvaluate) }

func specEvaluate(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/blank.html"))
	eval := func(js string) map[string]any {
		return map[string]any{"type": "evaluate", "expression": js, "tabId": tab}
	}

	for _, c := range []struct {
		name, js, typ string
		value         any
	}{
		{"a string", `return 'x'`, "string", "x"},
		{"a number", `return 1.5`, "number", 1.5},
		{"a boolean", `return false`, "boolean", false},
		{"an object", `return {a: [1, null]}`, "object", map[string]any{"a": []any{1.0, nil}}},
		{"a promise's value", `return Promise.resolve('later')`, "string", "later"},
		{"nothing without return", `document.title`, "undefined", nil},
		{"the page's own world", `window.secretOfPage = 7; return window.secretOfPage`, "number", 7.0},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			got := b.Get(t, eval(c.js))
			is.Equal(got["type"], c.typ)
			is.Equal(got["value"], c.value)
		})
	}

	for _, c := range []struct{ name, js, has string }{
		{"a node", `return document.body`, "body"},
		{"a function", `return function hello() {}`, "hello"},
		{"a map", `return new Map([[1, 2]])`, "Map"},
		{"a symbol", `return Symbol('s')`, "s"},
		{"a bigint", `return 12n`, "12"},
		{"not a number", `return NaN`, "NaN"},
		{"infinity", `return -Infinity`, "-Infinity"},
	} {
		t.Run("describes "+c.name, func(t *testing.T) {
			is := is.New(t)
			got := b.Get(t, eval(c.js))
			description, _ := got["description"].(string)
			is.True(strings.Contains(description, c.has))
		})
	}

	t.Run("more than 8 KB is previewed", func(t *testing.T) {
		is := is.New(t)
		got := b.Get(t, eval(`return 'y'.repeat(20000)`))
		is.Equal(got["truncated"], true)
		preview, _ := got["preview"].(string)
		is.True(len(preview) < 9000)
		is.True(strings.HasSuffix(preview, "chars]"))
		is.True(strings.Contains(preview, "[truncated "))
	})

	for _, c := range []struct{ name, js, says string }{
		{"what throws", `throw new TypeError('wrong call')`, "wrong call"},
		{"what rejects", `return Promise.reject(new Error('went bad'))`, "went bad"},
		{"what does not parse", `return (`, "SyntaxError"},
		{"what is no error", `throw 42`, "42"},
	} {
		t.Run("invalid_action for "+c.name, func(t *testing.T) {
			is := is.New(t)
			is.True(strings.Contains(b.Refused(t, "invalid_action", eval(c.js)), c.says))
		})
	}

	for _, c := range []struct{ name, js string }{
		{"an endless promise", `return new Promise(() => {})`},
		{"an endless loop", `for (;;) {}`},
		{"an endless chain", `return (async () => { for (;;) await 0 })()`},
	} {
		t.Run("ends "+c.name, func(t *testing.T) {
			if c.name != "an endless promise" { // busy for the whole limit, as the loop of TestEvaluate_Browser
				size.LeaveToAll(t, size.Trial)
			}
			is := is.New(t)
			got := b.Try(t, eval(c.js))
			is.Equal(got.Code, "timeout")
			is.True(got.Took < 11*time.Second)                 // the limit of 10 s and 0.5 s, and this machine's noise
			is.Equal(b.Get(t, eval(`return 1`))["value"], 1.0) // the tab is usable
		})
	}

	t.Run("dialogs during it are handled", func(t *testing.T) {
		is := is.New(t)
		is.Equal(b.Get(t, eval(`alert('a'); return 'after'`))["value"], "after")
		is.Equal(b.Get(t, eval(`return confirm('c')`))["value"], false)
		is.Equal(b.Get(t, eval(`return prompt('p')`))["value"], nil)
	})
}
