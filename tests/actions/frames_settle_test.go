package actions_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specFramesSettle: what an action loads into a frame is there when it is answered.
func specFramesSettle(t *testing.T, b *e2e.Product, site *e2e.Site) {
	const late = 200 * time.Millisecond // a server that takes its time; nothing here waits for it
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	site.Mux.HandleFunc("/part", func(w http.ResponseWriter, r *http.Request) {
		switch r.FormValue("n") {
		case "first":
			e2e.HTML(w, `<a href="/part?n=own" id=own>Own</a>`)
		case "file":
			w.Header().Set("Content-Disposition", "attachment; filename=a.bin")
			_, _ = w.Write([]byte("bytes"))
		case "never":
			select {
			case <-never:
			case <-r.Context().Done():
			}
		default:
			time.Sleep(late)
			e2e.HTML(w, `<button>Of `+r.FormValue("n")+`</button>`)
		}
	})
	site.Mux.HandleFunc("/frames-settle", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<a href="/part?n=link" target=f>Link</a> <button onclick="document.getElementById('f').src='/part?n=script'">Script</button>
			<form action="/part" target=f><input type=hidden name=n value=form><button>Form</button></form>
			<a href="`+site.On("localhost", "/part?n=elsewhere")+`" target=f>Elsewhere</a>
			<a href="/part?n=never" target=f>Never</a> <a href="/part?n=file" target=f>File</a>
			<iframe name=f id=f src="/part?n=first"></iframe>`)
	})
	site.Mux.HandleFunc("/frameset", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<html><frameset cols="30%,*"><frame src="/menu"><frame name=f src="/part?n=first"></frameset></html>`)
	})
	site.Mux.HandleFunc("/menu", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<a href="/part?n=menu" target=f>Menu</a>`)
	})
	press := func(t *testing.T, tab int, role, name string) map[string]any {
		t.Helper()
		uid := b.Extract(t, tab, nil).UID(t, role, name)
		fx, _ := b.Get(t, map[string]any{"type": "click", "uid": uid, "tabId": tab})["effects"].(map[string]any)
		return fx
	}
	show := showing(b)
	for _, row := range []struct{ path, role, name, want string }{
		{"/frames-settle", "link", "Link", "Of link"},
		{"/frames-settle", "button", "Script", "Of script"},
		{"/frames-settle", "button", "Form", "Of form"},
		{"/frames-settle", "link", "Elsewhere", "Of elsewhere"},
		{"/frames-settle", "link", "Own", "Of own"},
		{"/frameset", "link", "Menu", "Of menu"},
	} {
		t.Run(row.path+" "+row.name, func(t *testing.T) {
			is := is.New(t)
			tab := show(t, site.URL(row.path))
			loaded(t, b, tab)
			fx := press(t, tab, row.role, row.name)
			is.Equal(fx["dom"], true)
			is.Equal(fx["unsettled"], nil)
			b.Extract(t, tab, nil).UID(t, "button", row.want)
		})
	}
	t.Run("a download by way of a frame", func(t *testing.T) {
		is := is.New(t)
		tab := show(t, site.URL("/frames-settle"))
		loaded(t, b, tab)
		fx := press(t, tab, "link", "File")
		is.Equal(fx["downloads"], []any{"a.bin"})
		is.Equal(fx["dom"], nil)
	})
	t.Run("one that never loads is named", func(t *testing.T) {
		tab := show(t, site.URL("/frames-settle"))
		loaded(t, b, tab)
		fx := press(t, tab, "link", "Never")
		is.New(t).Equal(fx["unsettled"], "a frame was still loading after 1500 ms")
	})
}
