package actions_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func TestFind(t *testing.T) { onEach(t, specFind) }

func specFind(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	tab := b.Open(t, site.URL("/form.html"))
	got := b.Get(t, map[string]any{"type": "find", "query": "agree", "tabId": tab})
	list := got["elements"].([]any)
	is.Equal(len(list), 1)
	e := list[0].(map[string]any)
	is.Equal(e["role"], "checkbox")
	is.Equal(got["markdown"], nil) // no text of the page
	b.Get(t, map[string]any{"type": "click", "uid": e["uid"], "tabId": tab})
	is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return agree.checked", "tabId": tab})["value"], true)
	is.Equal(len(b.Get(t, map[string]any{"type": "find", "query": "zebra", "tabId": tab})["elements"].([]any)), 0)
}
