package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specSeek: find looks through all that shows, and gives a reference to the text's own element.
func specSeek(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/seek.html"))
	find := func(t *testing.T, query string) []any {
		t.Helper()
		return b.Get(t, map[string]any{"type": "find", "query": query, "tabId": tab})["elements"].([]any)
	}
	first := func(t *testing.T, query string) map[string]any {
		t.Helper()
		list := find(t, query)
		if len(list) == 0 {
			t.Fatalf("%q is not found", query)
		}
		return list[0].(map[string]any)
	}
	for _, row := range []struct{ query, role, name string }{
		{"rename twice", "paragraph", "Rename me twice"},
		{"amount 42", "cell", "Amount 42"},
		{"oat milk", "generic", "Buy oat milk"},
		{"pineapple", "listitem", "Pineapple \"gold\""},
		{"volume handle", "generic", "Volume handle"},
		{"draggable nine", "generic", "Task nine"},
		{"items left", "generic", "3 items left"},
		{"axis label", "generic", "Axis label"},
	} {
		t.Run(row.query, func(t *testing.T) {
			is := is.New(t)
			list := find(t, row.query)
			is.Equal(len(list), 1) // the innermost alone
			e := list[0].(map[string]any)
			is.Equal(e["role"], row.role)
			is.Equal(e["name"], row.name)
			b.Get(t, map[string]any{"type": "click", "uid": e["uid"], "tabId": tab})
		})
	}
	t.Run("acts on it", func(t *testing.T) {
		site.Forget()
		b.Get(t, map[string]any{"type": "click", "uid": first(t, "rename twice")["uid"], "count": 2, "tabId": tab})
		settle(t, b, tab)
		site.Await(t, 1, says("twice"))
	})
	t.Run("nothing that is hidden, and nothing more in a reading", func(t *testing.T) {
		is := is.New(t)
		is.Equal(len(find(t, "secretly hidden")), 0)
		apart := find(t, "rename pineapple") // in no one element
		is.True(len(apart) > 1)
		for _, e := range apart {
			name := strings.ToLower(e.(map[string]any)["name"].(string))
			is.True(strings.Contains(name, "rename") || strings.Contains(name, "pineapple"))
		}
		is.Equal(len(b.Get(t, map[string]any{"type": "extract", "tabId": tab})["elements"].([]any)), 1)
	})
	t.Run("dragging and double clicks are told", func(t *testing.T) {
		is := is.New(t)
		for query, says := range map[string]string{"task nine": "draggable", "column edge": "draggable", "card eleven": "draggable", "rename by double": "double-click"} {
			is.Equal(first(t, query)["state"], []any{says})
			got := b.Try(t, map[string]any{"type": "find", "query": query, "tabId": tab})
			is.True(strings.Contains(got.Text, says))
		}
		is.Equal(first(t, "oat milk")["state"], nil)
	})
	t.Run("hovering is told", func(t *testing.T) {
		is := is.New(t)
		for query, says := range map[string]string{"oat milk": "Delete", "delete": "Delete", "archive": "Archive card", "roadmap": "Archive card"} {
			is.Equal(first(t, query)["hover"], says)
		}
		got := b.Try(t, map[string]any{"type": "find", "query": "oat milk", "tabId": tab})
		is.True(strings.Contains(got.Text, "hover for: Delete"))
		site.Forget()
		b.Get(t, map[string]any{"type": "hover", "uid": first(t, "delete")["uid"], "tabId": tab})
		button := first(t, "delete")
		is.Equal(button["role"], "button")
		b.Get(t, map[string]any{"type": "click", "uid": button["uid"], "tabId": tab})
		settle(t, b, tab)
		site.Await(t, 1, says("deleted"))
	})
	t.Run("what is shown can be looked for", func(t *testing.T) {
		is := is.New(t)
		got := b.Try(t, map[string]any{"type": "find", "query": "say", "tabId": tab})
		is.True(strings.Contains(got.Text, `"Say 'hi'"`))
		for _, query := range []string{`Say 'hi'`, `"Say 'hi'"`, `Say "hi"`} {
			is.Equal(first(t, query)["role"], "button")
		}
	})
}

// says matches what a page has told in so many words.
func says(detail string) func(e2e.PageEvent) bool {
	return func(h e2e.PageEvent) bool { return h.Type == "said" && h.Detail == detail }
}
