package page_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

// A link's address is told as the browser's own parser of addresses reads it.
func TestAddress(t *testing.T) {
	is := is.New(t)
	p := html(t, "<main></main>")
	var site string
	p.page("location.origin", &site)
	for href, want := range map[string]string{
		"/a":                    "[x](/a)",
		"/a?":                   "[x](/a)",
		"/a#":                   "[x](/a)",
		"/a?#":                  "[x](/a)",
		"/a?b?":                 "[x](/a?b?)",
		"/a#b#":                 "[x](/a#b#)",
		"/a?#b?":                "[x](/a#b?)",
		"/a(b)?c=(d)#(e)":       "[x](/a%28b%29?c=%28d%29#%28e%29)",
		"../up/./down":          "[x](/up/down)",
		"#part":                 "x",
		"?":                     "x",
		"?q=1":                  "[x](/blank.html?q=1)",
		"https://other.test/a?": "[x](https://other.test/a?)",
		"https://other.test/(a": "[x](https://other.test/(a)", // encodeURIComponent keeps it
		"javascript:x()":        "x",
		"http://me:pw@" + strings.TrimPrefix(site, "http://") + "/in": "[x](/in)",
	} {
		p.page("document.querySelector('main').innerHTML="+quote("<p><a>x</a></p>")+";document.querySelector('a').setAttribute('href',"+quote(href)+")", nil)
		is.Equal(strings.TrimSpace(p.extract(nil).Markdown), want)
	}
}
