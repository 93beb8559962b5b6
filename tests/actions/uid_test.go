package actions_test

import (
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/e2e"
)

// TestUID: a uid means one element of one tab, whatever tab an action names.
func TestUID(t *testing.T) { onEach(t, specUID) }

func specUID(t *testing.T, b *e2e.Product, site *e2e.Site) {
	one, two := b.Open(t, site.URL("/pointer.html?one")), b.Open(t, site.URL("/pointer.html?two"))
	first, second := b.Extract(t, one, nil).UID(t, "button", "Plain"), b.Extract(t, two, nil).UID(t, "button", "Plain")
	presses := func(tab int) float64 {
		return b.Get(t, map[string]any{"type": "evaluate", "expression": "return window.pressed ?? 0", "tabId": tab})["value"].(float64)
	}
	for _, tab := range []int{one, two} {
		b.Get(t, map[string]any{"type": "evaluate", "expression": "addEventListener('click', () => window.pressed = (window.pressed ?? 0) + 1); return 1", "tabId": tab})
	}
	is := is.New(t)
	b.Get(t, map[string]any{"type": "click", "uid": first})
	is.Equal([]float64{presses(one), presses(two)}, []float64{1, 0})
	got := b.Try(t, map[string]any{"type": "click", "uid": second, "tabId": one})
	is.Equal(got.Code, "element_stale")
	b.Get(t, map[string]any{"type": "navigate", "url": site.URL("/pointer.html?next"), "tabId": two})
	next := b.Extract(t, two, nil).UID(t, "button", "Plain")
	is.True(next != first && next != second)
	got = b.Try(t, map[string]any{"type": "click", "uid": second})
	is.Equal(got.Code, "element_stale")
	is.Equal(presses(one), 1.0)
}
