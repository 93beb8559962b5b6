package ui

import (
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// TestTitles: what real pages call themselves stands in the real popup and in
// the options' log as text, and none of it is run or becomes an element.
func TestTitles(t *testing.T) {
	is := is.New(t)
	b, site := newProduct(t)
	site.Mux.HandleFunc("/titled", func(w http.ResponseWriter, r *http.Request) {
		e2e.HTML(w, "<!doctype html><title>"+html.EscapeString(r.FormValue("t"))+"</title><p>Page")
	})
	titles := []string{
		`<img src=x onerror="window.ran=1">`, `<script>window.ran=1</script>`, `"><svg onload=window.ran=1>`, `<iframe srcdoc="<script>parent.ran=1</script>"></iframe>`,
		`</title></main><base href=//evil.test/>`, `javascript:window.ran=1`, `{{constructor.constructor('window.ran=1')()}}`, `<a href="javascript:window.ran=1">x</a>`,
	}
	for _, title := range titles {
		b.Open(t, site.URL("/titled?t="+url.QueryEscape(title)))
	}
	for _, at := range []string{"popup/index.html", "options/index.html#log"} {
		page := extensionPage(t, b.CDP, at)
		for _, title := range titles {
			if at == "popup/index.html" {
				text, err := json.Marshal(title)
				is.NoErr(err)
				page.await("document.body.textContent.includes(" + string(text) + ")") // as it is written
			}
		}
		var got struct {
			Ran     bool
			Strange int
		}
		page.eval(`({Ran: "ran" in window, Strange: document.querySelectorAll("#root :is(script, iframe, object, embed, base, meta, link, style, a[href^='javascript' i], [onerror], [onload])").length})`, &got)
		is.True(!got.Ran)        // nothing ran
		is.Equal(got.Strange, 0) // nothing became an element
		var threw []string
		page.eval(`["innerHTML", "outerHTML"].filter((p) => { const e = document.createElement("div"); document.body.append(e); try { e[p] = "<b>x</b>"; return false } catch { return true } finally { e.remove() } })`, &threw)
		is.Equal(threw, []string{"innerHTML", "outerHTML"}) // and Chrome refuses text as markup
	}
}
