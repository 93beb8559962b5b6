package safety_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestBlankPage has two sites of the person's open a blank tab and write there. The
// blocked one's opens no session to the agent; the other's is claimed and read.
func TestBlankPage(t *testing.T) {
	for _, host := range hosts {
		t.Run(string(host), func(t *testing.T) {
			t.Parallel()
			blankPage(t, e2e.New(t, e2e.Options{Host: host, Args: []string{"--disable-popup-blocking"}}), e2e.NewSite(t, pages, "pages"))
		})
	}
}

func blankPage(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/writes", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<script>addEventListener("load",()=>{const w=open("about:blank");w.document.write("<p>Written by "+location.hostname);w.document.close()})</script>`)
	})
	b.Block(t, "blocked.test")
	for _, c := range []struct{ host, code string }{{"blocked.test", "domain_blocked"}, {"allowed.test", ""}} {
		t.Run(c.host, func(t *testing.T) {
			is := is.New(t)
			before := blanks(t, b)
			is.NoErr(b.CDP.Send(t.Context(), "", "Target.createTarget", map[string]any{"url": site.On(c.host, "/writes")}, nil))
			tab := 0
			for end := time.Now().Add(10 * time.Second); tab == 0 && time.Now().Before(end); { // nobody tells
				for id := range blanks(t, b) {
					if !before[id] {
						tab = id
					}
				}
			}
			is.True(tab != 0) // the page has opened it
			is.Equal(b.Try(t, map[string]any{"type": "claim_tab", "tabId": tab}).Code, c.code)
			if c.code != "" {
				for _, kind := range []string{"extract", "screenshot", "frames", "reload", "close_tab"} {
					b.Refused(t, c.code, map[string]any{"type": kind, "tabId": tab})
				}
				b.Refused(t, "session_not_found", map[string]any{"type": "release_tab", "tabId": tab}) // none was started
				return
			}
			is.Equal(b.Extract(t, tab, nil).Text, "Written by allowed.test")
			b.Get(t, map[string]any{"type": "release_tab", "tabId": tab})
		})
	}
}

// blanks are the blank tabs that the agent is told of.
func blanks(t *testing.T, b *e2e.Product) map[int]bool {
	t.Helper()
	list := map[int]bool{}
	for _, row := range b.Get(t, map[string]any{"type": "get_tabs"})["tabs"].([]any) {
		m := row.(map[string]any)
		if url, _ := m["url"].(string); url == "about:blank" {
			list[int(m["tabId"].(float64))] = true
		}
	}
	return list
}
