package safety_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

// TestOtherScripts blocks hosts of scripts that need more than a mapping of
// single characters, and sends the agent there by every spelling that its browser
// takes for them.
func TestOtherScripts(t *testing.T) { onEach(t, otherScripts) }

func otherScripts(t *testing.T, b *e2e.Product, site *e2e.Site, _ int) {
	site.Mux.HandleFunc("/seen", func(w http.ResponseWriter, r *http.Request) { e2e.HTML(w, `<title>`+marker+`</title>`+marker) })
	b.Block(t, "ไทย.test", "=việt.test", "*.हिन्दी.test", "bücher.test")
	tab := b.Open(t, site.On("straße.test", "/allowed.html?ü"))
	for _, host := range []string{
		"ไทย.test", "www.ไทย.test", "ไทย。test", "xn--o3cw4h.test", "%E0%B9%84%E0%B8%97%E0%B8%A2.test",
		"việt.test", "VIỆT.test", "vie\u0323\u0302t.test", "vi\u00ea\u0323t.test",
		"a.हिन्दी.test", "bu\u0308cher.test", "Ⓑücher.test", "b\u00adücher.test", "ｂücher.test",
	} {
		for _, action := range []map[string]any{{"type": "open_tab"}, {"type": "navigate", "tabId": tab}} {
			action["url"] = site.On(host, "/seen")
			b.Refused(t, "domain_blocked", action)
		}
	}
	for host, ascii := range map[string]string{
		"viet.test": "viet.test", "www.việt.test": "www.xn--vit-5kz.test", "हिन्दी.test": "xn--j2bd4cyah0f.test", "ünlü.test": "xn--nl-wkac.test",
	} {
		a := b.Try(t, map[string]any{"type": "open_tab", "url": site.On(host, "/allowed.html")})
		if got, _ := a.Result["domain"].(string); got != ascii {
			t.Errorf("%s: %s %s, the domain %q, want %q", host, a.Code, a.Message, got, ascii)
		}
	}
	if seen := site.Seen(func(h e2e.PageEvent) bool { return strings.Contains(h.Host, "xn--o3cw4h") }); len(seen) > 0 {
		t.Errorf("the blocked site saw %v", seen)
	}
}
