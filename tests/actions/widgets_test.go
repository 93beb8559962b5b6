package actions_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// drawn is a page of widgets as the libraries of frameworks make them: fields
// that a widget hides and draws itself, and lists that are there a second time
// for readers of screens.
const drawn = `<title>drawn</title>
	<style>
	.away{position:absolute;clip:rect(0 0 0 0);width:1px;height:1px;margin:-1px;overflow:hidden;opacity:0;pointer-events:none}
	.box{display:inline-flex;position:relative;width:200px;height:30px;border:1px solid;cursor:pointer} .item,.sw{cursor:pointer}
	.thumb{position:absolute;left:90px;top:5px;width:20px;height:20px;background:#36c} .thumb input{position:absolute;clip:rect(0 0 0 0);width:100%;height:100%;overflow:hidden}
	.tab{cursor:pointer;padding:8px;display:inline-block}
	</style>
	<p id=trace>none</p>
	<div class=box id=tags><div class=away><input role=combobox aria-label=Tags readonly aria-expanded=false></div><div>Choose</div><svg width=20 height=20></svg></div>
	<div class=box id=places><div class=away><input role=combobox aria-label=Places readonly></div><div>Choose</div><div role=button aria-haspopup=tree style="width:30px">v</div></div>
	<div class=box id=two><div class=away><input role=combobox aria-label=First><input role=combobox aria-label=Second></div>Two fields</div>
	<div class=box id=off><div class=away><input role=combobox aria-label=Off disabled></div>Not now</div>
	<div class=box style="cursor:default"><span class=thumb id=thumb><input type=range aria-label=Amount min=0 max=9 value=3></span></div>
	<div><input id=kind role=combobox aria-label=Kind aria-controls=mirror aria-expanded=true readonly></div>
	<div id=popup><div role=listbox id=mirror style="height:0;width:0;overflow:hidden"><div role=option>Alpha</div><div role=option>Beta</div></div>
	<div class=item>Alpha</div><div class=item>Beta</div><div class=item>Gamma</div></div>
	<div class=tab><div role=tab tabindex=0 id=journey>Journey</div></div>
	<div class=tab>Priced <button>Buy</button></div>
	<label style="cursor:pointer"><span><input type=radio name=way id=post></span><span>By post</span></label>
	<textarea id=recipients role=combobox aria-label=Recipients aria-autocomplete=list aria-expanded=false></textarea>
	<div id=mention role=combobox aria-label=Mention contenteditable style="width:200px;border:1px solid"></div>
	<textarea id=people aria-label=People tabindex=-1 style="position:absolute;left:-5000px;width:10px;opacity:0" onfocus="names.focus()"></textarea><input id=names>
	<div><label for=to>Recipient</label><div><textarea id=to role=combobox tabindex=-1 style="position:absolute;left:-5000px;width:10px;opacity:0"></textarea><ul style="list-style:none"><li><input role=combobox id=chips></li></ul></div></div>
	<div role=tree><div role=treeitem aria-expanded=false id=norway><span class="tree-switcher sw" id=switch><svg width=12 height=12></svg></span><span class=sw>Norway</span></div></div>
	<script>
	const said = s => { trace.textContent = s }
	for (const id of ['tags', 'places', 'two', 'thumb']) document.getElementById(id).addEventListener('click', () => said(id))
	for (const i of document.querySelectorAll('.item')) i.onclick = () => { said(i.textContent); kind.value = i.textContent; popup.hidden = true; kind.setAttribute('aria-expanded', 'false') }
	document.getElementById('switch').onclick = e => { e.stopPropagation(); said('opens') }
	</script>`

func specDrawn(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/drawn", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, drawn) })
	tab := b.Open(t, site.URL("/drawn"))
	says := func() any {
		return b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return trace.textContent"})["value"]
	}
	read := b.Get(t, map[string]any{"type": "extract", "tabId": tab})
	for name, want := range map[string]string{"Tags": "tags", "Places": "places", "Amount": "thumb", "(switcher)": "opens"} {
		t.Run("a press on "+name+" gets to what is drawn", func(t *testing.T) {
			is := is.New(t)
			b.Get(t, map[string]any{"type": "click", "uid": named(t, read, name)["uid"], "tabId": tab})
			is.Equal(says(), want)
		})
	}
	for _, name := range []string{"First", "Off"} {
		t.Run("no press in the place of "+name+", which is off or not alone", func(t *testing.T) {
			b.Refused(t, "invalid_action", map[string]any{"type": "click", "uid": named(t, read, name)["uid"], "tabId": tab})
		})
	}
	t.Run("a list that nobody sees is not told, what is drawn for it is", func(t *testing.T) {
		is := is.New(t)
		got := map[string]int{}
		for _, e := range read["elements"].([]any) {
			e := e.(map[string]any)
			name, _ := e["name"].(string)
			got[e["role"].(string)+" "+name]++
		}
		is.Equal(got["listbox "]+got["option Alpha"]+got["option Beta"], 0)
		is.Equal(got["generic Alpha"]+got["generic Beta"]+got["generic Gamma"], 3)
	})
	t.Run("a box around a control alone is that control's", func(t *testing.T) {
		is := is.New(t)
		for _, e := range read["elements"].([]any) {
			e := e.(map[string]any)
			name, _ := e["name"].(string)
			is.True(e["role"] != "generic" || name != "" && name != "Journey" && name != "By post") // said once
		}
		named(t, read, "Priced Buy") // what says more is told
	})
	for _, selector := range []string{"#recipients", "#mention"} {
		t.Run("a field that takes text takes it, although it has suggestions: "+selector, func(t *testing.T) {
			is := is.New(t)
			b.Get(t, map[string]any{"type": "fill_form", "fields": []any{map[string]any{"selector": selector, "value": "bob@example.test"}}, "tabId": tab})
			is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "const e = document.querySelector('" + selector + "'); return e.value || e.textContent"})["value"], "bob@example.test")
		})
	}
	t.Run("a field out of reach lends its name to what is drawn for it", func(t *testing.T) {
		is := is.New(t)
		var got []string
		for _, e := range read["elements"].([]any) {
			if name, _ := e.(map[string]any)["name"].(string); strings.Trim(name, "()") == "Recipient" {
				got = append(got, name)
			}
		}
		is.Equal(got, []string{"(Recipient)"})
		b.Get(t, map[string]any{"type": "type", "uid": named(t, read, "(Recipient)")["uid"], "text": "Ada", "tabId": tab})
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return [chips.value, to.value].join()"})["value"], "Ada,")
	})
	t.Run("a field that hands its focus on says where to write", func(t *testing.T) {
		is := is.New(t)
		why := b.Refused(t, "invalid_action", map[string]any{"type": "fill_form", "fields": []any{map[string]any{"selector": "#people", "value": "Ada"}}, "tabId": tab})
		is.True(strings.Contains(why, "the one that is focused"))
		b.Get(t, map[string]any{"type": "fill_form", "fields": []any{map[string]any{"selector": "#names:focus", "value": "Ada"}}, "tabId": tab})
	})
	t.Run("an option is chosen where it is drawn", func(t *testing.T) {
		is := is.New(t)
		b.Get(t, map[string]any{"type": "select_option", "uid": named(t, read, "Kind")["uid"], "options": []string{"Gamma"}, "tabId": tab})
		is.Equal(says(), "Gamma")
	})
}

// unnamed is a page of things that only their place or their look tells.
const unnamed = `<title>unnamed</title>
	<p id=trace>none</p>
	<div role=grid><div role=row><div role=columnheader>Name</div><div role=columnheader>OK</div></div>
	<div role=row><div role=gridcell tabindex=0>Bolt</div><div role=gridcell tabindex=0 id=tick><svg width=10 height=10><path d="M0 0h9"/></svg></div></div></div>
	<div><label>Copies <input role=spinbutton></label><a class="ui-spinner-up" aria-hidden=true tabindex=-1 style="display:inline-block;width:16px;height:16px;background:#36c"></a></div>
	<script>document.querySelector('a').onclick = () => { trace.textContent = 'up' }</script>`

func specUnnamed(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/unnamed", func(w http.ResponseWriter, _ *http.Request) { e2e.HTML(w, unnamed) })
	tab := b.Open(t, site.URL("/unnamed"))
	t.Run("a cell without words is called by its column", func(t *testing.T) {
		is := is.New(t)
		is.Equal(named(t, b.Get(t, map[string]any{"type": "extract", "tabId": tab}), "(OK)")["role"], "gridcell")
	})
	t.Run("an arrow that readers of screens do without is found by who sees it", func(t *testing.T) {
		is := is.New(t)
		found := b.Get(t, map[string]any{"type": "find", "query": "up", "tabId": tab})["elements"].([]any)
		is.True(len(found) > 0)
		b.Get(t, map[string]any{"type": "click", "uid": found[0].(map[string]any)["uid"], "tabId": tab})
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return trace.textContent"})["value"], "up")
	})
}
