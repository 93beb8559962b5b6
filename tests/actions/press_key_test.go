package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/e2e"
)

func specPressKey(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/fields.html"))

	for _, c := range []struct{ key, page string }{
		{"Enter", "Enter Enter 13"}, {"Tab", "Tab Tab 9"}, {"Escape", "Escape Escape 27"},
		{"Backspace", "Backspace Backspace 8"}, {"Delete", "Delete Delete 46"}, {"Space", "  Space 32"},
		{"ArrowUp", "ArrowUp ArrowUp 38"}, {"ArrowDown", "ArrowDown ArrowDown 40"},
		{"ArrowLeft", "ArrowLeft ArrowLeft 37"}, {"ArrowRight", "ArrowRight ArrowRight 39"},
		{"Home", "Home Home 36"}, {"End", "End End 35"}, {"PageUp", "PageUp PageUp 33"}, {"PageDown", "PageDown PageDown 34"},
		{"F1", "F1 F1 112"}, {"F12", "F12 F12 123"}, {"a", "a KeyA 65"}, {"7", "7 Digit7 55"},
		{"Control+a", "Control+a KeyA 65"}, {"Shift+Tab", "Shift+Tab Tab 9"}, {"Control+Shift+ArrowLeft", "Control+Shift+ArrowLeft ArrowLeft 37"},
		{"Alt+ArrowUp", "Alt+ArrowUp ArrowUp 38"}, {"Meta+k", "Meta+k KeyK 75"},
		{"Meta+K", "Meta+k KeyK 75"}, {"Control+A", "Control+a KeyA 65"}, {"Meta+Shift+k", "Shift+Meta+K KeyK 75"}, {"K", "K KeyK 75"},
	} {
		t.Run(c.key, func(t *testing.T) {
			is := is.New(t)
			b.Get(t, map[string]any{"type": "click", "selector": "#name", "tabId": tab})
			site.Forget()
			b.Get(t, map[string]any{"type": "press_key", "key": c.key, "tabId": tab})
			down := site.Await(t, 1, func(h e2e.PageEvent) bool { return h.Type == "keydown" && h.Detail == c.page })
			is.Equal(len(down), 1)
			is.True(down[0].Trusted)
		})
	}

	t.Run("Control+A selects and typing replaces", func(t *testing.T) {
		is := is.New(t)
		b.Get(t, map[string]any{"type": "type", "selector": "#name", "text": "old", "tabId": tab})
		b.Get(t, map[string]any{"type": "press_key", "key": "Control+A", "tabId": tab})
		b.Get(t, map[string]any{"type": "type", "selector": "#name", "text": "new", "tabId": tab})
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return document.getElementById('name').value", "tabId": tab})["value"], "new")
	})

	t.Run("a wrong name is answered with near ones", func(t *testing.T) {
		is := is.New(t)
		for wrong, near := range map[string]string{"Entr": "Enter", "arrowdwn": "ArrowDown", "Ctrl+Escpae": "Escape", "PgDown": "PageDown"} {
			is.True(strings.Contains(b.Refused(t, "invalid_action", map[string]any{"type": "press_key", "key": wrong, "tabId": tab}), near))
		}
	})
}
