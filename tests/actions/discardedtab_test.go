package actions_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// TestAway: a tab that the browser has put away to save memory is loaded by the
// first action in it, and a form that was sent to get it is not sent again.
func TestAway(t *testing.T) {
	b := e2e.New(t, e2e.Options{})
	site := e2e.NewSite(t, pages, "pages")
	var sent atomic.Int32
	site.Mux.HandleFunc("/sent", func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			sent.Add(1)
		}
		e2e.HTML(w, `<form method=post><button>Send</button></form>`)
	})
	away := func(t *testing.T, tab int) (as int) {
		b.InWorker(t, fmt.Sprintf(`chrome.tabs.discard(%d).then(t => t.id)`, tab), &as)
		return as
	}
	for _, action := range []map[string]any{
		{"type": "extract"},
		{"type": "click", "selector": "#plain"},
		{"type": "evaluate", "expression": "return document.readyState"},
		{"type": "screenshot"},
		{"type": "reload"},
		{"type": "navigate", "url": site.URL("/blank.html")},
	} {
		t.Run(action["type"].(string), func(t *testing.T) {
			if action["type"] == "evaluate" || action["type"] == "screenshot" { // the tab comes back as for a reading
				size.LeaveToAll(t, size.Trial)
			}
			is := is.New(t)
			action["tabId"] = away(t, b.OpenAsPerson(t, site.URL("/pointer.html?"+action["type"].(string))))
			got := b.Try(t, action)
			is.Equal(got.Message, "")
			effects, _ := got.Result["effects"].(map[string]any)
			is.Equal(effects["navigated"] != nil, action["type"] == "reload") // its loading is no effect of the action
			if got.Result["value"] != nil {
				is.Equal(got.Result["value"], "complete")
			}
			b.CloseAsPerson(t, int(action["tabId"].(int)))
		})
	}
	t.Run("what answered a form", func(t *testing.T) {
		is := is.New(t)
		tab := b.OpenAsPerson(t, site.URL("/sent"))
		b.Get(t, map[string]any{"type": "click", "tabId": tab, "selector": "button"})
		is.Equal(sent.Load(), int32(1))
		b.Stop(t, tab)
		b.Resume(t, tab)
		tab = away(t, tab)
		got := b.Try(t, map[string]any{"type": "extract", "tabId": tab})
		if !strings.Contains(got.Text, "ERR_CACHE_MISS") {
			t.Fatalf("%+v", got)
		}
		is.Equal(sent.Load(), int32(1))
	})
	t.Run("a site that is blocked by then", func(t *testing.T) {
		is := is.New(t)
		tab := away(t, b.OpenAsPerson(t, site.On("away.test", "/pointer.html")))
		b.Block(t, "away.test")
		is.True(strings.Contains(b.Refused(t, "domain_blocked", map[string]any{"type": "extract", "tabId": tab}), "blocklist"))
	})
}
