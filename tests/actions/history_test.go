package actions_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// specHistory: steps in a tab's history and reloads, of pages, of frames alone, and of what a
// form has brought. TestRun_Back and TestRun_Reload have how they are told apart.
func specHistory(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	s := (&stage{b, site, 0}).show(t, "/blank.html?1")
	act := func(line string) string {
		at, _ := s.do(t, line)["navigated"].(map[string]any)
		url, _ := at["url"].(string)
		return strings.TrimPrefix(url, site.URL(""))
	}
	s.show(t, "/fields.html")
	is.Equal(act("back"), "/blank.html?1")
	is.Equal(act("forward"), "/fields.html")
	s.no(t, "invalid_action", "forward")
	s.js(t, "(window.mark = 1, history.pushState(1, '', '?state'))")
	is.Equal(act("back"), "/fields.html") // within the document
	is.Equal(s.js(t, "window.mark"), 1.0)
	is.Equal(act("reload"), "/fields.html")
	is.Equal(s.js(t, "typeof window.mark"), "undefined")
	is.Equal(act(`reload {"hard":true}`), "/fields.html")

	serve(site, "/step", `<p>Step</p>`)
	site.Mux.HandleFunc("/steps", func(w http.ResponseWriter, r *http.Request) {
		e2e.HTML(w, `<p>Around</p><iframe src="`+r.FormValue("in")+`/step?1"></iframe>`)
	})
	chosen := size.Pairs(2, 2)
	for i, inner := range []string{site.URL(""), site.On("other.test", "")} {
		for j, script := range []string{`location.search="?2"`, `location.hash="2"`} { // to another page, or within its document
			run(t, "a step of a frame alone, "+inner+", "+script, func(t *testing.T, is asserts) {
				if !chosen(i, j) {
					size.LeaveToAll(t, size.Pair)
				}
				s := (&stage{b, site, 0}).show(t, "/steps?in="+inner) // a history of its own
				inside := func(expression string) any {
					list, _ := b.Get(t, s.act(t, "frames"))["frames"].([]any)
					for _, f := range list {
						if f := f.(map[string]any); f["parent"] != nil {
							return b.Get(t, map[string]any{"type": "evaluate", "expression": expression, "frameId": f["frameId"], "tabId": s.tab})["value"]
						}
					}
					return nil
				}
				s.do(t, "wait_for iframe", "click p") // a step without a person's input is none
				inside(script)
				for range 100 {
					if at := inside("return location.search+location.hash"); at == "?2" || at == "?1#2" {
						break
					}
				}
				got := b.Try(t, s.act(t, "back"))
				is.Equal(got.Code, "")
				is.True(got.Took < 8*time.Second)
				is.Equal(inside("return location.search+location.hash"), "?1")
			})
		}
	}

	run(t, "a form that was sent is not sent again", func(t *testing.T, is asserts) {
		var sent atomic.Int32
		site.Mux.HandleFunc("/order", func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost && r.FormValue("order") != "" {
				sent.Add(1)
				e2e.HTML(w, `<p>Ordered</p>`)
				return
			}
			e2e.HTML(w, `<form method=post><button id=order name=order value=1>Order</button></form>
				<iframe name=inner></iframe><form method=post target=inner></form><script>document.forms[1].submit()</script>`)
		})
		s.show(t, "/order").do(t, "reload", "click #order") // with a frame in it that sends a form by itself
		is.True(strings.Contains(s.no(t, "invalid_action", "reload"), "answer to a form"))
		is.True(strings.Contains(b.Extract(t, s.tab, nil).Text, "Ordered")) // the page stays
		is.Equal(sent.Load(), int32(1))
	})
}
