package actions_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func TestWebdriver(t *testing.T) { onEach(t, specWebdriver) }

// specWebdriver: navigator.webdriver reads false in whatever document of a tab
// the agent works in, those in other processes included. The browsers of the
// tests are started in ways that make it read true.
func specWebdriver(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	tab := b.Open(t, site.On("a.test", "/matrix.html"))
	frame := framesOf(t, b, tab, "about:srcdoc", "b.test")
	read := func(tab int, frame string) any {
		a := map[string]any{"type": "evaluate", "tabId": tab, "expression": "return navigator.webdriver"}
		if frame != "" {
			a["frameId"] = frame
		}
		return b.Get(t, a)["value"]
	}
	is.Equal(read(tab, ""), false)
	is.Equal(read(tab, frame("about:srcdoc")), false)
	is.Equal(read(tab, frame("b.test")), false)
	b.Get(t, map[string]any{"type": "navigate", "tabId": tab, "url": site.On("c.test", "/matrix.html")})
	frame = framesOf(t, b, tab, "about:srcdoc", "b.test")
	is.Equal(read(tab, frame("b.test")), false) // of the next document, too
}
