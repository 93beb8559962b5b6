package actions_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func TestStart(t *testing.T) { onEach(t, specStart) }

// specStart: an application whose server has written its page, and whose script
// is still on its way when the agent acts. The script takes the page over: it
// clears what was typed before, and only then there are listeners.
func specStart(t *testing.T, b *e2e.Product, site *e2e.Site) {
	release := make(chan struct{}, 1)
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	site.Mux.HandleFunc("/app.js", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-over:
		case <-r.Context().Done():
		}
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write([]byte(`field.value = ''; count.onclick = () => { out.textContent += 'clicked' }; field.onkeydown = e => { out.textContent += e.key }; started()`))
	})
	site.Mux.HandleFunc("/hang", func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-over:
		case <-r.Context().Done():
		}
	})
	const app = `<button id=count>Count</button><input id=field aria-label=Field><p id=out></p><script>const start = new Promise(r => { started = r })</script>`
	for path, tail := range map[string]string{
		"/async": `<script async src=/app.js></script>`, "/deferred": `<script defer src=/app.js></script>`, "/module": `<script type=module src=/app.js></script>`,
		"/inserted": `<script>document.head.append(Object.assign(document.createElement('script'), {src: '/app.js'}))</script>`,
		"/never":    `<script async src=/hang></script>`,
		"/picture":  `<img src=/hang><script type="text/template" src=/hang></script><script nomodule src=/hang></script>`,
	} {
		site.Mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, app+tail) })
	}
	const read = "await start; return out.textContent + ',' + field.value"

	for _, row := range []struct {
		name, path string
		action     map[string]any
		holds      string
	}{
		{"a click", "/async", map[string]any{"type": "click", "selector": "#count"}, "clicked,"},
		{"a text", "/async", map[string]any{"type": "type", "selector": "#field", "text": "abc"}, ",abc"},
		{"a form", "/async", map[string]any{"type": "fill_form", "fields": []any{map[string]any{"selector": "#field", "value": "abc"}}}, ",abc"},
		{"a click, where a script has inserted the script", "/inserted", map[string]any{"type": "click", "selector": "#count"}, "clicked,"},
		{"a click, where the script waits for the document", "/deferred", map[string]any{"type": "click", "selector": "#count"}, "clicked,"},
		{"a text, where a module does", "/module", map[string]any{"type": "type", "selector": "#field", "text": "abc"}, ",abc"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			tab := b.Open(t, site.URL(row.path))
			row.action["tabId"] = tab
			time.AfterFunc(300*time.Millisecond, func() { release <- struct{}{} }) // the server's delay
			b.Get(t, row.action)
			is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": read})["value"], row.holds)
		})
	}

	t.Run("a script that never comes is waited for once, and told", func(t *testing.T) {
		is := is.New(t)
		tab := b.Open(t, site.URL("/never"))
		unsettled := func() string {
			fx, _ := b.Get(t, map[string]any{"type": "click", "selector": "#count", "tabId": tab})["effects"].(map[string]any)
			text, _ := fx["unsettled"].(string)
			return text
		}
		is.True(strings.Contains(unsettled(), "had not started"))
		is.Equal(unsettled(), "")
	})

	t.Run("a frame of a page that has started", func(t *testing.T) {
		is := is.New(t)
		site.Mux.HandleFunc("/outer", func(w http.ResponseWriter, _ *http.Request) {
			e2e.HTML(w, `<button id=add>Add</button><script>
			add.onclick = () => { add.disabled = true; document.body.append(Object.assign(document.createElement('iframe'), {src: '/deferred', id: 'inner'})) }</script>`)
		})
		tab := b.Open(t, site.URL("/outer"))
		b.Get(t, map[string]any{"type": "click", "selector": "#add", "tabId": tab})
		uid := ""
		e2e.Await(t, "it is so", func() bool {
			for _, e := range b.Extract(t, tab, nil).Elements {
				if e.Name == "Count" {
					uid = e.UID
				}
			}
			return uid != ""
		})
		time.AfterFunc(300*time.Millisecond, func() { release <- struct{}{} })
		b.Get(t, map[string]any{"type": "click", "uid": uid, "tabId": tab})
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return inner.contentDocument.getElementById('out').textContent"})["value"], "clicked")
	})

	t.Run("nothing else is waited for", func(t *testing.T) {
		is := is.New(t)
		tab := b.Open(t, site.URL("/picture"))
		fx, _ := b.Get(t, map[string]any{"type": "type", "selector": "#field", "text": "a", "tabId": tab})["effects"].(map[string]any)
		is.Equal(fx["unsettled"], nil)
	})
}
