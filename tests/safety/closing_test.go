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

// TestClosing: Chromium 156 dies, all of it, when a tab ends while a dialog of one
// of its frames waits for an answer over DevTools. However a tab of the agent's
// ends by what the agent or the person does with bua, the browser lives on.
func TestClosing(t *testing.T) {
	onBoth(t, func(t *testing.T, b *e2e.Product, site *e2e.Site, _ int) {
		visits, asked := 0, make(chan bool, 1)
		site.Mux.HandleFunc("/closing/asked", func(http.ResponseWriter, *http.Request) {
			select {
			case asked <- true:
			default:
			}
		})
		site.Mux.HandleFunc("/closing/{n}/{what}", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			at := func(host, what string) string { return site.On(host, "/closing/"+r.PathValue("n")+"/"+what) }
			_, _ = io.WriteString(w, map[string]string{
				"still":   `<p>Still</p>`,
				"once":    `<script>setTimeout(()=>{navigator.sendBeacon("/closing/asked");alert(1)},100)</script>`,
				"again":   `<script>setTimeout(()=>{navigator.sendBeacon("/closing/asked");for(let i=0;i<99;i++)alert(i)},100)</script>`,
				"same":    `<iframe src="` + at(allowedHost, r.FormValue("asks")) + `"></iframe>`,
				"other":   `<iframe src="` + at(otherHost, r.FormValue("asks")) + `"></iframe>`,
				"opening": `<button onclick="window.open('` + at(allowedHost, r.FormValue("opens")+"?asks="+r.FormValue("asks")) + `')">Open</button>`,
			}[r.PathValue("what")])
		})
		targets := func(t *testing.T) []cdp.TargetInfo {
			t.Helper()
			list, err := b.CDP.Targets(t.Context())
			if err != nil {
				t.Fatal("the browser has died: ", err)
			}
			return list
		}
		gone := func(t *testing.T, part string) {
			t.Helper()
			for until := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
				if !slices.ContainsFunc(targets(t), func(o cdp.TargetInfo) bool { return o.Type == "page" && strings.Contains(o.URL, part) }) {
					return
				}
				if time.Now().After(until) {
					t.Fatal("the tab has not closed: ", part)
				}
			}
		}
		waits := func(t *testing.T, tab int) {
			t.Helper()
			for until := time.Now().Add(10 * time.Second); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
				if list, _ := b.Get(t, map[string]any{"type": "dialog", "tabId": tab})["pending"].([]any); len(list) > 0 {
					return
				}
			}
			t.Fatal("no dialog has opened: this proves nothing")
		}
		for i, frame := range []string{"same", "other"} {
			for j, asks := range []string{"once", "again"} {
				// Half of the ways with each frame and question have all pairs: each host tries
				// the other half.
				half := func(t *testing.T, way int) {
					t.Helper()
					if b.Host == e2e.Direct {
						way++
					}
					if (i+j+way)%2 == 1 {
						size.LeaveToAll(t, size.Pair)
					}
				}
				page := func() (part, url string) {
					visits++
					part = fmt.Sprintf("/closing/%d/", visits)
					return part, site.On(allowedHost, part+frame+"?asks="+asks)
				}
				for way, c := range []struct {
					name string
					end  func(t *testing.T, tab int)
				}{
					{"close_tab", func(t *testing.T, tab int) { b.Get(t, map[string]any{"type": "close_tab", "tabId": tab}) }},
					{"Stop", func(t *testing.T, tab int) { b.Stop(t, tab) }},
				} {
					t.Run(c.name+"/"+frame+"/"+asks, func(t *testing.T) {
						half(t, way)
						part, url := page()
						tab := b.Open(t, url)
						waits(t, tab)
						c.end(t, tab)
						gone(t, part)
					})
				}
				t.Run("close_tab of the person's/"+frame+"/"+asks, func(t *testing.T) {
					half(t, 2)
					part, url := page()
					tab := b.OpenAsPerson(t, site.On(allowedHost, part+"still"))
					b.Get(t, map[string]any{"type": "navigate", "url": url, "tabId": tab})
					waits(t, tab)
					b.Get(t, map[string]any{"type": "close_tab", "tabId": tab})
					gone(t, part)
				})
				t.Run("Stop of the tab that opened it/"+frame+"/"+asks, func(t *testing.T) {
					half(t, 3)
					part, _ := page()
					select { // of one before
					case <-asked:
					default:
					}
					tab := b.Open(t, site.On(allowedHost, part+"opening?opens="+frame+"&asks="+asks))
					got := b.Get(t, map[string]any{"type": "click", "selector": "button", "tabId": tab})
					fx, _ := got["effects"].(map[string]any)
					list, _ := fx["tabs"].([]any)
					if len(list) == 0 {
						t.Fatal("no tab has opened")
					}
					select {
					case <-asked:
					case <-time.After(10 * time.Second):
						t.Fatal("no dialog has opened: this proves nothing")
					}
					b.Stop(t, tab)
					gone(t, part)
				})
			}
		}
	})
}
