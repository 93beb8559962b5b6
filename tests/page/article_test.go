package page_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"
)

var word = regexp.MustCompile(`[\p{L}\p{N}]+`)

// On an article-like page the Markdown is the article: the words of what is
// marked data-keep, and hardly any others.
func TestArticle(t *testing.T) {
	for _, name := range []string{"news", "blog", "docs", "wiki", "short"} {
		t.Run(name, func(t *testing.T) {
			p := open(t, "/article-"+name+".html")
			a := p.extract(nil)
			var keep string
			p.page("[...document.querySelectorAll('[data-keep]')].map(e=>e.innerText).join(' ')", &keep)
			// Addresses of links and alternatives of images are no words of the text.
			plain := regexp.MustCompile(`!?\[([^\]]*)\](\([^)]*\))?`).ReplaceAllString(a.Markdown, "$1")
			want, got := count(keep), count(plain)
			found, total, noise, all := 0, 0, 0, 0
			for w, n := range want {
				total += n
				found += min(n, got[w])
			}
			for w, n := range got {
				all += n
				noise += max(0, n-want[w])
			}
			recall, dirt := float64(found)/float64(total), float64(noise)/float64(all)
			t.Logf("recall %.3f, noise %.3f of %d words", recall, dirt, total)
			if recall < 0.96 || dirt > 0.05 {
				t.Errorf("recall %.3f (want 0.96), noise %.3f (want at most 0.05)\n%.1500s", recall, dirt, a.Markdown)
			}
		})
	}
}

func count(s string) map[string]int {
	out := map[string]int{}
	for _, w := range word.FindAllString(strings.ToLower(s), -1) {
		out[w]++
	}
	return out
}

// An application-like page is given whole, also when it lives in a fixed box.
func TestApplication(t *testing.T) {
	is := is.New(t)
	p := open(t, "/app.html")
	a := p.extract(nil)
	var text string
	p.page("document.body.innerText", &text)
	got := count(a.Markdown)
	for w := range count(text) {
		if got[w] == 0 {
			t.Errorf("%q is missing", w)
		}
	}
	is.True(strings.Contains(a.Markdown, "|appa2|appclosed|apptwenty|"))
}

// When not everything fits, tables come before the rest.
func TestApplication_tablesFirst(t *testing.T) {
	is := is.New(t)
	p := html(t, `<main><ul>`+strings.Repeat("<li>filler filler filler filler filler", 2500)+`</ul><table><tr><th>Key<th>Value</tr><tr><td>lastkey<td>lastvalue</tr><tr><td>b<td>c</tr></table></main>`)
	a := p.extract(nil)
	is.True(strings.HasPrefix(a.Markdown, "|Key|Value|"))
	is.True(strings.Contains(a.Truncated, "markdown is cut"))
}
