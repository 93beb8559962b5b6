package actions_test

import (
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/pdfs"
)

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
	serve(site, "/docs", `<a href="/doc.pdf">Read it</a>`)
	s := (&stage{b, site, 0}).show(t, "/docs")
	rounds := 5 // more often than a page of its own may have Chrome detach
	if b.Host == e2e.Direct {
		rounds = amount(rounds, 1) // what counts them is core's
	}
	for range rounds {
		navigated, _ := s.do(t, "click a")["navigated"].(map[string]any)
		is.Equal(navigated["url"], site.URL("/doc.pdf"))
		before := asked.Load()
		is.Equal(b.Extract(t, s.tab, nil).Markdown, "## Page 1\n\nHello\n\n## Page 2\n\nWorld")
		is.Equal(asked.Load(), before) // the browser has it
		s.show(t, "/docs")
	}
	s.show(t, "/doc.pdf")
	is.Equal(b.Extract(t, s.tab, map[string]any{"after": "p1"}).Markdown, "## Page 2\n\nWorld")
	s.rows(t,
		row{name: "since", do: `extract {"since":"last"}`, says: "a PDF does not change"},
		row{name: "found", do: "find: world", says: "page 2: World"},
		row{name: "the page's own world has nothing of it", do: "frames", js: "Object.keys(self).filter((k) => /bua|pdf/i.test(k)).join()", is: ""},
	)
	e2e.Await(t, "it shows a sheet of paper", func() bool {
		picture := s.picture(t, "screenshot")
		return pixels(picture, white) > picture.Bounds().Dx()*picture.Bounds().Dy()/20
	})
	b.Get(t, map[string]any{"type": "close_tab", "tabId": b.Open(t, site.URL("/doc.pdf"))})
}
