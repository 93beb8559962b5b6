package actions_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specRestless: what never stands still is pressed where it will be, and
// nothing else is; what no press can meet is told.
func specRestless(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/restless.html"))
	for _, id := range []string{"slides", "turns", "trembles"} {
		t.Run(id, func(t *testing.T) {
			is := is.New(t)
			site.Forget()
			b.Get(t, map[string]any{"type": "click", "selector": "#" + id, "tabId": tab})
			settle(t, b, tab)
			site.Await(t, 1, says(id))
			is.Equal(len(site.Seen(says("wrong"))), 0)
			is.Equal(len(site.Seen(says(id))), 1)
		})
	}
	t.Run("flees", func(t *testing.T) {
		is := is.New(t)
		site.Forget()
		b.Refused(t, "timeout", map[string]any{"type": "click", "selector": "#flees", "tabId": tab})
		settle(t, b, tab)
		is.Equal(len(site.Seen(says("wrong"))), 0)
	})
}
