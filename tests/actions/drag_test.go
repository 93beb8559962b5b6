package actions_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func TestDrag(t *testing.T) { onBoth(t, "its input", specDrag) }

func specDrag(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/drag.html"))
	drag := func(from, to string) {
		b.Get(t, map[string]any{"type": "drag", "selector": from, "to": map[string]any{"selector": to}, "tabId": tab})
	}
	t.Run("with data, as HTML has it", func(t *testing.T) {
		is := is.New(t)
		drag("#source", "#goal")
		got := site.Await(t, 1, e2e.Type("dropped", ""))
		is.Equal(len(got), 1)
		is.Equal(got[0].Detail, "true cargo")
	})
	t.Run("by pointer events alone", func(t *testing.T) {
		is := is.New(t)
		drag("#handle", "#slot")
		is.Equal(site.Await(t, 1, e2e.Type("released", ""))[0].Detail, "slot")
	})
}
