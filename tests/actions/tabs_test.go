package actions_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

func lists(result map[string]any, tab int) bool {
	rows, _ := result["tabs"].([]any)
	return slices.ContainsFunc(rows, func(r any) bool { return r.(map[string]any)["tabId"] == float64(tab) })
}

// there reports whether the browser has a page whose address begins so.
func there(t *testing.T, b *e2e.Product, url string) bool {
	t.Helper()
	list, err := b.CDP.Targets(t.Context())
	is.New(t).NoErr(err)
	return slices.ContainsFunc(list, func(o cdp.TargetInfo) bool { return strings.HasPrefix(o.URL, url) })
}

// gone waits until it has none.
func gone(t *testing.T, b *e2e.Product, url string) {
	t.Helper()
	e2e.Await(t, url+" is closed", func() bool { return !there(t, b, url) })
}

// specTabs: the agent's tabs stand in one window of its own, which leaves no orphan.
func specTabs(t *testing.T, b *e2e.Product, site *e2e.Site) {
	t.Run("without a tabId, several of a person's tabs are refused with the candidates", func(t *testing.T) {
		b.Refused(t, "session_not_found", `{"type":"extract"}`)
	})
	run(t, "open_tab, get_tabs, close_tab, and the next in the same window", func(t *testing.T, is asserts) {
		windows, tab := map[any]bool{}, 0
		for range 3 {
			opened := b.Get(t, map[string]any{"type": "open_tab", "url": site.URL("/fields.html")})
			windows[opened["windowId"]], tab = true, int(opened["tabId"].(float64))
			is.True(lists(b.Get(t, `{"type":"get_tabs"}`), tab))
			b.Extract(t, tab, nil)
			b.Get(t, map[string]any{"type": "close_tab", "tabId": tab})
		}
		is.Equal(len(windows), 1)
		is.True(!lists(b.Get(t, `{"type":"get_tabs"}`), tab))
		b.Refused(t, "tab_not_found", map[string]any{"type": "extract", "tabId": tab})
		b.Refused(t, "tab_not_found", map[string]any{"type": "close_tab", "tabId": tab})
	})
	run(t, "many at once make one window and leave no orphan", func(t *testing.T, is asserts) {
		many := amount(50, 8)
		var wg sync.WaitGroup
		var mu sync.Mutex
		windows, tabs := map[float64]bool{}, []float64{}
		for i := range many {
			wg.Go(func() {
				got := b.Try(t, map[string]any{"type": "open_tab", "url": site.URL(fmt.Sprintf("/blank.html?%d", i))})
				mu.Lock()
				defer mu.Unlock()
				if got.Code != "" {
					t.Errorf("open_tab: %s: %s", got.Code, got.Message)
					return
				}
				windows[got.Result["windowId"].(float64)] = true
				tabs = append(tabs, got.Result["tabId"].(float64))
			})
		}
		wg.Wait()
		is.Equal(len(windows), 1)
		is.Equal(len(tabs), many)
		for _, tab := range tabs {
			b.Get(t, map[string]any{"type": "close_tab", "tabId": tab})
		}
		for _, row := range b.Get(t, `{"type":"get_tabs"}`)["tabs"].([]any) {
			is.True(!strings.HasPrefix(row.(map[string]any)["url"].(string), site.URL("/blank.html")))
		}
	})
}

// specFront: a page that opens the address of the blank tab in front of the agent's window does
// not hide a tab behind it, from the agent or from the sweep.
func specFront(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	s := (&stage{b, site, 0}).show(t, "/front.html")
	// As any other page of the agent's, it has a desktop's size, not one that makes it show
	// what it has for a telephone.
	is.True(s.js(t, "innerWidth >= 1280 && innerHeight >= 800") == true)
	tabs, _ := s.do(t, "click #new")["tabs"].([]any)
	is.Equal(len(tabs), 1)
	is.True(lists(b.Get(t, `{"type":"get_tabs"}`), int(tabs[0].(map[string]any)["tabId"].(float64))))
	is.True(b.Stop(t, s.tab))
	gone(t, b, "about:blank#bua-window")
	s = (&stage{b, site, 0}).show(t, "/front.html")
	s.do(t, "click #self") // goes there itself
	is.True(lists(b.Get(t, `{"type":"get_tabs"}`), s.tab))
	is.True(b.Stop(t, s.tab))
}
