package safety_test

import (
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/tests/e2e"
)

// TestDevTools has the person's DevTools open on every tab, on a screen: each
// action works all the same.
func TestDevTools(t *testing.T) {
	e2e.Display(t)
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			b := e2e.New(t, e2e.Options{Host: host, Window: true, Args: []string{"--auto-open-devtools-for-tabs"}})
			site := e2e.NewSite(t, pages, "pages")
			tab := b.Open(t, site.URL("/allowed.html"))
			inspects(t, b)
			for _, action := range []map[string]any{
				{"type": "extract"}, {"type": "click", "selector": "#b"}, {"type": "press_key", "key": "Tab"}, {"type": "hover", "selector": "#b"},
				{"type": "screenshot"}, {"type": "evaluate", "expression": "return document.title"}, {"type": "scroll", "direction": "down"},
				{"type": "navigate", "url": site.URL("/allowed.html?again")}, {"type": "wait_for", "selector": "#b"}, {"type": "reload"}, {"type": "back"},
				{"type": "frames"}, {"type": "console"}, {"type": "close_tab"},
			} {
				action["tabId"] = tab
				if a := b.Try(t, action); a.Code != "" {
					t.Errorf("%v answers %s: %s", action, a.Code, a.Message)
				}
			}
		})
	}
}

// inspects waits until DevTools are there.
func inspects(t *testing.T, b *e2e.Product) {
	t.Helper()
	for range 500 {
		infos, err := b.CDP.Targets(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range infos {
			if strings.HasPrefix(i.URL, "devtools://") {
				return
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("DevTools did not open: there was nothing to try")
}
