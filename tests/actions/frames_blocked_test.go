package actions_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func TestFrames_Blocked(t *testing.T) { onEach(t, specBlockedFrames) }

// specBlockedFrames puts a frame of a domain on the blocklist into a page that
// is allowed: once in a process of its own, once in the page's.
func specBlockedFrames(t *testing.T, b *e2e.Product, site *e2e.Site) {
	for _, row := range []struct{ name, query, host string }{
		{"in another process", "?b", "b.test"},
		{"of the same site", "?sub", "sub.a.test"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			b.Block(t)
			site.Forget()
			tab := b.Open(t, site.On("a.test", "/around.html"+row.query))
			frame := framesOf(t, b, tab, "/around.html", row.host)(row.host)
			on := func(kind string, more map[string]any) map[string]any {
				action := map[string]any{"type": kind, "tabId": tab}
				for k, v := range more {
					action[k] = v
				}
				return action
			}
			is.Equal(b.Get(t, on("evaluate", map[string]any{"frameId": frame, "expression": "return document.title"}))["value"], "inner")
			page := b.Get(t, on("extract", map[string]any{"frameId": frame}))
			is.True(strings.Contains(page["markdown"].(string), "Inner text"))
			uid := buttonOf(t, page)

			b.Block(t, row.host)
			e2e.Await(t, "it is so", func() bool { // the new list is in force
				return b.Try(t, on("evaluate", map[string]any{"expression": "return 1", "frameId": frame})).Code == "domain_blocked"
			})
			site.Forget()
			refused := func(kind string, more map[string]any) {
				t.Helper()
				said := b.Refused(t, "domain_blocked", on(kind, more))
				is.True(strings.Contains(said, "blocklist")) // what is in the way
			}
			named := func(more map[string]any) map[string]any {
				more["frameId"] = frame
				return more
			}
			refused("click", named(map[string]any{"selector": "#go"}))
			refused("type", named(map[string]any{"selector": "#field", "text": "x"}))
			refused("extract", named(map[string]any{}))
			refused("find", named(map[string]any{"query": "go"}))
			refused("wait_for", named(map[string]any{"selector": "#go"}))
			refused("fill_form", named(map[string]any{"fields": []any{map[string]any{"selector": "#field", "value": "x"}}}))
			refused("upload_file", named(map[string]any{"selector": "#field", "name": "a", "text": "x"}))
			refused("click", map[string]any{"selector": "#other"}) // the frame itself
			refused("drag", map[string]any{"selector": "#go", "to": map[string]any{"selector": "#other"}})
			refused("click", map[string]any{"uid": uid})
			refused("hover", map[string]any{"uid": uid})
			refused("type", map[string]any{"uid": uid, "text": "x"})

			for _, kind := range []string{"extract", "console", "frames"} {
				got := b.Try(t, on(kind, nil))
				is.Equal(got.Code, "")
				is.True(!strings.Contains(fmt.Sprint(got.Result)+got.Text, "Inner")) // kind
				is.True(!strings.Contains(fmt.Sprint(got.Result), row.host))         // nor where it is
			}
			blocked := 0
			for _, f := range b.Get(t, on("frames", nil))["frames"].([]any) {
				if f.(map[string]any)["blocked"] == true {
					blocked++
				}
			}
			is.Equal(blocked, 1)
			b.Get(t, on("click", map[string]any{"selector": "#go"})) // the page around it goes on
			is.Equal(site.Await(t, 1, e2e.Type("hit", ""))[0].Host, "a.test")
			for _, h := range site.Seen(func(h e2e.PageEvent) bool { return h.Host == row.host }) {
				t.Errorf("the blocked frame saw %+v", h)
			}
		})
	}
	b.Block(t)
}
