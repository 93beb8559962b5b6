package safety_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
)

// ends are the ways in which a tab ends by what the agent or the person does with bua:
// the tab whose frame asks begins at still, or is opened by opening, or at the asking page.
var ends = []struct {
	name, begins string
	end          func(t *testing.T, b *e2e.Product, tab int)
}{
	{"close_tab", "", func(t *testing.T, b *e2e.Product, tab int) {
		b.Get(t, map[string]any{"type": "close_tab", "tabId": tab})
	}},
	{"Stop", "", func(t *testing.T, b *e2e.Product, tab int) { b.Stop(t, tab) }},
	{"close_tab of the person's", "still", func(t *testing.T, b *e2e.Product, tab int) {
		b.Get(t, map[string]any{"type": "close_tab", "tabId": tab})
	}},
	{"Stop of the tab that opened it", "opening", func(t *testing.T, b *e2e.Product, tab int) { b.Stop(t, tab) }},
}

// TestClosing: Chromium 156 dies, all of it, when a tab ends while a dialog of one
// of its frames waits for an answer over DevTools. However a tab of the agent's
// ends, the browser lives on.
func TestClosing(t *testing.T) { onBoth(t, closing) }

func closing(t *testing.T, b *e2e.Product, site *e2e.Site, _ int) {
	asked := make(chan bool, 100)
	site.Mux.HandleFunc("/closing/asked", func(http.ResponseWriter, *http.Request) { asked <- true })
	site.Mux.HandleFunc("/closing/{n}/{what}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		at := func(host, what string) string { return site.On(host, "/closing/"+r.PathValue("n")+"/"+what) }
		const asks = `<script>setTimeout(()=>{navigator.sendBeacon("/closing/asked");for(let i=0;i<%d;i++)alert(i)},100)</script>`
		_, _ = io.WriteString(w, map[string]string{
			"still": `<p>Still</p>`, "once": fmt.Sprintf(asks, 1), "again": fmt.Sprintf(asks, 99),
			"same":    `<iframe src="` + at(allowedHost, r.FormValue("asks")) + `"></iframe>`,
			"other":   `<iframe src="` + at(otherHost, r.FormValue("asks")) + `"></iframe>`,
			"opening": `<button onclick="window.open('` + at(allowedHost, r.FormValue("opens")+"?asks="+r.FormValue("asks")) + `')">Open</button>`,
		}[r.PathValue("what")])
	})
	frames, asks, n := []string{"same", "other"}, []string{"once", "again"}, 0
	covered := size.Pairs(len(ends), len(frames), len(asks))
	for way, c := range ends {
		for i, frame := range frames {
			for j, asks := range asks {
				n++
				t.Run(c.name+"/"+frame+"/"+asks, func(t *testing.T) {
					if !covered(way, i, j) {
						size.LeaveToAll(t, size.Pair)
					}
					if hosts[(way+i)%2] != b.Host { // each host has each way, and each frame
						size.LeaveToAll(t, size.OtherHost)
					}
					part := fmt.Sprintf("/closing/%d/", n)
					url := site.On(allowedHost, part+frame+"?asks="+asks)
					for len(asked) > 0 {
						<-asked
					}
					tab := 0
					switch c.begins {
					case "still":
						tab = b.OpenAsPerson(t, site.On(allowedHost, part+"still"))
						b.Get(t, map[string]any{"type": "navigate", "url": url, "tabId": tab})
					case "opening":
						tab = b.Open(t, site.On(allowedHost, part+"opening?opens="+frame+"&asks="+asks))
						tabOfEffects(t, b.Try(t, map[string]any{"type": "click", "selector": "button", "tabId": tab}))
					default:
						tab = b.Open(t, url)
					}
					select {
					case <-asked:
					case <-time.After(10 * time.Second):
						t.Fatal("no dialog has opened: this proves nothing")
					}
					e2e.Await(t, "the dialog waits", func() bool {
						list, _ := b.Get(t, map[string]any{"type": "dialog", "tabId": tab})["pending"].([]any)
						return len(list) > 0 || c.begins == "opening"
					})
					c.end(t, b, tab)
					e2e.Await(t, "the tab closes", func() bool {
						list, err := b.CDP.Targets(t.Context())
						if err != nil {
							t.Fatal("the browser has died: ", err)
						}
						return !slices.ContainsFunc(list, func(o cdp.TargetInfo) bool { return o.Type == "page" && strings.Contains(o.URL, part) })
					})
				})
			}
		}
	}
}
