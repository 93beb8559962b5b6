package safety_test

import (
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/tests/e2e"
)

// TestDevTools has the person's DevTools open on every tab, on a screen: each
// action works, or says that the tab cannot be attached to.
func TestDevTools(t *testing.T) {
	e2e.Display(t)
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			b := e2e.New(t, e2e.Options{Host: host, Window: true, Args: []string{"--auto-open-devtools-for-tabs"}})
			site := e2e.NewSite(t, pages, "pages")
			works, refused := 0, 0
			act := func(action any) e2e.Answer {
				a := b.Try(t, action)
				switch {
				case a.Code == "":
					works++
				case a.Code == "debugger_attach_failed" && strings.Contains(a.Message, "DevTools"):
					refused++
				default:
					t.Errorf("%v answers %s: %s", action, a.Code, a.Message)
				}
				return a
			}
			opened := act(map[string]any{"type": "open_tab", "url": site.URL("/allowed.html")})
			if opened.Code != "" {
				return
			}
			tab := int(opened.Result["tabId"].(float64))
			inspects(t, b)
			for _, action := range []map[string]any{
				{"type": "extract"}, {"type": "click", "selector": "#b"}, {"type": "press_key", "key": "Tab"}, {"type": "hover", "selector": "#b"},
				{"type": "screenshot"}, {"type": "evaluate", "expression": "return document.title"}, {"type": "scroll", "direction": "down"},
				{"type": "navigate", "url": site.URL("/allowed.html?again")}, {"type": "wait_for", "selector": "#b"}, {"type": "reload"}, {"type": "back"},
				{"type": "frames"}, {"type": "console"}, {"type": "close_tab"},
			} {
				action["tabId"] = tab
				act(action)
			}
			t.Logf("DevTools open: %d actions worked, %d said that they could not attach", works, refused)
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
