package pdfs_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
	"github.com/zapvol/bua/tests/pdfs"
)

func TestTold(t *testing.T) {
	b := newFixture(t)
	t.Run("refused", func(t *testing.T) { specRefused(t, b) })
	t.Run("pictures", func(t *testing.T) { specPictures(t, b) })
	t.Run("bounds", func(t *testing.T) { specBounds(t, b) })
	t.Run("headers", func(t *testing.T) { specHeaders(t, b) })
	t.Run("fields", func(t *testing.T) { specFields(t, b) })
	t.Run("inside a page", func(t *testing.T) { specInside(t, b) })
}

// specRefused: of what cannot be read is said why, and what to do.
func specRefused(t *testing.T, b *fixture) {
	locked := pdfs.Of("Secret")
	locked.Locked = "open sesame"
	whole := pdfs.Of("Text").Bytes()
	for _, row := range []struct {
		name, says string
		data       []byte
	}{
		{"locked", "locked with a password", locked.Bytes()},
		{"broken", "This PDF is broken", []byte("%PDF-1.4\nand nothing that follows")},
		{"not one", "gives no PDF", []byte("<p>no PDF</p>")},
		{"too large", "larger than 50 MB", append(bytes.Clone(whole), bytes.Repeat([]byte("\n%"), 26<<20)...)},
	} {
		t.Run(row.name, func(t *testing.T) {
			b.show(t, file{row.name, row.data})
			text := b.Refused(t, "invalid_action", map[string]any{"type": "extract", "tabId": b.tab})
			is.New(t).True(strings.Contains(text, row.says) && strings.Contains(text, "take a screenshot"))
		})
	}
}

// specPictures: pages without text say so, and which.
func specPictures(t *testing.T, b *fixture) {
	is := is.New(t)
	scan := pdfs.Page{Picture: true}
	d := pdfs.Of("Text")
	d.Pages = append(d.Pages, scan, scan)
	b.show(t, file{"mixed", d.Bytes()})
	out := b.extract(t, nil)
	is.Equal(out["markdown"], "## Page 1\n\nText\n\n## Page 2\n\n## Page 3")
	is.Equal(out["truncated"], "no text: page 2-3, a picture such as a scan, or empty: take a screenshot")
	broken := bytes.Replace(pdfs.Of("One", "Two").Bytes(), []byte("[6 0 R 8 0 R]"), []byte("[6 0 R 9 0 R]"), 1)
	b.show(t, file{"half", broken})
	out = b.extract(t, nil)
	is.Equal(out["markdown"], "## Page 1\n\nOne\n\n## Page 2")
	is.Equal(out["truncated"], "broken: page 2: take a screenshot")
	b.show(t, file{"scan", pdfs.Document{Pages: []pdfs.Page{scan}}.Bytes()})
	is.True(strings.HasPrefix(fmt.Sprint(b.extract(t, nil)["truncated"]), "no page has text, they are pictures"))
	is.True(strings.Contains(b.Try(t, map[string]any{"type": "find", "tabId": b.tab, "query": "x"}).Text, "no page has text"))
}

// specBounds: a reading keeps to a number of tokens, and goes on within a page.
func specBounds(t *testing.T, b *fixture) {
	is := is.New(t)
	b.show(t, file{"long page", pdfs.Of(strings.Repeat("A line that says something.\n", 40), "The end").Bytes()})
	first := b.extract(t, map[string]any{"maxTokens": 100})
	is.True(len(fmt.Sprint(first["markdown"])) <= 400)
	next := onward.FindStringSubmatch(fmt.Sprint(first["truncated"]))
	is.True(next != nil && strings.HasPrefix(next[1], "p0l")) // within the first page
	rest := b.extract(t, map[string]any{"after": next[1]})
	is.Equal(strings.Count(fmt.Sprint(first["markdown"], rest["markdown"]), "something"), 40)
	is.True(strings.HasSuffix(fmt.Sprint(rest["markdown"]), "The end"))
	b.show(t, file{"three", pdfs.Of("One", "Two", "Three").Bytes()})
	whole := "## Page 1\n\nOne\n\n## Page 2\n\nTwo\n\n## Page 3\n\nThree"
	is.Equal(b.extract(t, nil)["markdown"], whole)
	for after, lines := range map[string]int{"l2": 2, "l3": 4, "l4": 4, "p0l2": 2, "p1": 4, "p1l2": 6, "p1l6": 10} {
		is.Equal(b.extract(t, map[string]any{"after": after})["markdown"], strings.Join(strings.Split(whole, "\n")[lines:], "\n"))
	}
	is.Equal(b.extract(t, map[string]any{"after": "p3"})["truncated"], "nothing is behind that: there are 3 pages")
	is.True(strings.Contains(b.Refused(t, "invalid_action", map[string]any{"type": "extract", "tabId": b.tab, "after": "p1x"}), "after p12"))
}

// specHeaders: what a server says of its PDF hinders no reading.
func specHeaders(t *testing.T, b *fixture) {
	for name, header := range map[string]http.Header{
		"sandboxed":  {"Content-Security-Policy": {"default-src 'none'; sandbox"}},
		"not stored": {"Cache-Control": {"no-store"}},
	} {
		t.Run(name, func(t *testing.T) {
			b.head[name] = header
			b.show(t, file{name, pdfs.Of("Hello").Bytes()})
			is.New(t).Equal(b.extract(t, nil)["markdown"], "## Page 1\n\nHello")
		})
	}
}

// specFields: what a form's fields hold stands where they are.
func specFields(t *testing.T, b *fixture) {
	d := pdfs.Document{Pages: []pdfs.Page{{Text: []pdfs.Text{{X: 60, Y: 700, Size: 12, S: "Name:"}, {X: 60, Y: 600, Size: 12, S: "Below"}}, Fields: []pdfs.Text{{X: 110, Y: 697, Size: 12, S: "Ann Lee"}}}}}
	b.show(t, file{"form", d.Bytes()})
	is.New(t).Equal(b.extract(t, nil)["markdown"], "## Page 1\n\nName: Ann Lee\n\nBelow")
}

// specInside: of one inside a page is said where it is read.
func specInside(t *testing.T, b *fixture) {
	is := is.New(t)
	b.files["inside"] = pdfs.Of("Inside").Bytes()
	for name, html := range map[string]string{
		"/frame": `Text <iframe src="/pdf/inside" width=300 height=300></iframe>`,
		"/embed": `Text <embed type="application/pdf" src="/pdf/inside" width=300 height=300>`,
	} {
		b.site.Mux.HandleFunc(name, func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, html) })
	}
	for _, path := range []string{"/frame", "/embed"} {
		b.Get(t, map[string]any{"type": "navigate", "tabId": b.tab, "url": b.site.URL(path)})
		is.Equal(b.extract(t, nil)["truncated"], "a PDF is shown in the page: to read it, go to "+b.site.URL("/pdf/inside"))
	}
}
