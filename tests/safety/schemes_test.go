package safety_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

// marker is text that only a blocked site, or a file, shows.
const marker = "CONFIDENTIAL-7731"

// TestSchemes sends an allowed page to files and to the browser's own pages, by a link and
// by the agent's scripts: nothing of them is in any answer, and no tab is there. That no
// action goes there itself is core/dispatch's TestURL_Schemes.
func TestSchemes(t *testing.T) {
	b, site := newProduct(t)
	file := filepath.Join(t.TempDir(), "file.html")
	if err := os.WriteFile(file, []byte("<title>"+marker+"</title><p>"+marker), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{"file://" + file, "chrome://version/", "devtools://devtools/bundled/inspector.html", "chrome-extension://ipbjjblpngibdjpdbmhncgfolgnjeonk/options/index.html", "view-source:file://" + file} {
		tab := b.Open(t, site.URL("/allowed.html"))
		for _, script := range []string{
			"const a = document.body.appendChild(document.createElement('a')); a.id = 'x'; a.href = to; a.textContent = 'Go on'; a.style = 'position:fixed;inset:0'",
			"location = to", "open(to)", "document.body.appendChild(document.createElement('iframe')).src = to", "try { return await (await fetch(to)).text() } catch { return 'refused' }",
		} {
			acts := []map[string]any{{"type": "evaluate", "expression": "const to = `" + url + "`; " + script}, {"type": "extract"}}
			if strings.HasPrefix(script, "const a") {
				acts = append(acts, map[string]any{"type": "click", "selector": "#x"}, map[string]any{"type": "evaluate", "expression": "document.querySelector('#x').remove()"})
			}
			for _, act := range acts {
				act["tabId"] = tab
				clean(t, url+" "+script, b.Try(t, act))
			}
		}
		for _, act := range []string{"frames", "screenshot", "console", "get_tabs"} {
			a := b.Try(t, map[string]any{"type": act, "tabId": tab})
			clean(t, act, a)
			tabs, _ := a.Result["tabs"].([]any)
			for _, one := range tabs {
				at, _ := one.(map[string]any)["url"].(string)
				if at != "" && !strings.HasPrefix(at, "about:blank") && !strings.HasPrefix(at, "http") {
					t.Errorf("a tab is at %s", at)
				}
			}
		}
	}
}

// TestOtherScripts sends the agent to blocked hosts as only the browser spells them: that
// it is asked is core/dispatch's TestAct_SpellsHosts, what it says is in tests/hosts.
func TestOtherScripts(t *testing.T) {
	b, site := newProduct(t)
	site.Mux.HandleFunc("/seen", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, `<title>`+marker+`</title>`+marker) })
	b.Block(t, "ไทย.test", "=việt.test", "*.हिन्दी.test", "bücher.test")
	tab := b.Open(t, site.On("straße.test", "/allowed.html?ü"))
	for _, host := range []string{"www.ไทย.test", "%E0%B9%84%E0%B8%97%E0%B8%A2.test", "vie\u0323\u0302t.test", "a.हिन्दी.test", "b\u00adücher.test", "ｂücher.test"} {
		b.Refused(t, "domain_blocked", map[string]any{"type": "navigate", "tabId": tab, "url": site.On(host, "/seen")})
	}
	a := b.Try(t, map[string]any{"type": "open_tab", "url": site.On("www.việt.test", "/allowed.html")})
	if got, _ := a.Result["domain"].(string); got != "www.xn--vit-5kz.test" {
		t.Errorf("%s %s, the domain %q", a.Code, a.Message, got)
	}
}

// clean fails when an answer holds what only the blocked site shows.
func clean(t *testing.T, kind string, a e2e.Answer) {
	t.Helper()
	if all := a.Text + a.Message + string(marshal(a.Result)); strings.Contains(all, marker) {
		t.Fatalf("%s: an answer holds the blocked site's text", kind)
	}
}
