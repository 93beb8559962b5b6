package actions_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/e2e"
)

func TestTabs(t *testing.T) { onBoth(t, "its tabs and their window", specTabs) }

func specTabs(t *testing.T, b *e2e.Product, site *e2e.Site) {

	t.Run("open_tab, get_tabs, close_tab", func(t *testing.T) {
		is := is.New(t)
		tab := b.Open(t, site.URL("/fields.html"))
		is.True(lists(b.Get(t, `{"type":"get_tabs"}`), tab))
		b.Get(t, map[string]any{"type": "close_tab", "tabId": tab})
		is.True(!lists(b.Get(t, `{"type":"get_tabs"}`), tab))
		b.Refused(t, "tab_not_found", map[string]any{"type": "extract", "tabId": tab})
		b.Refused(t, "tab_not_found", map[string]any{"type": "close_tab", "tabId": tab})
	})

	t.Run("the next tab is in the window of the one that was closed", func(t *testing.T) {
		is := is.New(t)
		var windows []any
		for range 3 {
			opened := b.Get(t, map[string]any{"type": "open_tab", "url": site.URL("/fields.html")})
			windows = append(windows, opened["windowId"])
			b.Get(t, map[string]any{"type": "extract", "tabId": opened["tabId"]})
			b.Get(t, map[string]any{"type": "close_tab", "tabId": opened["tabId"]})
		}
		is.Equal(windows[1], windows[0])
		is.Equal(windows[2], windows[0])
	})

	t.Run("many at once make one window and leave no orphan", func(t *testing.T) {
		is := is.New(t)
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
			is.True(row.(map[string]any)["url"] != site.URL("/blank.html"))
		}
	})

	t.Run("without a tabId, several of a person's tabs are refused with the candidates", func(t *testing.T) {
		b.Refused(t, "session_not_found", `{"type":"extract"}`)
	})
}

func lists(result map[string]any, tab int) bool {
	rows, _ := result["tabs"].([]any)
	for _, r := range rows {
		if row, _ := r.(map[string]any); row["tabId"] == float64(tab) {
			return true
		}
	}
	return false
}
