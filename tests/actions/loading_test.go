package actions_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specFramesSettle: what an action loads into a frame is there when it is answered.
func specFramesSettle(t *testing.T, b *e2e.Product, site *e2e.Site) {
	const late = 200 * time.Millisecond // a server that takes its time; nothing here waits for it
	waits(t, site, "/hangs", "", "")
	site.Mux.HandleFunc("/part", func(w http.ResponseWriter, r *http.Request) {
		switch r.FormValue("n") {
		case "first":
			e2e.HTML(w, `<a href="/part?n=own" id=own>Own</a>`)
		case "file":
			w.Header().Set("Content-Disposition", "attachment; filename=a.bin")
			_, _ = w.Write([]byte("bytes"))
		default:
			time.Sleep(late)
			e2e.HTML(w, `<button>Of `+r.FormValue("n")+`</button>`)
		}
	})
	serve(site, "/frames-settle", `<a href="/part?n=link" target=f>Link</a> <button onclick="document.getElementById('f').src='/part?n=script'">Script</button>
		<form action="/part" target=f><input type=hidden name=n value=form><button>Form</button></form>
		<a href="`+site.On("localhost", "/part?n=elsewhere")+`" target=f>Elsewhere</a>
		<a href="/hangs" target=f>Never</a> <a href="/part?n=file" target=f>File</a>
		<iframe name=f id=f src="/part?n=first"></iframe>`)
	serve(site, "/frameset", `<html><frameset cols="30%,*"><frame src="/menu"><frame name=f src="/part?n=first"></frameset></html>`)
	serve(site, "/menu", `<a href="/part?n=menu" target=f>Menu</a>`)
	s := &stage{b, site, 0}
	for _, c := range []struct {
		path, name, want string
		fx               fx
	}{
		{"/frames-settle", "Link", "Of link", nil}, {"/frames-settle", "Script", "Of script", nil}, {"/frames-settle", "Form", "Of form", nil},
		{"/frames-settle", "Elsewhere", "Of elsewhere", nil}, {"/frames-settle", "Own", "Of own", nil}, {"/frameset", "Menu", "Of menu", nil},
		{"/frames-settle", "File", "", fx{"downloads": []any{"a.bin"}, "dom": nil}}, // a download by way of a frame
		{"/frames-settle", "Never", "", fx{"unsettled": "a frame was still loading after 1500 ms"}},
	} {
		loaded(t, b, s.show(t, c.path).tab)
		if c.fx == nil {
			c.fx = fx{"dom": true, "unsettled": nil}
		}
		s.rows(t, row{name: c.path + " " + c.name, do: "click @" + c.name, fx: c.fx})
		if c.want != "" {
			b.Extract(t, s.tab, nil).UID(t, "button", c.want)
		}
	}
}

// specStart: an application whose server has written its page, and whose script is still on
// its way when the agent acts. The script takes the page over: it clears what was typed
// before, and only then there are listeners.
func specStart(t *testing.T, b *e2e.Product, site *e2e.Site) {
	release := waits(t, site, "/app.js", "text/javascript", `field.value = ''; count.onclick = () => { out.textContent += 'clicked' }; field.onkeydown = e => { out.textContent += e.key }; started()`)
	waits(t, site, "/hang", "", "")
	const app = `<button id=count>Count</button><input id=field aria-label=Field><p id=out></p><script>const start = new Promise(r => { started = r })</script>`
	for path, tail := range map[string]string{
		"/async": `<script async src=/app.js></script>`, "/deferred": `<script defer src=/app.js></script>`, "/module": `<script type=module src=/app.js></script>`,
		"/inserted": `<script>document.head.append(Object.assign(document.createElement('script'), {src: '/app.js'}))</script>`,
		"/never":    `<script async src=/hang></script>`,
		"/picture":  `<img src=/hang><script type="text/template" src=/hang></script><script nomodule src=/hang></script>`,
	} {
		serve(site, path, app+tail)
	}
	serve(site, "/outer", `<button id=add>Add</button><script>
		add.onclick = () => { add.disabled = true; document.body.append(Object.assign(document.createElement('iframe'), {src: '/module', id: 'inner'})) }</script>`)
	// in is a page in a tab of its own, since a navigation would wait for its script.
	in := func(t *testing.T, path string) *stage { return (&stage{b, site, 0}).show(t, path) }
	soon := func() { time.AfterFunc(300*time.Millisecond, func() { release <- struct{}{} }) } // the server's delay
	for _, c := range []struct{ path, do, holds string }{
		{"/async", "click #count", "clicked,"}, {"/async", "type #field: abc", ",abc"}, {"/async", "fill_form #field: abc", ",abc"},
		{"/inserted", "click #count", "clicked,"}, {"/deferred", "click #count", "clicked,"},
	} {
		s := in(t, c.path)
		soon()
		s.rows(t, row{name: c.path + ", " + c.do, do: c.do, js: "(await start, out.textContent + ',' + field.value)", is: c.holds})
	}
	run(t, "a script that never comes is waited for once, and told", func(t *testing.T, is asserts) {
		s := in(t, "/never")
		said, _ := s.do(t, "click #count")["unsettled"].(string)
		is.True(strings.Contains(said, "had not started"))
		is.Equal(s.do(t, "click #count")["unsettled"], nil)
	})
	t.Run("a frame of a page that has started, where a module waits for the document", func(t *testing.T) {
		s := in(t, "/outer")
		s.do(t, "click #add")
		e2e.Await(t, "the frame is read", func() bool { return strings.Contains(b.Try(t, s.act(t, "extract")).Text, `"Count"`) })
		soon()
		s.do(t, "click @Count")
		is.New(t).Equal(s.js(t, "inner.contentDocument.getElementById('out').textContent"), "clicked")
	})
	in(t, "/picture").rows(t, row{name: "nothing else is waited for", do: "type #field: a", fx: fx{"unsettled": nil}})
}
