package actions_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// overlaps is a page of controls that something of their own lies over, and of one that
// something else does.
const overlaps = `<title>overlaps</title><style>
	.card{position:relative;width:320px;height:70px;border:1px solid} .card>a{position:absolute;inset:0;z-index:2} .card>button,.card>input{position:absolute;left:120px;top:20px}
	.ck input{position:absolute;opacity:0;width:0;height:0} .ck label{display:inline-block;padding-left:24px;white-space:nowrap}
	.own{position:relative;width:500px;height:24px} .own input{position:absolute;left:60px;width:18px;height:18px} .own label{position:absolute;inset:0;padding-left:30px} .own a{display:inline-block;width:440px}
	.opts{position:relative;width:200px;height:64px} .opts div{position:absolute;left:0;width:200px;height:34px;background:#def;cursor:pointer}
	.clip{overflow:clip;width:80px;height:20px;position:relative} .clip button{position:absolute;top:60px}
	#veil{position:fixed;inset:0;background:#0003;display:none;z-index:9}</style><p id=trace>none</p>
	<article class=card><a href="#card">The whole card</a><button onclick="said('star')">Star it</button></article>
	<article class=card><a href="#card">Another card</a><input type=checkbox id=pick aria-label="Pick it"></article>
	<div class=ck><input type=checkbox id=terms><label for=terms><a href="#terms">I have read and accept the General Terms of Service, the Privacy Notice and the Cookie Notice</a></label></div>
	<div class=own><input type=checkbox id=own><label for=own><a href="#own">the terms that everybody accepts</a></label></div>
	<div class=ck><input type=checkbox id=only><label for=only style="padding:0"><a href="#only" style="display:block">Only a link</a></label></div>
	<div class=opts><div style="top:0" onclick="said('first')">First option</div><div style="top:4px;height:60px;left:12px;width:188px" onclick="said('second')">Second option</div></div>
	<div class=clip aria-label="Small pane" role=region><button onclick="said('clipped')">Clipped away</button></div>
	<button id=under onclick="said('under')">Under a veil</button>
	<div id=veil role=dialog aria-label="Cookies"><button onclick="veil.style.display='none'">Accept all</button></div>
	<script>const said = s => { trace.textContent = s }; addEventListener('hashchange', () => said(location.hash))</script>`

func specOverlaps(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/overlaps", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, overlaps) })
	tab := b.Open(t, site.URL("/overlaps"))
	value := func(t *testing.T, expression string) any {
		t.Helper()
		return b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": expression})["value"]
	}
	for _, row := range []struct{ name, selector, says string }{
		{"a button under the link over its card", ".card button", "star"},
		{"an option under its neighbour", ".opts div", "first"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			b.Get(t, map[string]any{"type": "click", "selector": row.selector, "tabId": tab})
			is.Equal(value(t, "return trace.textContent"), row.says)
		})
	}
	for _, id := range []string{"pick", "terms", "own", "only"} {
		t.Run("a checkbox under a link: "+id, func(t *testing.T) {
			is := is.New(t)
			b.Get(t, map[string]any{"type": "check", "selector": "#" + id, "checked": true, "tabId": tab})
			is.Equal(value(t, "return document.getElementById('"+id+"').checked + location.hash"), "true")
		})
	}
	t.Run("what its pane clips away is told with the pane", func(t *testing.T) {
		is := is.New(t)
		said := b.Refused(t, "invalid_action", map[string]any{"type": "click", "selector": ".clip button", "tabId": tab})
		is.True(strings.Contains(said, `region "Small pane" (e`))
	})
	t.Run("another cover is named with a uid that can be read", func(t *testing.T) {
		is := is.New(t)
		value(t, "veil.style.display = 'block'")
		said := b.Refused(t, "invalid_action", map[string]any{"type": "click", "selector": "#under", "tabId": tab})
		_, rest, ok := strings.Cut(said, `covered by dialog "Cookies" (`)
		is.True(ok)
		uid, _, _ := strings.Cut(rest, ")")
		b.Get(t, map[string]any{"type": "hover", "uid": uid, "tabId": tab})
		is.Equal(value(t, "return trace.textContent"), "first") // nothing was pressed
		b.Get(t, map[string]any{"type": "click", "selector": "#veil button", "tabId": tab})
		b.Get(t, map[string]any{"type": "click", "selector": "#under", "tabId": tab})
		is.Equal(value(t, "return trace.textContent"), "under")
	})
}

// veiled is a page of controls that show only under the pointer, and of one that does not.
const veiled = `<title>veiled</title><style>
	li{width:300px;height:30px} li .tool{display:none} li.css:hover .tool{display:inline}
	.fade .tool{display:inline;visibility:hidden} .fade:hover .tool{visibility:visible;transition:visibility 0s 120ms}
	.away{position:relative;overflow:hidden} .away .tool{display:inline;position:absolute;left:-9999px} .away:hover .tool{left:120px}
	.glass .tool{display:inline;opacity:0;pointer-events:none} .glass:hover .tool{opacity:1;pointer-events:auto}
	nav{position:relative} nav ul{display:none;position:absolute;margin:0} nav .opens:hover + ul,nav ul:hover{display:block}</style>
	<p id=trace>none</p><ul id=rows><li class=css>One <button class=tool>Edit one</button><li class=fade>Two <button class=tool>Edit two</button>
	<li class=away>Three <button class=tool>Edit three</button><li class=glass>Four <button class=tool>Edit four</button>
	<li class=js onmouseenter="this.children[0].style.display='inline'" onmouseleave="this.children[0].style.display=''">Five <button class=tool>Edit five</button>
	<li class=never>Six <button class=tool>Edit six</button></ul>
	<nav><a class=opens href="#o">Menu</a><ul><li><a href="#in">Inner item</a></ul></nav>
	<script>document.addEventListener('click', e => { trace.textContent = e.target.textContent })</script>`

func specVeiled(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/veiled", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, veiled) })
	tab := b.Open(t, site.URL("/veiled"))
	for selector, says := range map[string]string{
		".css .tool": "Edit one", ".fade .tool": "Edit two", ".away .tool": "Edit three", ".glass .tool": "Edit four", ".js .tool": "Edit five", "nav li a": "Inner item",
	} {
		t.Run(says+" shows under the pointer and is pressed", func(t *testing.T) {
			is := is.New(t)
			b.Get(t, map[string]any{"type": "click", "selector": selector, "tabId": tab})
			is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return trace.textContent"})["value"], says)
		})
	}
	t.Run("one that was read while it showed", func(t *testing.T) {
		is := is.New(t)
		b.Get(t, map[string]any{"type": "hover", "selector": ".css", "tabId": tab})
		uid := named(t, b.Get(t, map[string]any{"type": "extract", "tabId": tab}), "Edit one")["uid"]
		b.Get(t, map[string]any{"type": "click", "selector": "#trace", "tabId": tab})
		b.Get(t, map[string]any{"type": "click", "uid": uid, "tabId": tab})
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return trace.textContent"})["value"], "Edit one")
	})
	t.Run("what does not show is told with what was hovered", func(t *testing.T) {
		is := is.New(t)
		said := b.Refused(t, "element_not_found", map[string]any{"type": "click", "selector": ".never .tool", "tabId": tab})
		is.True(strings.Contains(said, `the pointer over listitem "Six`))
	})
}

// specModal: while a dialog is open, readings and refusals name it.
func specModal(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	site.Mux.HandleFunc("/modal", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<main><input id=name aria-label=Name><button>New</button></main><dialog id=d aria-label="Really?"><button>Yes</button></dialog><script>d.showModal()</script>`)
	})
	tab := b.Open(t, site.URL("/modal"))
	front := named(t, b.Get(t, map[string]any{"type": "extract", "selector": "main", "tabId": tab}), "Really?")
	is.Equal(front["state"], []any{"modal"})
	for _, act := range []map[string]any{{"type": "type", "text": "x"}, {"type": "click"}} {
		act["selector"], act["tabId"] = "#name", tab
		is.True(strings.Contains(b.Refused(t, "invalid_action", act), `behind the open dialog "Really?" (`+front["uid"].(string)+")"))
	}
}

// specPane: a scroll names the pane that it moved.
func specPane(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/pane", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<style>html,body{height:100%;margin:0;overflow:hidden}</style><section aria-label=Orders style="height:90%;overflow:auto"><div style="height:3000px">x</div></section>`)
	})
	tab := b.Open(t, site.URL("/pane"))
	scroll := map[string]any{"type": "scroll", "direction": "down", "amount": 200, "tabId": tab}
	said, _ := b.Get(t, scroll)["effects"].(map[string]any)["scrolled"].(string)
	rest, ok := strings.CutPrefix(said, `200 px, in region "Orders" (`)
	is := is.New(t)
	is.True(ok)
	scroll["uid"] = strings.TrimSuffix(rest, ")")
	is.Equal(b.Get(t, scroll)["effects"].(map[string]any)["scrolled"], said)
}

// specEmpty: a reading that has nothing says why.
func specEmpty(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	site.Mux.HandleFunc("/empty", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<section style="display:none">Orders</section><main><canvas width=500 height=300></canvas></main>`)
	})
	tab := b.Open(t, site.URL("/empty"))
	for selector, says := range map[string]string{"section": "display: none", "main": "canvas"} {
		got, _ := b.Get(t, map[string]any{"type": "extract", "selector": selector, "tabId": tab})["truncated"].(string)
		is.True(strings.HasPrefix(got, "nothing to read: ") && strings.Contains(got, says))
	}
}

// virtual is a list that draws twelve of its options, one that loads more at its end, and
// one that only a second press closes.
const virtual = `<title>virtual</title><style>[role=listbox]{width:200px;height:240px;overflow:auto;background:#eee}[role=option]{height:30px;box-sizing:border-box}</style>
	<button id=far role=combobox aria-controls=farlist aria-expanded=false>Pick</button><div id=farlist role=listbox hidden><div style="height:9000px;position:relative"></div></div>
	<button id=more role=combobox aria-controls=morelist aria-expanded=false>Pick</button><div id=morelist role=listbox hidden></div>
	<button id=kept role=combobox aria-controls=keptlist aria-expanded=false>Pick</button><div id=keptlist role=listbox hidden><div role=option>Oslo</div></div>
	<script>
	const draw = () => { const from = Math.floor(farlist.scrollTop / 30), inner = farlist.firstElementChild; inner.textContent = ''
		for (let i = from; i < Math.min(from + 12, 300); i++) { const o = document.createElement('div'); o.setAttribute('role', 'option'); o.textContent = 'Option ' + i; o.style.cssText = 'position:absolute;top:' + i * 30 + 'px'; inner.append(o) } }
	farlist.onscroll = draw
	const add = () => { for (let i = 0; i < 20 && morelist.children.length < 60; i++) { const o = document.createElement('div'); o.setAttribute('role', 'option'); o.textContent = 'Item ' + morelist.children.length; morelist.append(o) } }
	morelist.onscroll = () => { if (morelist.scrollTop + morelist.clientHeight > morelist.scrollHeight - 9) setTimeout(add, 60) }
	draw(); add()
	for (const b of document.querySelectorAll('button')) {
		const list = document.getElementById(b.getAttribute('aria-controls')), show = on => { list.hidden = !on; b.setAttribute('aria-expanded', on); if (on) list.dispatchEvent(new Event('scroll')) }
		b.onclick = () => show(list.hidden)
		if (b.id !== 'kept') b.onkeydown = e => { if (e.key === 'Escape') show(false) }
		list.onclick = e => { b.textContent = e.target.textContent; show(false) }
	}
	</script>`

func specVirtual(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/virtual-list", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, virtual) })
	tab := b.Open(t, site.URL("/virtual-list"))
	choose := func(id, option string) map[string]any {
		return map[string]any{"type": "select_option", "selector": "#" + id, "options": []string{option}, "tabId": tab}
	}
	open := func(t *testing.T, id string) any {
		t.Helper()
		return b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return !" + id + "list.hidden"})["value"]
	}
	for id, option := range map[string]string{"far": "Option 217", "more": "Item 57"} {
		t.Run("finds what is not drawn yet: "+option, func(t *testing.T) {
			is := is.New(t)
			is.Equal(values(b.Get(t, choose(id, option))), []any{option})
			is.Equal(open(t, id), false)
		})
	}
	for _, row := range []struct{ id, says string }{{"far", "of which 300 were seen"}, {"more", "of which 60 were seen"}, {"kept", "nearest"}} {
		t.Run("gives up and closes the list: "+row.id, func(t *testing.T) {
			is := is.New(t)
			said := b.Refused(t, "invalid_action", choose(row.id, "Nowhere"))
			if !strings.Contains(said, row.says) {
				t.Error(said)
			}
			is.Equal(open(t, row.id), false)
		})
	}
}
