package actions_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func specConsole(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	tab := b.Open(t, site.URL("/blank.html"))
	b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": `
		console.log('plain', 1, {a: 1}); console.debug('fine'); console.warn('careful'); console.error('bad');
		setTimeout(() => { throw new Error('thrown late') }); await new Promise(r => setTimeout(r, 50))`})
	read := func(level string) (levels, texts []any) {
		action := map[string]any{"type": "console", "tabId": tab}
		if level != "" {
			action["level"] = level
		}
		for _, row := range b.Get(t, action)["entries"].([]any) {
			e := row.(map[string]any)
			levels, texts = append(levels, e["level"]), append(texts, e["text"])
		}
		return levels, texts
	}
	levels, texts := read("")
	is.Equal(levels, []any{"info", "debug", "warning", "error", "error"})
	is.Equal(texts, []any{"plain 1 Object", "fine", "careful", "bad", "Error: thrown late"})
	_, texts = read("error")
	is.Equal(texts, []any{"bad", "Error: thrown late"}) // asked again, told again

	b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": `for (let i = 0; i < 120; i++) console.log('n' + i)`})
	_, texts = read("")
	is.Equal(len(texts), 50)
	is.Equal(texts[49], "n119")

	tab = b.Open(t, site.On("a.test", "/frames.html"))
	loaded(t, b, tab)
	list := b.Get(t, map[string]any{"type": "console", "tabId": tab})["entries"].([]any)
	var from []any
	for _, row := range list {
		from = append(from, row.(map[string]any)["frame"])
	}
	is.Equal(from, []any{nil, nil, site.On("c.test", "")}) // two of the page's process
}
