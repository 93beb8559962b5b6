package actions_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specUnsaved: a page that would ask before it is left. The agent's close_tab
// lets it ask; the end of a session closes the agent's own tab all the same,
// and never a tab of the person's.
func specUnsaved(t *testing.T, b *e2e.Product, site *e2e.Site) {
	n := 0
	guarded := func(t *testing.T, open func(t *testing.T, url string) int) (s *stage, url string) {
		n++ // no two tabs are at the same address
		url = site.URL("/dialogs.html?" + fmt.Sprint(n, "/"))
		s = &stage{b, site, open(t, url)}
		s.do(t, "click #guard")
		return s, url
	}
	own := func(t *testing.T, url string) int { return b.Open(t, url) }
	theirs := func(t *testing.T, url string) int { return b.OpenAsPerson(t, url) }
	for name, before := range map[string]func(t *testing.T, s *stage){
		"the person's Stop closes the agent's own tab": func(*testing.T, *stage) {},
		"and so it does while the page asks": func(t *testing.T, s *stage) {
			is.New(t).Equal(s.opens(t, "click #away")["type"], "beforeunload")
		},
		"and so it does while the person looks at it": func(t *testing.T, s *stage) {
			if b.Host == e2e.Worker { // the direct host has no window of its own
				b.InWorker(t, fmt.Sprintf(`chrome.tabs.update(%d, {active: true}).then(t => chrome.windows.update(t.windowId, {state: "normal", focused: true}))`, s.tab), nil)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, url := guarded(t, own)
			before(t, s)
			is.New(t).True(b.Stop(t, s.tab))
			gone(t, b, url)
			gone(t, b, "about:blank#bua-window") // with it the window
		})
	}
	t.Run("Stop all closes several, and leaves the person's", func(t *testing.T) {
		_, one := guarded(t, own)
		_, two := guarded(t, own)
		_, his := guarded(t, theirs)
		b.StopAll(t)
		gone(t, b, one)
		gone(t, b, two)
		b.Resume(t, 0)
		is.New(t).True(there(t, b, his))
	})
	for whose, open := range map[string]func(t *testing.T, url string) int{"its own": own, "the person's": theirs} {
		run(t, "close_tab of "+whose+" waits for an answer", func(t *testing.T, is asserts) {
			s, url := guarded(t, open)
			for range 2 {
				said := s.no(t, "dialog_open", "close_tab")
				is.True(strings.Contains(said, "beforeunload") && strings.Contains(said, "may be lost"))
			}
			s.do(t, "dialog: dismiss")
			is.Equal(s.js(t, "document.title"), "dialogs")
			s.no(t, "dialog_open", "close_tab")
			_ = b.Try(t, s.act(t, "dialog: accept"))
			gone(t, b, url)
		})
		run(t, "close_tab of "+whose+" follows the policy", func(t *testing.T, is asserts) {
			s, url := guarded(t, open)
			s.dialog(t, `{"policy":"auto_dismiss"}`)
			is.True(strings.Contains(s.no(t, "invalid_action", "close_tab"), "auto_dismiss"))
			is.True(there(t, b, url))
			s.dialog(t, `{"policy":"auto_accept"}`)
			s.do(t, "close_tab")
			gone(t, b, url)
		})
	}
}
