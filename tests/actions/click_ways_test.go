package actions_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specClickWays: a click with another button, twice, or with a key held down.
func specClickWays(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/ways", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<style>body{margin:0}#cover{position:fixed;inset:0;display:none}</style>
			<button id=b>Press</button> <button id=menu>Menu</button> <button id=called>First</button> <button id=trap>Trap</button>
			<a id=a href="/ways?other">Link</a> <label><input type=checkbox id=c>Tick</label><div id=cover></div><div role=grid><div role=row id=grid></div></div><ul id=m hidden><li>Copy</li></ul>
			<script>let log=[];
			for(const k of ['mousedown','mouseup','click','dblclick','auxclick','contextmenu'])addEventListener(k,e=>log.push(e.type+':'+e.target.id+(e.detail>1?e.detail:'')+(e.button?'r':'')+(e.ctrlKey?'+ctrl':'')+(e.shiftKey?'+shift':'')+(e.altKey?'+alt':'')+(e.isTrusted?'':'?')));
			menu.oncontextmenu=e=>{e.preventDefault();m.hidden=false};
			called.onclick=()=>called.textContent+='!';
			trap.onclick=()=>cover.style.display='block';
			</script>`)
	})
	tab := b.Open(t, site.URL("/ways"))
	value := func(js string) any {
		return b.Get(t, map[string]any{"type": "evaluate", "expression": "return " + js, "tabId": tab})["value"]
	}
	click := func(t *testing.T, more map[string]any) map[string]any {
		t.Helper()
		value("(log.length=0)")
		more["type"], more["tabId"] = "click", tab
		fx, _ := b.Get(t, more)["effects"].(map[string]any)
		return fx
	}
	t.Run("twice", func(t *testing.T) {
		is := is.New(t)
		click(t, map[string]any{"selector": "#b", "count": 2})
		is.Equal(value("log.join(' ')"), "mousedown:b mouseup:b click:b mousedown:b2 mouseup:b2 click:b2 dblclick:b2")
	})
	t.Run("twice on what is called otherwise after the first click", func(t *testing.T) {
		is := is.New(t)
		uid := b.Extract(t, tab, nil).UID(t, "button", "First")
		fx := click(t, map[string]any{"uid": uid, "count": 2})
		is.Equal(value("called.textContent"), "First!!")
		is.Equal(fx["unsettled"], nil)
	})
	t.Run("on what the press itself makes something else of", func(t *testing.T) {
		for _, on := range []string{"mousedown", "focus"} {
			t.Run(on, func(t *testing.T) {
				is := is.New(t)
				value("(log.length=0,grid.innerHTML='<div role=gridcell id=cell tabindex=0>Part 3</div>',cell.addEventListener('" + on + "',()=>{if(!cell.firstElementChild)cell.innerHTML='<input aria-label=Part value=Part-3>'}))")
				uid := b.Extract(t, tab, nil).UID(t, "gridcell", "Part 3")
				b.Get(t, map[string]any{"type": "click", "uid": uid, "tabId": tab})
				is.Equal(value("[...cell.children].map(c=>c.value).join()"), "Part-3")
				is.Equal(value("log.filter(l=>/^mousedown/.test(l)).length"), 1.0)
			})
		}
	})
	t.Run("what the press itself puts over its element", func(t *testing.T) {
		for _, on := range []string{"pointerdown", "mousedown", "focus"} {
			t.Run(on, func(t *testing.T) {
				is := is.New(t)
				value("(log.length=0,cover.style.display='none',grid.innerHTML='<div role=gridcell id=cell tabindex=0>Size</div>',cell.addEventListener('" + on + "',()=>{cover.style.display='block'}))")
				uid := b.Extract(t, tab, nil).UID(t, "gridcell", "Size")
				b.Get(t, map[string]any{"type": "click", "uid": uid, "tabId": tab})
				is.Equal(value("(cover.style.display='none',log.filter(l=>/^mousedown/.test(l)).length)"), 1.0)
			})
		}
	})
	t.Run("the second press never goes to something else", func(t *testing.T) {
		is := is.New(t)
		fx := click(t, map[string]any{"selector": "#trap", "count": 2})
		is.True(strings.Contains(fx["unsettled"].(string), "second was kept from it"))
		is.True(!strings.Contains(value("log.join(' ')").(string), "cover"))
		value("(cover.style.display='none')")
	})
	t.Run("the right button opens the page's menu", func(t *testing.T) {
		is := is.New(t)
		fx := click(t, map[string]any{"selector": "#menu", "button": "right"})
		is.Equal(fx["dom"], true)
		is.Equal(value("m.hidden"), false)
		is.True(strings.Contains(value("log.join(' ')").(string), "contextmenu:menu"))
		is.True(!strings.Contains(value("log.join(' ')").(string), " click:"))
	})
	t.Run("and never the browser's", func(t *testing.T) {
		is := is.New(t)
		value("(window.kept=new Promise(r=>addEventListener('contextmenu',e=>setTimeout(()=>r(e.defaultPrevented)),{once:true})),0)")
		click(t, map[string]any{"selector": "#b", "button": "right"})
		is.Equal(value("await kept"), true)
		click(t, map[string]any{"selector": "#b"}) // nothing is in its way
		is.Equal(value("log.join(' ')"), "mousedown:b mouseup:b click:b")
	})
	t.Run("with a key", func(t *testing.T) {
		is := is.New(t)
		click(t, map[string]any{"selector": "#b", "modifier": "Control"})
		is.Equal(value("log.join(' ')"), "mousedown:b+ctrl mouseup:b+ctrl click:b+ctrl")
		click(t, map[string]any{"selector": "#c", "modifier": "Shift"})
		is.Equal(value("c.checked"), true)
	})
	t.Run("Control on a link opens a tab, Shift no window", func(t *testing.T) {
		is := is.New(t)
		fx := click(t, map[string]any{"selector": "#a", "modifier": "Control"})
		is.True(fx["tabs"] != nil)
		is.True(!strings.Contains(value("location.href").(string), "other"))
		fx = click(t, map[string]any{"selector": "#a", "modifier": "Shift"})
		is.Equal(fx["tabs"], nil)
		is.True(strings.Contains(value("log.join(' ')").(string), "click:a+shift"))
		others := 0
		for _, row := range b.Get(t, map[string]any{"type": "get_tabs"})["tabs"].([]any) {
			if strings.HasSuffix(row.(map[string]any)["url"].(string), "?other") {
				others++
			}
		}
		is.Equal(others, 1) // the one of Control
	})
	for _, more := range []map[string]any{{"count": 3}, {"count": 0}, {"button": "middle"}, {"modifier": "Ctrl"}} {
		more["type"], more["selector"], more["tabId"] = "click", "#b", tab
		b.Refused(t, "invalid_action", more)
	}
}
