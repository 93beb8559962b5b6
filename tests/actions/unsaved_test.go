package actions_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/bed"
	"github.com/zapvol/bua/tests/cdp"
)

// TestUnsaved: a page that would ask before it is left. The agent's close_tab
// lets it ask; the end of a session closes the agent's own tab all the same,
// and never a tab of the person's.
func TestUnsaved(t *testing.T) { onEach(t, specUnsaved) }

func specUnsaved(t *testing.T, b *bed.Bed, site *bed.Site) {
	visits := 0
	page := func() string { // no two tabs are at the same address
		visits++
		return site.URL("/dialogs.html?" + strings.Repeat("u", visits))
	}
	guard := func(t *testing.T, tab int) {
		b.Get(t, map[string]any{"type": "click", "selector": "#guard", "tabId": tab})
	}
	open := func(t *testing.T) (tab int, url string) {
		url = page()
		tab = b.Open(t, url)
		guard(t, tab)
		return tab, url
	}
	there := func(t *testing.T, url string) bool {
		list, err := b.CDP.Targets(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(list, func(o cdp.TargetInfo) bool { return o.URL == url })
	}
	gone := func(t *testing.T, url string) {
		t.Helper()
		until(t, func() bool { return !there(t, url) })
	}

	t.Run("the person's Stop closes the agent's own tab", func(t *testing.T) {
		is := is.New(t)
		tab, url := open(t)
		is.True(b.Stop(t, tab))
		gone(t, url)
	})
	t.Run("and so it does while the page asks", func(t *testing.T) {
		is := is.New(t)
		tab, url := open(t)
		got := b.Get(t, map[string]any{"type": "click", "selector": "#away", "tabId": tab})
		is.Equal(got["effects"].(map[string]any)["dialog"].(map[string]any)["type"], "beforeunload")
		is.True(b.Stop(t, tab))
		gone(t, url)
	})
	t.Run("Stop all closes several, and leaves the person's", func(t *testing.T) {
		_, one := open(t)
		_, two := open(t)
		theirs := page()
		tab := b.Visit(t, theirs)
		guard(t, tab)
		b.StopAll(t)
		gone(t, one)
		gone(t, two)
		b.Resume(t, 0)
		if !there(t, theirs) {
			t.Error("the person's tab was closed")
		}
	})
}
