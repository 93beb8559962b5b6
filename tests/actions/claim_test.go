package actions_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func TestClaimTab(t *testing.T) { onEach(t, specClaim) }

func specClaim(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	got := b.Get(t, map[string]any{"type": "open_tab", "url": site.URL("/form.html"), "focus": true})
	tab := int(got["tabId"].(float64)) // in front of the person: theirs to keep
	b.Get(t, map[string]any{"type": "release_tab", "tabId": tab})
	is.True(lists(b.Get(t, `{"type":"get_tabs"}`), tab)) // it stays open
	ended(t, b, tab, "released", -1)
	b.Refused(t, "session_not_found", map[string]any{"type": "release_tab", "tabId": tab})
	b.Get(t, map[string]any{"type": "claim_tab", "tabId": tab})
	b.Get(t, map[string]any{"type": "extract"}) // the one session there is
	b.Get(t, map[string]any{"type": "release_tab", "tabId": tab})
	b.Refused(t, "tab_not_found", map[string]any{"type": "claim_tab", "tabId": 999999})
	own := b.Open(t, site.URL("/blank.html"))
	b.Refused(t, "invalid_action", map[string]any{"type": "release_tab", "tabId": own})
}
