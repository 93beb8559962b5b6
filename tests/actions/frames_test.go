package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

func TestFrames(t *testing.T) { onBoth(t, "its sessions of frames", specFrames) }

// loaded waits until the page and all frames in it have loaded.
func loaded(t *testing.T, b *e2e.Product, tab int) {
	t.Helper()
	b.Get(t, map[string]any{"type": "evaluate", "tabId": tab,
		"expression": `if (document.readyState !== 'complete') await new Promise(r => addEventListener('load', r))`})
}

// framesOf returns the frames of a tab by a part of their URL, once all the
// parts are there: what the browser says of a frame may come after its load.
func framesOf(t *testing.T, b *e2e.Product, tab int, parts ...string) func(part string) string {
	t.Helper()
	loaded(t, b, tab)
	find := func(list []any, part string) string {
		for _, row := range list {
			f := row.(map[string]any)
			if url, _ := f["url"].(string); strings.Contains(url, part) {
				return f["frameId"].(string)
			}
		}
		return ""
	}
	var list []any
	e2e.Await(t, "it is so", func() bool {
		list = b.Get(t, map[string]any{"type": "frames", "tabId": tab})["frames"].([]any)
		for _, part := range parts {
			if find(list, part) == "" {
				return false
			}
		}
		return true
	})
	return func(part string) string {
		t.Helper()
		id := find(list, part)
		if id == "" {
			t.Fatalf("no frame %s in %v", part, list)
		}
		return id
	}
}

// allFrames are those of frames.html.
var allFrames = []string{"/frames.html", "?same", "about:srcdoc", "sub.a.test", "/inner.html?sub", "b.test", "c.test"}

func specFrames(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.On("a.test", "/frames.html"))
	frame := framesOf(t, b, tab, allFrames...)
	rows := []struct{ name, part, title, hit, text string }{
		{"the main frame", "/frames.html", "frames", "outer", "Outer"},
		{"a frame of the same origin", "?same", "inner", "a.test", "Inner text"},
		{"a srcdoc frame", "about:srcdoc", "srcdoc", "srcdoc", "Doc text"},
		{"a frame of another subdomain", "sub.a.test", "local", "sub.a.test", "Local text"},
		{"a frame inside that one", "/inner.html?sub", "inner", "sub.a.test", "Inner text"},
		{"a frame of another origin", "b.test", "nest", "b.test", "Nest text"},
		{"a frame inside that one", "c.test", "inner", "c.test", "Inner text"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			id := frame(row.part)
			in := func(kind string, more map[string]any) map[string]any {
				more["type"], more["frameId"], more["tabId"] = kind, id, tab
				return b.Get(t, more)
			}
			is.Equal(in("evaluate", map[string]any{"expression": "return document.title"})["value"], row.title)
			site.Forget()
			in("click", map[string]any{"selector": "#go"})
			hits := site.Await(t, 1, e2e.Type("hit", ""))
			host, _, _ := strings.Cut(hits[0].Detail, ":")
			is.Equal(host, row.hit) // and no other frame's
			is.Equal(len(hits), 1)
			in("type", map[string]any{"selector": "#field", "text": "x" + row.title})
			is.Equal(in("evaluate", map[string]any{"expression": "return document.querySelector('#field').value"})["value"], "x"+row.title)
			in("wait_for", map[string]any{"selector": "#field"})
			page := in("extract", map[string]any{})
			is.True(strings.Contains(page["markdown"].(string), row.text))
			found := in("find", map[string]any{"query": "go"})["elements"].([]any)
			is.Equal(len(found) > 0, true)
			site.Forget()
			b.Get(t, map[string]any{"type": "click", "uid": buttonOf(t, page), "tabId": tab}) // its uid finds the frame by itself
			host, _, _ = strings.Cut(site.Await(t, 1, e2e.Type("hit", ""))[0].Detail, ":")
			is.Equal(host, row.hit)
		})
	}

	t.Run("a frame inside a frame of another origin, in its process", func(t *testing.T) {
		is := is.New(t)
		list := b.Get(t, map[string]any{"type": "frames", "tabId": tab})["frames"].([]any)
		outer := frame("b.test")
		for _, row := range list {
			f := row.(map[string]any)
			if f["parent"] == outer && f["url"] == "about:srcdoc" {
				site.Forget()
				b.Get(t, map[string]any{"type": "click", "selector": "#deep", "frameId": f["frameId"], "tabId": tab})
				is.Equal(site.Await(t, 1, e2e.Type("hit", ""))[0].Detail, "local")
				return
			}
		}
		t.Fatalf("not listed: %v", list)
	})

	t.Run("one reading has them all", func(t *testing.T) {
		is := is.New(t)
		page := b.Get(t, map[string]any{"type": "extract", "tabId": tab})
		for _, text := range []string{"Outer", "Inner text of a.test", "Doc text", "Local text", "Inner text of sub.a.test", "Nest text", "Inner text of c.test"} {
			is.True(strings.Contains(page["markdown"].(string), text)) // text
		}
	})

	t.Run("a frame that is not there", func(t *testing.T) {
		b.Refused(t, "element_stale", map[string]any{"type": "click", "selector": "#go", "frameId": "nothing", "tabId": tab})
	})

	t.Run("an extract lists them when asked", func(t *testing.T) {
		is := is.New(t)
		page := b.Get(t, map[string]any{"type": "extract", "frames": true, "tabId": tab})
		is.True(len(page["frames"].([]any)) >= 8)
		is.Equal(b.Get(t, map[string]any{"type": "extract", "tabId": tab})["frames"], nil)
	})

	t.Run("one that is busy is left out", func(t *testing.T) {
		if b.Host == e2e.Direct {
			size.LeaveToAll(t, size.OtherHost)
		}
		is := is.New(t)
		b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "frameId": frame("b.test"), "expression": "setTimeout(() => { for (const end = Date.now() + 4000; Date.now() < end;); tell('idle') }); tell('busy')"})
		site.Await(t, 1, e2e.Type("busy", ""))
		page := b.Get(t, map[string]any{"type": "extract", "tabId": tab})
		is.Equal(len(site.Seen(e2e.Type("idle", ""))), 0) // and not waited for
		is.True(strings.Contains(page["truncated"].(string), "frames that did not answer"))
		is.True(strings.Contains(page["markdown"].(string), "Outer"))
		site.Await(t, 1, e2e.Type("idle", ""))
	})

	t.Run("come and go", func(t *testing.T) {
		b.Get(t, map[string]any{"type": "evaluate", "expression": "document.querySelector('#cross').remove()", "tabId": tab})
		e2e.Await(t, "it is so", func() bool { // what was in the removed frame goes with it
			return len(b.Get(t, map[string]any{"type": "frames", "tabId": tab})["frames"].([]any)) == 5
		})
	})
}

func buttonOf(t *testing.T, page map[string]any) string {
	t.Helper()
	for _, row := range page["elements"].([]any) {
		if e := row.(map[string]any); e["role"] == "button" && e["name"] == "Go" {
			return e["uid"].(string)
		}
	}
	t.Fatalf("no button Go in %v", page["elements"])
	return ""
}
