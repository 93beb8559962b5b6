package safety_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// TestRedirectOpened has the agent's clicks open tabs that are to go to a blocked
// site, or through it. It must not get one request.
func TestRedirectOpened(t *testing.T) { onBoth(t, redirectOpened) }

func redirectOpened(t *testing.T, b *e2e.Product, site *e2e.Site, _ int) {
	b.Block(t, "blocked.test")
	w := newThrough(site)
	control := map[string]any{"type": "click", "selector": "#b", "modifier": "Control"}
	click := map[string]any{"type": "click", "selector": "#b"}
	script := map[string]any{"type": "evaluate", "expression": `document.querySelector("#b").click()`}
	for n, c := range []struct {
		name, html string
		act        map[string]any
		late       bool // a script goes there with the window that it has
	}{
		{"a link", `<a id=b target=_blank href="WAY">Go on</a>`, click, false},
		{"a link that keeps its opener", `<a id=b target=_blank rel=opener href="WAY">Go on</a>`, click, false},
		{"a link with Control", `<a id=b href="WAY">Go on</a>`, control, false},
		{"a form", `<form target=_blank action="WAY"><input type=hidden name=code value=302><input type=hidden name=to value="//blocked.test:PORT/through"><button id=b>Send</button></form>`, click, false},
		{"a form that is posted", `<form method=post target=_blank action="WAY"><button id=b>Send</button></form>`, click, false},
		{"a form that is posted, without an opener", `<form method=post target=_blank rel=noopener action="WAY"><button id=b>Send</button></form>`, click, false},
		{"a window", `<button id=b onclick='window.open("WAY")'>Go on</button>`, click, false},
		{"a window without an opener", `<button id=b onclick='window.open("WAY","","noopener")'>Go on</button>`, click, false},
		{"a window of its own", `<button id=b onclick='window.open("WAY","","width=300,height=300")'>Go on</button>`, click, false},
		{"an empty window that is sent there", `<button id=b onclick='const w=window.open();w.location="WAY"'>Go on</button>`, click, true},
		{"a window that a frame opens", `<iframe srcdoc='<body onload="parent.f=()=>open(&#39;WAY&#39;)">'></iframe><button id=b onclick="f()">Go on</button>`, click, false},
		{"a script of the agent's", `<a id=b target=_blank href="WAY">Go on</a>`, script, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			// In the default suite one host has it by the redirect, the other straight there.
			mine := n % 2
			if b.Host == e2e.Direct {
				mine = 1 - mine
			}
			for i, to := range []string{w.way(http.StatusTemporaryRedirect), site.On("blocked.test", "/through")} {
				if i != mine && !size.All() {
					continue
				}
				w.came.Store(0)
				html := strings.ReplaceAll(strings.ReplaceAll(c.html, "WAY", strings.ReplaceAll(to, "&", "&amp;")), "PORT", site.Port)
				tab := b.Open(t, w.page(html, 0))
				act := map[string]any{"tabId": tab}
				for k, v := range c.act {
					act[k] = v
				}
				a := b.Try(t, act)
				// A redirect may come when the click has been answered.
				if late := c.late || i == 0; a.Code != "domain_blocked" && (a.Code != "" || !late) {
					t.Errorf("the action answers %q: %s%s", a.Code, a.Message, a.Text)
				}
				b.AwaitBlocked(t, tab, "blocked.test")
				if n := w.came.Load(); n != 0 {
					t.Errorf("the blocked site got %d requests by %s", n, to)
				}
				b.Get(t, map[string]any{"type": "extract", "tabId": tab})
				b.Get(t, map[string]any{"type": "close_tab", "tabId": tab})
			}
			// Where nothing is blocked it opens as ever: in the default suite each kind does, of
			// a link, a form and a window.
			if n%4 != 0 && !size.All() {
				return
			}
			w.ends.Store(0)
			to := site.On("allowed.test", "/hop?code=307&amp;to=%2Fend")
			html := strings.ReplaceAll(strings.ReplaceAll(c.html, "WAY", to), "//blocked.test:PORT/through", "/end")
			tab := b.Open(t, w.page(html, 0))
			act := map[string]any{"tabId": tab}
			for k, v := range c.act {
				act[k] = v
			}
			b.Get(t, act)
			e2e.Await(t, "the tab opens", func() bool { return w.ends.Load() > 0 })
			b.Get(t, map[string]any{"type": "close_tab", "tabId": tab})
		})
	}
}
