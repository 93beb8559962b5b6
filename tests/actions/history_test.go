package actions_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func specHistory(t *testing.T, b *e2e.Product, site *e2e.Site) {
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

	site.Mux.HandleFunc("/step", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, `<p>Step</p>`) })
	t.Run("a step of a frame alone", func(t *testing.T) {
		for name, inner := range map[string]string{"of the site": site.URL(""), "of another site": site.On("other.test", "")} {
			for how, script := range map[string]string{"another page": `location.search="?2"`, "within its document": `location.hash="2"`} {
				t.Run(name+", "+how, func(t *testing.T) {
					is := is.New(t)
					site.Mux.HandleFunc("/around-"+strings.ReplaceAll(name+how, " ", "-"), func(w http.ResponseWriter, _ *http.Request) {
						e2e.HTML(w, `<p>Around</p><iframe src="`+inner+`/step?1"></iframe>`)
					})
					tab := b.Open(t, site.URL("/around-"+strings.ReplaceAll(name+how, " ", "-")))
					inside := func(expression string) any {
						list, _ := b.Get(t, map[string]any{"type": "frames", "tabId": tab})["frames"].([]any)
						for _, f := range list {
							if f := f.(map[string]any); f["parent"] != nil {
								return b.Get(t, map[string]any{"type": "evaluate", "expression": expression, "frameId": f["frameId"], "tabId": tab})["value"]
							}
						}
						return nil
					}
					b.Get(t, map[string]any{"type": "wait_for", "selector": "iframe", "tabId": tab})
					b.Get(t, map[string]any{"type": "click", "selector": "p", "tabId": tab}) // a step without a person's input is none
					inside(script)
					for range 100 {
						if at := inside("return location.search+location.hash"); at == "?2" || at == "?1#2" {
							break
						}
					}
					got := b.Try(t, map[string]any{"type": "back", "tabId": tab})
					is.Equal(got.Code, "")
					is.True(got.Took < 8*time.Second)
					is.Equal(inside("return location.search+location.hash"), "?1")
				})
			}
		}
	})

	t.Run("a page that the server does not give any more", func(t *testing.T) {
		is := is.New(t)
		var gone atomic.Bool
		site.Mux.HandleFunc("/once", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Cache-Control", "no-store")
			if gone.Load() {
				w.WriteHeader(http.StatusNoContent)
				return
			}
			e2e.HTML(w, `<p>Once</p><script>addEventListener("unload",()=>0)</script>`)
		})
		tab := b.Open(t, site.URL("/once"))
		b.Get(t, map[string]any{"type": "navigate", "url": site.URL("/fields.html"), "tabId": tab})
		gone.Store(true)
		got := b.Try(t, map[string]any{"type": "back", "tabId": tab})
		is.True(got.Took < 8*time.Second)
		is.Equal(got.Code, "internal_error")
		is.True(strings.Contains(got.Message, "without a page"))
	})

	t.Run("a form that was sent is not sent again", func(t *testing.T) {
		is := is.New(t)
		var sent, got atomic.Int32
		site.Mux.HandleFunc("/order", func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.Method == http.MethodPost && r.FormValue("then") != "":
				http.Redirect(w, r, "/order", http.StatusSeeOther)
			case r.Method == http.MethodPost:
				sent.Add(1)
				e2e.HTML(w, `<p>Ordered</p>`)
			default:
				got.Add(1)
				e2e.HTML(w, `<form method=post><button id=order>Order</button><button id=then name=then value=1>Order</button></form>
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
