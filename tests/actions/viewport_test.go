package actions_test

import (
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

// TestViewport: a page in the agent's window has a desktop's width and height,
// not those that make it show what it has for a telephone.
func TestViewport(t *testing.T) { onEach(t, viewport) }

func viewport(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/click.html"))
	size := func(expression string) float64 {
		n, _ := b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": expression})["value"].(float64)
		return n
	}
	if w, h := size("return innerWidth"), size("return innerHeight"); w < 1280 || h < 800 {
		t.Errorf("the viewport is %v × %v", w, h)
	}
}
