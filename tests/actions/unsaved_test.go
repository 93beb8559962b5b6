package actions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

// TestUnsaved: a page that would ask before it is left. The agent's close_tab
// lets it ask; the end of a session closes the agent's own tab all the same,
// and never a tab of the person's.
func TestUnsaved(t *testing.T) { onEach(t, specUnsaved) }

func specUnsaved(t *testing.T, b *e2e.Product, site *e2e.Site) {
	visits := 0
	page := func() string { // no two tabs are at the same address
		visits++
		return site.URL("/dialogs.html?" + fmt.Sprint(visits, "/"))
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
		return slices.ContainsFunc(list, func(o cdp.TargetInfo) bool { return strings.HasPrefix(o.URL, url) })
	}
	gone := func(t *testing.T, url string) {
		t.Helper()
		e2e.Await(t, "it is so", func() bool { return !there(t, url) })
	}

	t.Run("the person's Stop closes the agent's own tab", func(t *testing.T) {
		is := is.New(t)
		tab, url := open(t)
		is.True(b.Stop(t, tab))
		gone(t, url)
		gone(t, "about:blank#bua-window") // with it the window
	})
	t.Run("and so it does while the page asks", func(t *testing.T) {
		is := is.New(t)
		tab, url := open(t)
		got := b.Get(t, map[string]any{"type": "click", "selector": "#away", "tabId": tab})
		is.Equal(got["effects"].(map[string]any)["dialog"].(map[string]any)["type"], "beforeunload")
		is.True(b.Stop(t, tab))
		gone(t, url)
	})
	if b.Host == e2e.Worker { // the direct host has no window of its own
		t.Run("and so it does while the person looks at it", func(t *testing.T) {
			is := is.New(t)
			tab, url := open(t)
			b.InWorker(t, fmt.Sprintf(`(async () => {
				const t = await chrome.tabs.update(%d, {active: true})
				await chrome.windows.update(t.windowId, {state: "normal", focused: true})
			})()`, tab), nil)
			is.True(b.Stop(t, tab))
			gone(t, url)
			gone(t, "about:blank#bua-window")
		})
	}
	t.Run("Stop all closes several, and leaves the person's", func(t *testing.T) {
		_, one := open(t)
		_, two := open(t)
		theirs := page()
		tab := b.OpenAsPerson(t, theirs)
		guard(t, tab)
		b.StopAll(t)
		gone(t, one)
		gone(t, two)
		b.Resume(t, 0)
		if !there(t, theirs) {
			t.Error("the person's tab was closed")
		}
	})

	dialog := func(t *testing.T, tab int, more map[string]any) map[string]any {
		more["type"], more["tabId"] = "dialog", tab
		return b.Get(t, more)
	}
	asks := func(t *testing.T, tab int) { // close_tab does, and the page waits for an answer
		t.Helper()
		is.New(t).True(strings.Contains(b.Refused(t, "dialog_open", map[string]any{"type": "close_tab", "tabId": tab}), "beforeunload"))
	}
	for _, c := range []struct {
		whose string
		open  func(*testing.T) (int, string)
	}{{"its own", open}, {"the person's", func(t *testing.T) (int, string) {
		url := page()
		tab := b.OpenAsPerson(t, url)
		guard(t, tab)
		return tab, url
	}}} {
		t.Run("close_tab of "+c.whose+" waits for an answer", func(t *testing.T) {
			is := is.New(t)
			tab, url := c.open(t)
			asks(t, tab)
			is.True(strings.Contains(b.Refused(t, "dialog_open", map[string]any{"type": "close_tab", "tabId": tab}), "may be lost"))
			dialog(t, tab, map[string]any{"do": "dismiss"})
			is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return document.title", "tabId": tab})["value"], "dialogs")
			asks(t, tab)
			_ = b.Try(t, map[string]any{"type": "dialog", "do": "accept", "tabId": tab})
			gone(t, url)
		})
		t.Run("close_tab of "+c.whose+" follows the policy", func(t *testing.T) {
			is := is.New(t)
			tab, url := c.open(t)
			dialog(t, tab, map[string]any{"policy": "auto_dismiss"})
			is.True(strings.Contains(b.Refused(t, "invalid_action", map[string]any{"type": "close_tab", "tabId": tab}), "auto_dismiss"))
			is.True(there(t, url))
			dialog(t, tab, map[string]any{"policy": "auto_accept"})
			b.Get(t, map[string]any{"type": "close_tab", "tabId": tab})
			gone(t, url)
		})
	}
}
