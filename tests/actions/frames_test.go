package actions_test

import (
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/bed"
)

func TestFrames(t *testing.T) { onEach(t, specFrames) }

// framesOf returns the frames of a tab by a part of their URL.
func framesOf(t *testing.T, b *bed.Bed, tab, atLeast int) func(part string) string {
	t.Helper()
	var list []any
	for range 40 {
		if list = b.Get(t, map[string]any{"type": "frames", "tabId": tab})["frames"].([]any); len(list) >= atLeast {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if len(list) < atLeast {
		t.Fatalf("%d frames, want %d: %v", len(list), atLeast, list)
	}
	return func(part string) string {
		t.Helper()
		for _, row := range list {
			f := row.(map[string]any)
			if url, _ := f["url"].(string); strings.Contains(url, part) {
				return f["frameId"].(string)
			}
		}
		t.Fatalf("no frame %s in %v", part, list)
		return ""
	}
}

func specFrames(t *testing.T, b *bed.Bed, site *bed.Site) {
	tab := b.Open(t, site.On("a.test", "/frames.html"))
	frame := framesOf(t, b, tab, 6)
	rows := []struct{ name, part, title, hit, text string }{
		{"the main frame", "/frames.html", "frames", "outer", "Outer"},
		{"a frame of the same origin", "?same", "inner", "a.test", "Inner text"},
		{"a srcdoc frame", "about:srcdoc", "srcdoc", "srcdoc", "Doc text"},
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
			hits := site.Await(t, 1, bed.Type("hit", ""))
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
			host, _, _ = strings.Cut(site.Await(t, 1, bed.Type("hit", ""))[0].Detail, ":")
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
				is.Equal(site.Await(t, 1, bed.Type("hit", ""))[0].Detail, "local")
				return
			}
		}
		t.Fatalf("not listed: %v", list)
	})

	t.Run("a frame that is not there", func(t *testing.T) {
		b.Refused(t, "element_stale", map[string]any{"type": "click", "selector": "#go", "frameId": "nothing", "tabId": tab})
	})

	t.Run("an extract lists them when asked", func(t *testing.T) {
		is := is.New(t)
		page := b.Get(t, map[string]any{"type": "extract", "frames": true, "tabId": tab})
		is.True(len(page["frames"].([]any)) >= 6)
		is.Equal(b.Get(t, map[string]any{"type": "extract", "tabId": tab})["frames"], nil)
	})

	t.Run("come and go", func(t *testing.T) {
		is := is.New(t)
		b.Get(t, map[string]any{"type": "evaluate", "expression": "document.querySelector('#cross').remove()", "tabId": tab})
		for range 40 {
			if list := b.Get(t, map[string]any{"type": "frames", "tabId": tab})["frames"].([]any); len(list) == 3 {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		is.Fail() // what was in the removed frame is still listed
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
