package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/tests/e2e"
)

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
	frames := map[string]string{}
	find := func(part string) string {
		for url, id := range frames {
			if strings.Contains(url, part) {
				return id
			}
		}
		return ""
	}
	e2e.Await(t, strings.Join(parts, ", ")+" are there", func() bool {
		clear(frames)
		for _, row := range b.Get(t, map[string]any{"type": "frames", "tabId": tab})["frames"].([]any) {
			f := row.(map[string]any)
			if url, _ := f["url"].(string); frames[url] == "" {
				frames[url] = f["frameId"].(string)
			}
		}
		for _, part := range parts {
			if find(part) == "" {
				return false
			}
		}
		return true
	})
	return func(part string) string {
		t.Helper()
		id := find(part)
		if id == "" {
			t.Fatalf("no frame %s in %v", part, frames)
		}
		return id
	}
}

// specFrames: each frame of a page is read and acted in, by its name or by a uid, and none else.
func specFrames(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, site.On("a.test", "/frames.html"))
	frame := framesOf(t, b, s.tab, "/frames.html", "?same", "about:srcdoc", "sub.a.test", "b.test", "c.test")
	hit := func(t *testing.T, line string) string {
		t.Helper()
		site.Forget()
		s.do(t, line)
		hits := site.Await(t, 1, e2e.Type("hit", ""))
		is.New(t).Equal(len(hits), 1) // and no other frame's
		host, _, _ := strings.Cut(hits[0].Detail, ":")
		return host
	}
	for _, r := range []struct{ name, part, title, hit, text string }{
		{"the main frame", "/frames.html", "frames", "outer", "Outer"},
		{"a frame of the same origin", "?same", "inner", "a.test", "Inner text"},
		{"a srcdoc frame", "about:srcdoc", "srcdoc", "srcdoc", "Doc text"},
		{"a frame of another subdomain", "/local.html", "local", "sub.a.test", "Local text"},
		{"a frame inside that one", "/inner.html?sub", "inner", "sub.a.test", "Inner text"},
		{"a frame of another origin", "b.test", "nest", "b.test", "Nest text"},
		{"a frame inside that one", "c.test", "inner", "c.test", "Inner text"},
	} {
		run(t, r.name+", "+r.part, func(t *testing.T, is asserts) {
			in := ` {"frameId":"` + frame(r.part) + `"`
			value := func(expression string) any {
				return b.Get(t, map[string]any{"type": "evaluate", "tabId": s.tab, "frameId": frame(r.part), "expression": "return " + expression})["value"]
			}
			is.Equal(value("document.title"), r.title)
			is.Equal(hit(t, "click #go"+in+"}"), r.hit)
			s.do(t, "type #field: x"+r.title+in+"}", "wait_for #field"+in+"}")
			is.Equal(value("document.querySelector('#field').value"), "x"+r.title)
			is.True(len(b.Get(t, s.act(t, "find: go"+in+"}"))["elements"].([]any)) > 0)
			page := b.Get(t, s.act(t, "extract"+in+"}"))
			is.True(strings.Contains(page["markdown"].(string), r.text))
			is.Equal(hit(t, `click {"uid":"`+named(t, page, "Go")["uid"].(string)+`"}`), r.hit) // its uid finds the frame by itself
		})
	}
	t.Run("a frame inside a frame of another origin, in its process", func(t *testing.T) {
		for _, row := range b.Get(t, s.act(t, "frames"))["frames"].([]any) {
			if f := row.(map[string]any); f["parent"] == frame("b.test") && f["url"] == "about:srcdoc" {
				is.New(t).Equal(hit(t, `click #deep {"frameId":"`+f["frameId"].(string)+`"}`), "local")
				return
			}
		}
		t.Fatal("not listed")
	})
	run(t, "one reading has them all, and lists them when asked", func(t *testing.T, is asserts) {
		page := b.Get(t, s.act(t, `extract {"frames":true}`))
		for _, text := range []string{"Outer", "Inner text of a.test", "Doc text", "Local text", "Inner text of sub.a.test", "Nest text", "Inner text of c.test"} {
			is.True(strings.Contains(page["markdown"].(string), text)) // text
		}
		is.True(len(page["frames"].([]any)) >= 8)
		is.Equal(b.Get(t, s.act(t, "extract"))["frames"], nil)
		s.no(t, "element_stale", `click #go {"frameId":"nothing"}`)
	})
	t.Run("one that is busy is left out", func(t *testing.T) {
		if b.Host == e2e.Direct {
			size.LeaveToAll(t, size.OtherHost)
		}
		is := is.New(t)
		b.Get(t, map[string]any{"type": "evaluate", "tabId": s.tab, "frameId": frame("b.test"), "expression": "setTimeout(() => { for (const end = Date.now() + 4000; Date.now() < end;); tell('idle') }); tell('busy')"})
		site.Await(t, 1, e2e.Type("busy", ""))
		page := b.Extract(t, s.tab, nil)
		is.Equal(len(site.Seen(e2e.Type("idle", ""))), 0) // and not waited for
		is.True(strings.Contains(page.Truncated, "frames that did not answer"))
		is.True(strings.Contains(page.Markdown, "Outer"))
		site.Await(t, 1, e2e.Type("idle", ""))
	})
	s.js(t, "document.querySelector('#cross').remove()")
	e2e.Await(t, "what was in the removed frame goes with it", func() bool { return len(b.Get(t, s.act(t, "frames"))["frames"].([]any)) == 5 })
}
