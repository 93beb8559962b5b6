package actions_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func TestFrames_Srcdoc(t *testing.T) { onEach(t, specSrcdoc) }

// specSrcdoc: a frame without an address of its own, as mail readers make one
// for each letter, is of the frame around it, and allowed or not as that is.
func specSrcdoc(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	const letter = `<iframe sandbox="allow-scripts" srcdoc="<p>Dear reader</p><button onclick=&quot;this.textContent='Pressed'&quot;>Sandboxed</button>"></iframe>`
	site.Mux.HandleFunc("/letter", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, letter) })
	site.Mux.HandleFunc("/outer", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<p>Outer</p><iframe src="`+site.On("b.test", "/letter")+`"></iframe>`)
	})
	press := func(tab int) {
		t.Helper()
		var uid string
		e2e.Await(t, "it is so", func() bool {
			out := b.Try(t, map[string]any{"type": "extract", "tabId": tab})
			is.Equal(out.Code, "")
			list, _ := out.Result["elements"].([]any)
			for _, e := range list {
				if e, _ := e.(map[string]any); e["name"] == "Sandboxed" {
					uid, _ = e["uid"].(string)
				}
			}
			return uid != ""
		})
		b.Get(t, map[string]any{"type": "click", "tabId": tab, "uid": uid})
		e2e.Await(t, "it is so", func() bool {
			return strings.Contains(fmt.Sprint(b.Get(t, map[string]any{"type": "extract", "tabId": tab})), "Pressed")
		})
	}
	press(b.Open(t, site.On("a.test", "/letter")))
	tab := b.Open(t, site.On("a.test", "/outer"))
	press(tab)
	b.Block(t, "b.test")
	e2e.Await(t, "it is so", func() bool {
		got := b.Get(t, map[string]any{"type": "extract", "tabId": tab})
		return !strings.Contains(fmt.Sprint(got), "Dear reader")
	})
	is.True(strings.Contains(fmt.Sprint(b.Get(t, map[string]any{"type": "extract", "tabId": tab})), "Outer"))
	b.Block(t)
}
