package actions_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/bed"
)

func TestHistory(t *testing.T) { onEach(t, specHistory) }

func specHistory(t *testing.T, b *bed.Bed, site *bed.Site) {
	is := is.New(t)
	tab := b.Open(t, site.URL("/blank.html?1"))
	act := func(kind string, more map[string]any) string {
		if more == nil {
			more = map[string]any{}
		}
		more["type"], more["tabId"] = kind, tab
		effects, _ := b.Get(t, more)["effects"].(map[string]any)
		at, _ := effects["navigated"].(map[string]any)
		url, _ := at["url"].(string)
		return url
	}
	act("navigate", map[string]any{"url": site.URL("/fields.html")})
	is.Equal(act("back", nil), site.URL("/blank.html?1"))
	is.Equal(act("forward", nil), site.URL("/fields.html"))
	b.Refused(t, "invalid_action", map[string]any{"type": "forward", "tabId": tab})

	b.Get(t, map[string]any{"type": "evaluate", "expression": "window.mark = 1; history.pushState(1, '', '?state')", "tabId": tab})
	is.Equal(act("back", nil), site.URL("/fields.html")) // within the document
	is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return window.mark", "tabId": tab})["value"], 1.0)
	is.Equal(act("reload", nil), site.URL("/fields.html"))
	is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return typeof window.mark", "tabId": tab})["value"], "undefined")
	is.Equal(act("reload", map[string]any{"hard": true}), site.URL("/fields.html"))
}
