package pdfs_test

import (
	"context"
	"embed"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"golang.org/x/text/unicode/norm"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/articlepages"
	"github.com/zapvol/bua/tests/cdp"
	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/pdfs"
)

// file is one PDF of the set.
type file struct {
	name string
	data []byte
}

// fixture is a browser, a site with the PDFs, and one tab to read them in.
type fixture struct {
	*e2e.Product
	site  *e2e.Site
	tab   int
	files map[string][]byte
	head  map[string]http.Header
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	b := &fixture{Product: e2e.New(t, e2e.Options{Host: e2e.Direct}), site: e2e.NewSite(t, embed.FS{}, "."), files: map[string][]byte{}, head: map[string]http.Header{}}
	b.site.Mux.HandleFunc("/pdf/{name}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		for k, v := range b.head[r.PathValue("name")] {
			w.Header()[k] = v
		}
		_, _ = w.Write(b.files[r.PathValue("name")])
	})
	b.site.Mux.HandleFunc("/empty", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, "nothing") })
	b.tab = b.Open(t, b.site.URL("/empty"))
	return b
}

// show brings a PDF into the tab.
func (b *fixture) show(t *testing.T, f file) {
	t.Helper()
	b.files[f.name] = f.data
	b.Get(t, map[string]any{"type": "navigate", "tabId": b.tab, "url": b.site.URL("/pdf/" + url.PathEscape(f.name))})
}

func (b *fixture) extract(t *testing.T, more map[string]any) map[string]any {
	t.Helper()
	action := map[string]any{"type": "extract", "tabId": b.tab}
	for k, v := range more {
		action[k] = v
	}
	return b.Get(t, action)
}

var onward = regexp.MustCompile(`go on with after: (p\d+(?:l\d+)?)`)

// all reads a PDF to its end, in so many readings.
func (b *fixture) all(t *testing.T) (markdown string, readings int) {
	t.Helper()
	var parts []string
	for more := map[string]any{}; ; readings++ {
		out := b.extract(t, more)
		parts = append(parts, fmt.Sprint(out["markdown"]))
		next := onward.FindStringSubmatch(fmt.Sprint(out["truncated"]))
		if next == nil {
			return strings.Join(parts, "\n"), readings + 1
		}
		more = map[string]any{"after": next[1]}
	}
}

// print has the browser make PDFs of pages.
func (b *fixture) print(t *testing.T, pages []pdfs.Source) (list []file) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	b.site.Mux.HandleFunc("/print/{name}", func(w http.ResponseWriter, r *http.Request) {
		for _, p := range pages {
			if p.Name == r.PathValue("name") {
				e2e.HTML(w, p.HTML)
			}
		}
	})
	for _, p := range pages {
		session, target, err := b.CDP.NewPage(ctx, "about:blank")
		if err != nil {
			t.Fatal(err)
		}
		b.load(ctx, t, session, b.site.URL("/print/"+p.Name))
		var out struct{ Data string }
		if err := b.CDP.Send(ctx, session, "Page.printToPDF", map[string]any{"preferCSSPageSize": true}, &out); err != nil {
			t.Fatal(err)
		}
		data, err := base64.StdEncoding.DecodeString(out.Data)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, file{p.Name, data})
		if err := b.CDP.CloseTarget(ctx, target); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

func (b *fixture) load(ctx context.Context, t *testing.T, session, url string) {
	t.Helper()
	loaded := make(chan struct{}, 4)
	defer b.CDP.On(func(e cdp.Event) {
		if e.Session == session && e.Method == "Page.loadEventFired" {
			loaded <- struct{}{}
		}
	})()
	if err := b.CDP.Send(ctx, session, "Page.enable", nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := b.CDP.Send(ctx, session, "Page.navigate", map[string]any{"url": url}, nil); err != nil {
		t.Fatal(err)
	}
	select {
	case <-loaded:
	case <-ctx.Done():
		t.Fatal("the page did not load: " + url)
	}
}

// shipped are PDFs of Debian packages: Chromium takes the first, the second is a manual set by TeX.
var shipped = []string{"/usr/share/doc/shared-mime-info/shared-mime-info-spec.pdf", "/usr/share/doc/libtasn1-doc/libtasn1.pdf"}

// TestSet: a reading has the words that pdftotext finds, and an invoice its table, a long document all of its pages.
func TestSet(t *testing.T) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("there is no pdftotext: install poppler-utils")
	}
	b := newFixture(t)
	pages := pdfs.Printed()
	for _, p := range articlepages.Articles()[:8] {
		if size.All() {
			pages = append(pages, pdfs.Source{Name: p.Name, HTML: p.HTML})
		} else {
			t.Run(p.Name, func(t *testing.T) { size.LeaveToAll(t, size.Table) })
		}
	}
	list := b.print(t, pages)
	turned := pdfs.Of("This page is turned\nby a quarter", "And this one too")
	turned.Pages[0].Rotate, turned.Pages[1].Rotate = 90, 270
	sealed := pdfs.Of("What must not be changed\ncan be read")
	sealed.Sealed = true
	list = append(list, file{"turned", turned.Bytes()}, file{"sealed", sealed.Bytes()}, file{"plain", pdfs.Of("Caf\xe9 and cr\xe8me", "\x93Quoted\x94").Bytes()})
	for _, path := range shipped {
		data, err := os.ReadFile(path)
		if err == nil {
			list = append(list, file{filepath.Base(path), data})
		} else {
			t.Run(filepath.Base(path), func(t *testing.T) { t.Skip("this machine does not have it: ", err) })
		}
	}
	for _, f := range list {
		t.Run(f.name, func(t *testing.T) {
			b.show(t, f)
			markdown, readings := b.all(t)
			share, missing := found(t, f.data, markdown)
			t.Logf("%.4f of the words, %d bytes of Markdown, %d readings; missing: %v", share, len(markdown), readings, missing)
			if share < 0.98 {
				t.Error("fewer of the words than 0.98 are found")
			}
			switch f.name {
			case "invoice":
				for _, part := range []string{"### Invoice 2024-117\n", "[the payment page](https://pay.example/i/117)", "| Item | Description | Qty | Price | Total |\n|---|---|---|---|---|\n| A-100 | Oak table, oiled | 2 | 310.00 | 620.00 |\n",
					"delivered in two boxes and assembled in the customer's rooms | 8 | 95.50 | 764.00 |\n", "|  |  |  | Sum | 1,433.00 |"} {
					is.New(t).True(strings.Contains(markdown, part))
				}
			case "long":
				is := is.New(t)
				is.True(strings.Contains(markdown, "## Page 300\n\n") && readings > 5)
				text := b.Try(t, map[string]any{"type": "find", "tabId": b.tab, "query": pdfs.CodeWord(288)}).Text
				is.True(strings.Contains(text, "page 288: ") && strings.Count(text, "page ") == 1 && strings.Contains(text, "after: p287")) // find has its page
				is.True(strings.HasPrefix(fmt.Sprint(b.extract(t, map[string]any{"query": pdfs.CodeWord(288)})["markdown"]), "## Page 288\n\n"))
				_, again := b.extract(t, map[string]any{"after": "p300"})["truncated"].(string)
				is.True(again)
			}
		})
	}
}

// found is the share of the words of pdftotext that the Markdown has, each as often.
func found(t *testing.T, data []byte, markdown string) (share float64, missing []string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "pdftotext", "-enc", "UTF-8", path, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]int{}
	for _, w := range words(markdown) {
		have[w]++
	}
	all := words(string(out))
	for _, w := range all {
		if have[w]--; have[w] < 0 {
			missing = append(missing, w)
		}
	}
	return 1 - float64(len(missing))/float64(max(1, len(all))), missing[:min(len(missing), 20)]
}

var (
	hyphens = regexp.MustCompile(`(\pL)[-\x{2010}\x{AD}]\s*(\pL)`) // pdftotext drops those at the end of a line
	word    = regexp.MustCompile(`[\pL\pN]+`)
	address = regexp.MustCompile(`\]\(\S+?\)`)
)

func words(s string) []string {
	s = address.ReplaceAllString(s, "]")
	return word.FindAllString(strings.ToLower(hyphens.ReplaceAllString(norm.NFKC.String(s), "$1$2")), -1)
}
