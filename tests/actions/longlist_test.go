package actions_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specMany: of more elements than one answer lists the agent learns what is left
// out, reads on, and is told of what is new or in front before all else.
func specMany(t *testing.T, b *e2e.Product, site *e2e.Site) {
	show := showing(b)
	t.Run("what is left out is told, and read on", func(t *testing.T) {
		is := is.New(t)
		tab := show(t, site.URL("/many.html"))
		seen := map[any]bool{}
		read := b.Try(t, map[string]any{"type": "extract", "tabId": tab})
		is.True(strings.Contains(read.Text, "310 elements"))
		is.True(strings.Contains(read.Text, "280 button, 30 link"))
		is.True(strings.Contains(read.Text, "280 main, 30 footer"))
		for page := 1; ; page++ {
			list := read.Result["elements"].([]any)
			for _, e := range list {
				is.True(!seen[e.(map[string]any)["name"]])
				seen[e.(map[string]any)["name"]] = true
			}
			if read.Result["omitted"] == nil {
				is.Equal(page, 3)
				break
			}
			uid := list[len(list)-1].(map[string]any)["uid"]
			is.True(strings.Contains(read.Text, fmt.Sprint("after: ", uid)))
			read = b.Try(t, map[string]any{"type": "extract", "after": uid, "tabId": tab})
			is.Equal(read.Result["markdown"], "")
		}
		is.Equal(len(seen), 510)
	})
	t.Run("so is a long text, and a field by its uid", func(t *testing.T) {
		is := is.New(t)
		site.Mux.HandleFunc("/long-text", func(w http.ResponseWriter, _ *http.Request) {
			e2e.HTML(w, "<main>"+strings.Repeat("<p>Some words of a long text.</p>", 2000)+"<p>The end</p><textarea>a  b\n c</textarea></main>")
		})
		tab := b.Open(t, site.URL("/long-text"))
		read := b.Get(t, map[string]any{"type": "extract", "tabId": tab})
		uid := read["elements"].([]any)[0].(map[string]any)["uid"]
		words := 0
		for range 3 {
			words += strings.Count(read["markdown"].(string), "Some words of a long text.")
			_, line, more := strings.Cut(fmt.Sprint(read["truncated"]), "go on with after: l")
			if !more {
				break
			}
			line, _, _ = strings.Cut(line, ",")
			read = b.Get(t, map[string]any{"type": "extract", "tabId": tab, "after": "l" + line})
		}
		is.Equal(words, 2000)
		is.True(strings.Contains(read["markdown"].(string), "The end"))
		is.Equal(b.Get(t, map[string]any{"type": "extract", "tabId": tab, "selector": uid})["text"], "a  b\n c")
	})
	t.Run("or from any element on", func(t *testing.T) {
		is := is.New(t)
		tab := show(t, site.URL("/many.html"))
		uid := b.Get(t, map[string]any{"type": "find", "query": "Button 477", "tabId": tab})["elements"].([]any)[0].(map[string]any)["uid"]
		list := b.Get(t, map[string]any{"type": "extract", "after": uid, "tabId": tab})["elements"].([]any)
		is.Equal(len(list), 32)
		is.Equal(list[0].(map[string]any)["name"], "Button 478")
	})
	for _, row := range []struct{ name, does, finds string }{
		{"new", "setTimeout(() => add(foot, 'button', 'Came'), 0)", "Came"},
		{"in front", "const d = document.body.appendChild(document.createElement('div')); d.setAttribute('role', 'dialog'); add(d, 'button', 'Before all')", "Before all"},
		{"in focus", "foot.lastChild.focus({ preventScroll: true })", "Link 29"},
	} {
		t.Run("what is "+row.name+" comes first", func(t *testing.T) {
			is := is.New(t)
			tab := show(t, site.URL("/many.html"))
			since := b.Get(t, map[string]any{"type": "extract", "tabId": tab})["snapshot"]
			b.Get(t, map[string]any{"type": "evaluate", "expression": row.does, "tabId": tab})
			settle(t, b, tab)
			changed := b.Get(t, map[string]any{"type": "extract", "since": since, "tabId": tab})["elements"].([]any)
			is.Equal(changed[0].(map[string]any)["name"], row.finds)
			whole := b.Get(t, map[string]any{"type": "extract", "tabId": tab})["elements"].([]any)
			if row.name != "new" { // by now it has been told
				is.Equal(whole[0].(map[string]any)["name"], row.finds)
			}
		})
	}
}
