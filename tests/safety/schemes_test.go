package safety_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// TestSchemes sends the agent to files and to the browser's own pages: by its
// actions, by a page's links and by its own scripts. It gets to none, and
// nothing of a file is in any answer.
func TestSchemes(t *testing.T) { onEach(t, schemes) }

func schemes(t *testing.T, b *e2e.Product, site *e2e.Site, _ int) {
	file := filepath.Join(t.TempDir(), "file.html")
	if err := os.WriteFile(file, []byte("<title>"+marker+"</title><p>"+marker), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, url := range []string{
		"file://" + file, "chrome://version/", "chrome://settings/passwords", "devtools://devtools/bundled/inspector.html",
		"chrome-extension://ipbjjblpngibdjpdbmhncgfolgnjeonk/options/index.html", "view-source:file://" + file, "view-source:" + site.URL("/allowed.html"),
		"javascript:document.body.textContent='" + marker + "'", "data:text/html,<title>" + marker + "</title>", "blob:" + site.URL("/x"), "filesystem:" + site.URL("/temporary/x"),
		"about:version", "chrome-untrusted://print/", "chrome-search://local-ntp/",
	} {
		scheme, _, _ := strings.Cut(url, ":")
		t.Run(scheme, func(t *testing.T) {
			b.Refused(t, "invalid_action", map[string]any{"type": "open_tab", "url": url})
			tab := b.Open(t, site.URL("/allowed.html"))
			b.Refused(t, "invalid_action", map[string]any{"type": "navigate", "tabId": tab, "url": url})
			if strings.HasPrefix(url, "javascript:") || strings.HasPrefix(url, "data:") || strings.HasPrefix(url, "blob:") {
				return // what a page does with its own is the page's
			}
			for j, script := range []string{
				"const a = document.body.appendChild(document.createElement('a')); a.id = 'x'; a.href = to; a.textContent = 'Go on'; a.style = 'position:fixed;inset:0'",
				"location = to", "open(to)", "document.body.appendChild(document.createElement('iframe')).src = to", "try { return await (await fetch(to)).text() } catch { return 'refused' }",
			} {
				clean(t, script, b.Try(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "const to = `" + url + "`; " + script}))
				if strings.HasPrefix(script, "const a") {
					clean(t, "click", b.Try(t, map[string]any{"type": "click", "tabId": tab, "selector": "#x"}))
				}
				looks := []string{"extract", "frames", "screenshot", "console"}
				if !size.All() { // over all the schemes each script has each
					looks = looks[(i+j)%4:][:1]
				}
				for _, look := range looks {
					clean(t, look, b.Try(t, map[string]any{"type": look, "tabId": tab}))
				}
			}
			list := b.Try(t, `{"type":"get_tabs"}`)
			clean(t, "get_tabs", list)
			tabs, _ := list.Result["tabs"].([]any)
			if len(tabs) == 0 {
				t.Fatal("no tab is listed: there was nothing to look at")
			}
			for _, one := range tabs {
				at, _ := one.(map[string]any)["url"].(string)
				if at != "" && !strings.HasPrefix(at, "about:blank") && !strings.HasPrefix(at, "http") {
					t.Errorf("a tab is at %s", at)
				}
			}
		})
	}
}
