package actions_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

// TestFront: a page that opens the address of the blank tab in front of the
// agent's window does not hide a tab behind it, from the agent or from the sweep.
func TestFront(t *testing.T) { onEach(t, specFront) }

func specFront(t *testing.T, b *e2e.Product, site *e2e.Site) {
	t.Run("a tab that it opens is told, listed and swept", func(t *testing.T) {
		is := is.New(t)
		tab := b.Open(t, site.URL("/front.html"))
		got := b.Get(t, map[string]any{"type": "click", "selector": "#new", "tabId": tab})
		effects, _ := got["effects"].(map[string]any)
		tabs, _ := effects["tabs"].([]any)
		is.Equal(len(tabs), 1)
		opened := int(tabs[0].(map[string]any)["tabId"].(float64))
		is.True(lists(b.Get(t, `{"type":"get_tabs"}`), opened))
		is.True(b.Stop(t, tab))
		e2e.Await(t, "it is so", func() bool {
			list, err := b.CDP.Targets(t.Context())
			is.NoErr(err)
			return !slices.ContainsFunc(list, func(o cdp.TargetInfo) bool { return strings.HasPrefix(o.URL, "about:blank#bua-window") })
		})
	})
	t.Run("one that goes there itself is listed", func(t *testing.T) {
		is := is.New(t)
		tab := b.Open(t, site.URL("/front.html"))
		b.Get(t, map[string]any{"type": "click", "selector": "#self", "tabId": tab})
		is.True(lists(b.Get(t, `{"type":"get_tabs"}`), tab))
		is.True(b.Stop(t, tab))
	})
}
