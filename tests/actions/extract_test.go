package actions_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/e2e"
)

func TestExtract(t *testing.T) { onEach(t, specExtract) }

func specExtract(t *testing.T, b *e2e.Product, site *e2e.Site) {
	show := showing(b)
	t.Run("reads an article as Markdown, without what surrounds it", func(t *testing.T) {
		is := is.New(t)
		p := b.Extract(t, show(t, site.URL("/article.html")), nil)
		for _, want := range []string{"# Growing beans", "**poles**", "[the poles](", "## Steps", "1. Dig", "deep", "> Patience.", "water(10)", "|May|Sow|", "A bean"} {
			if !strings.Contains(p.Markdown, want) {
				t.Errorf("the markdown lacks %q:\n%s", want, p.Markdown)
			}
		}
		for _, never := range []string{"Navigation words", "overlay words", "Aside words", "Footer words", "hidden by"} {
			if strings.Contains(p.Markdown, never) {
				t.Errorf("the markdown holds %q", never)
			}
		}
		is.True(!strings.Contains(p.Text, "hidden by"))
		is.Equal(p.Title, "Beans")
		is.True(p.Obstacle == nil)
	})

	t.Run("reads nothing in a document that holds nothing", func(t *testing.T) {
		is := is.New(t)
		site.Mux.HandleFunc("/opened", func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `<!doctype html><title>Opened</title><p>Words<script>addEventListener("load",()=>document.open())</script>`)
		})
		tab := show(t, site.URL("/opened"))
		p := b.Extract(t, tab, nil)
		is.Equal(p.Text+p.Markdown+p.Title, "")
		is.Equal(len(p.Elements), 0)
		b.Get(t, map[string]any{"type": "scroll", "direction": "down", "tabId": tab})
		b.Refused(t, "element_not_found", map[string]any{"type": "click", "selector": "p", "tabId": tab})
	})

	t.Run("limits itself to a selector", func(t *testing.T) {
		is := is.New(t)
		tab := show(t, site.URL("/article.html"))
		p := b.Extract(t, tab, map[string]any{"selector": "ol"})
		is.True(strings.Contains(p.Markdown, "Dig"))
		is.True(!strings.Contains(p.Markdown, "Patience"))
		b.Refused(t, "element_not_found", map[string]any{"type": "extract", "selector": "#nothing", "tabId": tab})
	})

	t.Run("names and states what can be acted on", func(t *testing.T) {
		is := is.New(t)
		p := b.Extract(t, show(t, site.URL("/fields.html")), nil)
		for _, e := range p.Elements {
			switch e.Name {
			case "Shut":
				is.True(strings.Contains(fmt.Sprint(e.State), "disabled"))
			case "Fixed":
				is.Equal(e.Value, "fixed")
			}
		}
		is.Equal(p.Elements[0].UID[:1], "e")
	})

	t.Run("lists at most 200, the viewport first, and counts the rest", func(t *testing.T) {
		is := is.New(t)
		site.Mux.HandleFunc("/many", func(w http.ResponseWriter, _ *http.Request) {
			e2e.HTML(w, strings.Repeat("<p><button>B</button></p>", 450)+"<button>Last</button><script>onload=()=>scrollTo(0,1e9)</script>")
		})
		p := b.Extract(t, show(t, site.URL("/many")), nil)
		is.Equal(len(p.Elements), 200)
		is.Equal(p.Omitted, 251)
		p.UID(t, "button", "Last") // it is in the viewport
	})

	t.Run("keeps references over extracts, and says what changed since", func(t *testing.T) {
		is := is.New(t)
		tab := show(t, site.URL("/fields.html"))
		first := b.Extract(t, tab, nil)
		again := b.Extract(t, tab, nil)
		is.Equal(first.UID(t, "textbox", "Name"), again.UID(t, "textbox", "Name"))
		b.Get(t, map[string]any{"type": "evaluate", "tabId": tab,
			"expression": `document.getElementById('name').remove(); document.body.insertAdjacentHTML('beforeend', '<button>Fresh</button>')`})
		diff := b.Extract(t, tab, map[string]any{"since": again.Snapshot})
		is.True(diff.Changes != nil)
		is.Equal(diff.Changes.Removed, []string{first.UID(t, "textbox", "Name")})
		is.Equal(diff.Changes.Added, []string{diff.UID(t, "button", "Fresh")})
		fresh := b.Extract(t, tab, map[string]any{"since": again.Snapshot, "query": "fresh"}) // the same of what has a word
		is.True(fresh.Changes != nil)
		is.Equal(fresh.Changes.Added, diff.Changes.Added)
		is.Equal(len(fresh.Changes.Removed), 0)
		b.Get(t, map[string]any{"type": "reload", "tabId": tab})
		is.True(strings.Contains(b.Refused(t, "invalid_action", map[string]any{"type": "extract", "since": again.Snapshot, "tabId": tab}), "extract without since"))
	})

	t.Run("a reference outlives the worker, or the connection", func(t *testing.T) {
		is := is.New(t)
		tab := show(t, site.URL("/pointer.html"))
		uid := b.Extract(t, tab, nil).UID(t, "button", "Plain")
		b.Kill(t)
		site.Forget()
		click := map[string]any{"type": "click", "uid": uid, "tabId": tab}
		if out := b.Try(t, click); out.Code != "" {
			is.True(out.Outcome != "") // sent just before the socket was known to be dead
			b.Get(t, click)
		}
		once(t, site, "plain", "click")
		is.Equal(b.Extract(t, tab, nil).UID(t, "button", "Plain"), uid)
	})

	t.Run("a reference ends with its document", func(t *testing.T) {
		is := is.New(t)
		tab := show(t, site.URL("/pointer.html"))
		uid := b.Extract(t, tab, nil).UID(t, "button", "Plain")
		b.Get(t, map[string]any{"type": "navigate", "url": site.URL("/fields.html"), "tabId": tab})
		b.Refused(t, "element_stale", map[string]any{"type": "click", "uid": uid, "tabId": tab})
		for _, e := range b.Extract(t, tab, nil).Elements {
			is.True(e.UID != uid) // and is not given again
		}
	})
	t.Run("a reference of what left the page names what is near", func(t *testing.T) {
		is := is.New(t)
		tab := show(t, site.URL("/pointer.html"))
		uid := b.Extract(t, tab, nil).UID(t, "button", "Plain")
		b.Get(t, map[string]any{"type": "evaluate", "tabId": tab,
			"expression": `document.getElementById('plain').outerHTML = '<button>Plain</button>'`})
		says := b.Refused(t, "element_not_found", map[string]any{"type": "click", "uid": uid, "tabId": tab})
		is.True(strings.Contains(says, "Plain"))
	})
}
