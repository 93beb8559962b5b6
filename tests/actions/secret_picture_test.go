package actions_test

import (
	"bytes"
	"encoding/base64"
	"html"
	"image"
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

func TestSecretPicture(t *testing.T) { onEach(t, specSecretPicture) }

// specSecretPicture takes pictures of white pages that show a stored value and
// nothing else: nothing dark may be in them. This backend has given it to nobody.
func specSecretPicture(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/written", func(w http.ResponseWriter, r *http.Request) { e2e.HTML(w, r.FormValue("html")) })
	const value = "canary-of-a-secret-<é>"
	b.Secret(t, "kept", value, "https://nowhere.example") // whatever site shows it
	tab := b.Open(t, site.URL("/blank.html"))
	v := html.EscapeString(value)
	page := func(host, body string) string {
		return site.On(host, "/written?html="+url.QueryEscape("<!doctype html><style>*{border:0;outline:0;color:#000;background:#fff;font-size:30px;scrollbar-width:none}</style>"+body))
	}
	show := func(t *testing.T, body string) {
		t.Helper()
		b.Get(t, map[string]any{"type": "navigate", "tabId": tab, "url": page("127.0.0.1", body)})
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
			is := is.New(t)
			show(t, strings.ReplaceAll(body, `\u00ad`, "\u00ad"))
			for i, full := range sizes {
				if !size.All() && !chosen(n, i) {
					continue
				}
				shot := b.Get(t, map[string]any{"type": "screenshot", "tabId": tab, "fullPage": full})
				if n := dark(t, shot); n > 0 {
					t.Errorf("%d dark pixels, full page %v", n, full)
				}
			}
			is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return document.getAnimations().length"})["value"], 0.0) // nothing is left of it
		})
	}
	t.Run("shows the rest", func(t *testing.T) {
		is := is.New(t)
		show(t, `<p>canary-of-a-secret</p><p>`+v+`</p>`)
		is.True(dark(t, b.Get(t, map[string]any{"type": "screenshot", "tabId": tab})) > 100)
	})
	t.Run("refuses one of a page that shows it anew all the time", func(t *testing.T) {
		show(t, `<p id=p></p><script>(function again(){p.innerHTML='<b>'+`+"`"+v+"`"+`+'</b>';setTimeout(again)})()</script>`)
		out := b.Try(t, map[string]any{"type": "screenshot", "tabId": tab})
		if out.Code != "invalid_action" || !strings.Contains(out.Message, "shows a secret") {
			t.Errorf("%s %s", out.Code, out.Message)
		}
	})
	t.Run("refuses one of a page that does not let itself be hidden", func(t *testing.T) {
		show(t, `<p style="opacity:1!important">`+v)
		out := b.Try(t, map[string]any{"type": "screenshot", "tabId": tab})
		if out.Code != "invalid_action" || !strings.Contains(out.Message, "cannot be hidden") {
			t.Errorf("%s %s", out.Code, out.Message)
		}
	})
}

// dark counts the pixels of a screenshot that are not near to white.
func dark(t *testing.T, result map[string]any) (n int) {
	t.Helper()
	address, _ := result["dataUrl"].(string)
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(address, "data:image/jpeg;base64,"))
	if err != nil {
		t.Fatal(err)
	}
	picture, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	for y := picture.Bounds().Min.Y; y < picture.Bounds().Max.Y; y++ {
		for x := picture.Bounds().Min.X; x < picture.Bounds().Max.X; x++ {
			if r, g, b, _ := picture.At(x, y).RGBA(); r+g+b < 3*0x9000 {
				n++
			}
		}
	}
	return n
}
