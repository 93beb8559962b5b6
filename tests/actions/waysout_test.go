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
