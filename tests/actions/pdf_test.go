package actions_test

import (
	"encoding/base64"
	"image/jpeg"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/pdfs"
)

func TestPDF(t *testing.T) { onBoth(t, "where Chrome detaches", specPDF) }

// specPDF: the browser's viewer is another extension's page, from which Chrome
// detaches every debugger. The way to a PDF is no failure, and it is read without a
// further request.
func specPDF(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	var asked atomic.Int32
	pdf := pdfs.Of("Hello", "World").Bytes()
	site.Mux.HandleFunc("/doc.pdf", func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("Content-Type", "application/pdf")
		_, _ = w.Write(pdf)
	})
	site.Mux.HandleFunc("/docs", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<a href="/doc.pdf">Read it</a>`)
	})
	tab := b.Open(t, site.URL("/docs"))
	rounds := 5 // more often than a page of its own may have Chrome detach
	if b.Host == e2e.Direct {
		rounds = amount(rounds, 1) // what counts them is core's
	}
	for range rounds {
		out := b.Get(t, map[string]any{"type": "click", "tabId": tab, "selector": "a"})
		effects, _ := out["effects"].(map[string]any)
		navigated, _ := effects["navigated"].(map[string]any)
		is.Equal(navigated["url"], site.URL("/doc.pdf"))
		before := asked.Load()
		is.Equal(b.Get(t, map[string]any{"type": "extract", "tabId": tab})["markdown"], "## Page 1\n\nHello\n\n## Page 2\n\nWorld")
		is.Equal(asked.Load(), before) // the browser has it
		b.Get(t, map[string]any{"type": "navigate", "tabId": tab, "url": site.URL("/docs")})
	}
	b.Get(t, map[string]any{"type": "navigate", "tabId": tab, "url": site.URL("/doc.pdf")})
	is.Equal(b.Get(t, map[string]any{"type": "extract", "tabId": tab, "after": "p1"})["markdown"], "## Page 2\n\nWorld")
	is.True(strings.Contains(b.Try(t, map[string]any{"type": "extract", "tabId": tab, "since": "last"}).Text, "a PDF does not change"))
	is.True(strings.Contains(b.Try(t, map[string]any{"type": "find", "tabId": tab, "query": "world"}).Text, "page 2: World"))
	world := b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return Object.keys(self).filter((k) => /bua|pdf/i.test(k)).join()"})
	is.Equal(world["value"], "") // the page's own world has nothing of it
	e2e.Await(t, "it is so", func() bool { return white(t, b.Get(t, map[string]any{"type": "screenshot", "tabId": tab})) })
	b.Get(t, map[string]any{"type": "close_tab", "tabId": b.Open(t, site.URL("/doc.pdf"))})
}

// white reports whether a screenshot shows a sheet of paper.
func white(t *testing.T, shot map[string]any) bool {
	t.Helper()
	data, _ := shot["dataUrl"].(string)
	picture, err := jpeg.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(strings.TrimPrefix(data, "data:image/jpeg;base64,"))))
	if err != nil {
		t.Fatal(err)
	}
	n, size := 0, picture.Bounds()
	for x := range size.Max.X {
		for y := range size.Max.Y {
			if r, g, b, _ := picture.At(x, y).RGBA(); min(r, g, b) > 0xf000 {
				n++
			}
		}
	}
	return n > size.Max.X*size.Max.Y/20
}
