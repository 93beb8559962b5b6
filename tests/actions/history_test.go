package actions_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/bed"
)

func TestHistory(t *testing.T) { onEach(t, specHistory) }

func specHistory(t *testing.T, b *bed.Bed, site *bed.Site) {
	is := is.New(t)
	tab := b.Open(t, site.URL("/blank.html?1"))
	act := func(kind string, more map[string]any) string {
		if more == nil {
			more = map[string]any{}
		}
		more["type"], more["tabId"] = kind, tab
		effects, _ := b.Get(t, more)["effects"].(map[string]any)
		at, _ := effects["navigated"].(map[string]any)
		url, _ := at["url"].(string)
		return url
	}
	act("navigate", map[string]any{"url": site.URL("/fields.html")})
	is.Equal(act("back", nil), site.URL("/blank.html?1"))
	is.Equal(act("forward", nil), site.URL("/fields.html"))
	b.Refused(t, "invalid_action", map[string]any{"type": "forward", "tabId": tab})

	b.Get(t, map[string]any{"type": "evaluate", "expression": "window.mark = 1; history.pushState(1, '', '?state')", "tabId": tab})
	is.Equal(act("back", nil), site.URL("/fields.html")) // within the document
	is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return window.mark", "tabId": tab})["value"], 1.0)
	is.Equal(act("reload", nil), site.URL("/fields.html"))
	is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return typeof window.mark", "tabId": tab})["value"], "undefined")
	is.Equal(act("reload", map[string]any{"hard": true}), site.URL("/fields.html"))

	t.Run("a form that was sent is not sent again", func(t *testing.T) {
		is := is.New(t)
		var sent, got atomic.Int32
		site.Mux.HandleFunc("/order", func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.Method == http.MethodPost && r.FormValue("then") != "":
				http.Redirect(w, r, "/order", http.StatusSeeOther)
			case r.Method == http.MethodPost:
				sent.Add(1)
				bed.HTML(w, `<p>Ordered</p>`)
			default:
				got.Add(1)
				bed.HTML(w, `<form method=post><button id=order>Order</button><button id=then name=then value=1>Order</button></form>
					<iframe name=inner></iframe><form method=post target=inner></form><script>document.forms[1].submit()</script>`)
			}
		})
		tab = b.Open(t, site.URL("/order"))
		reload := map[string]any{"type": "reload", "tabId": tab}
		b.Get(t, reload) // with a frame in it that sends a form by itself
		b.Get(t, map[string]any{"type": "click", "selector": "#then", "tabId": tab})
		n := got.Load()
		b.Get(t, reload) // a redirect has led from the form to an ordinary page
		is.Equal(got.Load(), n+1)
		b.Get(t, map[string]any{"type": "click", "selector": "#order", "tabId": tab})
		n = sent.Load()
		for range 2 {
			is.True(strings.Contains(b.Refused(t, "invalid_action", reload), "answer to a form"))
		}
		is.True(strings.Contains(b.Extract(t, tab, nil).Text, "Ordered")) // the page stays
		is.Equal(sent.Load(), n)
		b.Get(t, map[string]any{"type": "navigate", "url": site.URL("/order"), "tabId": tab})
		b.Get(t, reload)
	})
}
