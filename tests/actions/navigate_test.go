package actions_test

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/e2e"
)

func specNavigate(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/blank.html"))
	site.Mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/fields.html", http.StatusFound)
	})

	t.Run("loads the page, redirects included", func(t *testing.T) {
		is := is.New(t)
		got := b.Get(t, map[string]any{"type": "navigate", "url": site.URL("/moved"), "tabId": tab})
		is.Equal(got["ok"], true)
		is.Equal(b.Extract(t, tab, nil).URL, site.URL("/fields.html"))
	})
	t.Run("to a blank page and on", func(t *testing.T) {
		is := is.New(t)
		for _, blank := range []string{"about:blank", "about:blank#" + site.URL("/fields.html"), "about:blank"} {
			b.Get(t, map[string]any{"type": "navigate", "url": blank, "tabId": tab})
			is.Equal(b.Extract(t, tab, nil).URL, blank)
			b.Get(t, map[string]any{"type": "evaluate", "expression": "document.body.textContent = 'written'", "tabId": tab})
		}
		b.Get(t, map[string]any{"type": "navigate", "url": site.URL("/fields.html"), "tabId": tab})
		is.Equal(b.Extract(t, tab, nil).URL, site.URL("/fields.html"))
		b.Get(t, map[string]any{"type": "back", "tabId": tab})
		is.Equal(b.Extract(t, tab, nil).URL, "about:blank")
	})
	t.Run("says when a server does not answer", func(t *testing.T) {
		is := is.New(t)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		is.NoErr(err)
		is.NoErr(l.Close()) // now nobody listens there
		says := b.Refused(t, "internal_error", map[string]any{"type": "navigate", "url": "http://" + l.Addr().String(), "tabId": tab})
		is.True(strings.Contains(says, "ERR_"))
		b.Get(t, map[string]any{"type": "navigate", "url": "about:blank", "tabId": tab}) // from the browser's error page
		is.Equal(b.Extract(t, tab, nil).URL, "about:blank")
	})
	for _, url := range []string{"file:///etc/passwd", "chrome://version", "javascript:alert(1)", "data:text/html,x", "view-source:http://127.0.0.1/",
		"blob:http://127.0.0.1/x", "filesystem:http://127.0.0.1/x", "devtools://devtools/x", "chrome-extension://x/y", "ftp://127.0.0.1/", "about:srcdoc", "not a url"} {
		t.Run("refuses "+url, func(t *testing.T) {
			b.Refused(t, "invalid_action", map[string]any{"type": "navigate", "url": url, "tabId": tab})
			b.Refused(t, "invalid_action", map[string]any{"type": "open_tab", "url": url})
		})
	}
}
