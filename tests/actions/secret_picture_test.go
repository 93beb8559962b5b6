package actions_test

import (
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

// specSecretPicture takes pictures of white pages that show a stored value and
// nothing else: nothing dark may be in them. This backend has given it to nobody.
func specSecretPicture(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/written", func(w http.ResponseWriter, r *http.Request) { e2e.HTML(w, r.FormValue("html")) })
	const value = "canary-of-a-secret-<é>"
	b.Secret(t, "kept", value, "https://nowhere.example") // whatever site shows it
	s := &stage{b, site, 0}
	v := html.EscapeString(value)
	page := func(host, body string) string {
		return site.On(host, "/written?html="+url.QueryEscape("<!doctype html><style>*{border:0;outline:0;color:#000;background:#fff;font-size:30px;scrollbar-width:none}</style>"+body))
	}
	show := func(t *testing.T, body string) {
		t.Helper()
		s.show(t, page("127.0.0.1", body))
	}
	bodies := map[string]string{
		"a text":                                 v,
		"a paragraph that is important":          `<p style="color:#000!important;-webkit-text-fill-color:#000!important">` + v,
		"a text in upper case":                   `<p style="text-transform:uppercase">` + v,
		"a text in pieces":                       `<p>canary<b>-of-</b><i>a-se` + "\u00ad" + `cret</i>-&lt;é&gt;`,
		"a text that is selected":                `<style>::selection{color:#000;background:#000}</style><p id=p>` + v + `</p><script>getSelection().selectAllChildren(p)</script>`,
		"a text with a gradient":                 `<h1 style="background:linear-gradient(#000,#111);-webkit-background-clip:text;-webkit-text-fill-color:transparent"><span style="background:none">` + v + `</span></h1>`,
		"a field":                                `<input style="width:600px" value="` + v + `">`,
		"a field that is shown when it is empty": `<input style="width:600px" placeholder="` + v + `"><style>::placeholder{color:#000}</style>`,
		"a large field":                          `<textarea style="width:600px">` + v + `</textarea>`,
		"an option":                              `<select style="appearance:none"><option>` + v + `</select>`,
		"what a style sheet adds":                `<p data-x="` + v + `"></p><style>p::before{content:attr(data-x)}</style>`,
		"a drawing's text":                       `<svg width=600 height=60><text y=40>` + v + `</text></svg>`,
		"a shadow root":                          `<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML='<p>` + v + `'</script>`,
		"a closed shadow root":                   `<x-h></x-h><script>customElements.define('x-h',class extends HTMLElement{constructor(){super();this.attachShadow({mode:'closed'}).innerHTML='<p>` + v + `'}})</script>`,
		"an address":                             `<p style="width:900px">/login?p=` + url.QueryEscape(value),
		"hex digits":                             `<p>63616e6172792d6f662d612d7365637265742d3cc3a93e`,
		"a frame of this site":                   `<iframe style="width:700px" src="` + html.EscapeString(page("127.0.0.1", "<p>"+v)) + `"></iframe>`,
		"a frame of another site":                `<iframe style="width:700px" src="` + html.EscapeString(page("localhost", "<p>"+v)) + `"></iframe>`,
		"a frame of another host of the site":    `<iframe style="width:700px" src="` + html.EscapeString(page("a.other.test", "<p>"+v)) + `"></iframe>`,
	}
	sizes := []bool{false, true} // of the viewport, of the whole page
	chosen := size.Pairs(len(bodies), len(sizes))
	for n, name := range slices.Sorted(maps.Keys(bodies)) {
		body := bodies[name]
		t.Run("hides "+name, func(t *testing.T) {
			show(t, strings.ReplaceAll(body, `\u00ad`, "\u00ad"))
			for i, full := range sizes {
				if !size.All() && !chosen(n, i) {
					continue
				}
				if n := pixels(s.picture(t, fmt.Sprintf(`screenshot {"fullPage":%t}`, full)), dark); n > 0 {
					t.Errorf("%d dark pixels, full page %v", n, full)
				}
			}
			is.New(t).Equal(s.js(t, "document.getAnimations().length"), 0.0) // nothing is left of it
		})
	}
	show(t, `<p>canary-of-a-secret</p><p>`+v+`</p>`)
	is.New(t).True(pixels(s.picture(t, "screenshot"), dark) > 100) // the rest is shown
	for body, why := range map[string]string{
		`<p id=p></p><script>(function again(){p.innerHTML='<b>'+` + "`" + v + "`" + `+'</b>';setTimeout(again)})()</script>`: "shows a secret", // anew all the time
		`<p style="opacity:1!important">` + v: "cannot be hidden",
	} {
		show(t, body)
		s.rows(t, row{name: "refuses one of a page that " + why, do: "screenshot", code: "invalid_action", says: why})
	}
}
