package actions_test

import (
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/e2e"
)

func specHover(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/pointer.html"))
	t.Run("moves the pointer there and presses nothing", func(t *testing.T) {
		is := is.New(t)
		site.Forget()
		b.Get(t, map[string]any{"type": "hover", "selector": "#plain", "tabId": tab})
		got := site.Await(t, 1, e2e.Type("mouseover", "plain"))
		is.True(got[0].Trusted)
		settle(t, b, tab)
		is.Equal(len(site.Seen(e2e.Type("mousedown", ""))), 0)
	})
	t.Run("refuses what is covered", func(t *testing.T) {
		b.Refused(t, "invalid_action", map[string]any{"type": "hover", "selector": "#covered", "tabId": tab})
	})
}
