package actions_test

import (
	"net/http"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specFollowed: an answer without effects says that nothing followed, and a
// field that does not hold what was typed is told of, also where a script or a
// timer of the page takes it away.
func specFollowed(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/followed", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<div id=inert tabindex=-1 style="height:30px">Nothing</div><div id=marks style="height:30px" onclick="this.className='on'">Marks</div>
			<div id=turns style="height:30px" onclick="location.hash='x'">Turns</div><p id=out></p>
			<div id=clears contenteditable role=textbox aria-label=Clears oninput="this.textContent=''"></div>
			<div id=keeps contenteditable role=textbox aria-label=Keeps>old</div>
			<div id=sends contenteditable role=textbox aria-label=Sends oninput="out.textContent=this.textContent;this.textContent=''"></div>
			<div id=counts contenteditable role=textbox aria-label=Counts oninput="out.textContent='0 words';this.textContent=''"></div>
			<input id=timer aria-label=Timer oninput="out.textContent='checking';setTimeout(()=>{this.value=''},20)">
			<input id=has aria-label=Has value=John><textarea id=also aria-label=Also>John</textarea>
			<textarea id=reverts aria-label=Reverts oninput="this.value='old'">old</textarea>
			<script>inert.focus()</script>`)
	})
	show := showing(b)
	for _, row := range []struct {
		name      string
		action    map[string]any
		nothing   bool
		held, dom any
	}{
		{"a click on what does nothing", map[string]any{"type": "click", "selector": "#inert"}, true, nil, nil},
		{"a click that marks something", map[string]any{"type": "click", "selector": "#marks"}, false, nil, true},
		{"a click that goes to a part of the page", map[string]any{"type": "click", "selector": "#turns"}, false, nil, nil},
		{"an editor that drops its text", map[string]any{"type": "type", "selector": "#clears", "text": "abc"}, false, `""`, true},
		{"an editor that keeps it", map[string]any{"type": "type", "selector": "#keeps", "text": "abc"}, false, nil, true},
		{"an editor that puts it elsewhere", map[string]any{"type": "type", "selector": "#sends", "text": "abc"}, false, nil, true},
		{"an editor that drops it and changes the page", map[string]any{"type": "type", "selector": "#counts", "text": "abc"}, false, `""`, true},
		{"a field that a timer clears", map[string]any{"type": "type", "selector": "#timer", "text": "abc"}, false, `""`, true},
		{"a field that held something", map[string]any{"type": "type", "selector": "#has", "text": " Doe"}, false, `"John Doe"`, nil},
		{"a field of lines that held something", map[string]any{"type": "type", "selector": "#also", "text": " Doe"}, false, `"John Doe"`, nil},
		{"a field that a script sets back", map[string]any{"type": "type", "selector": "#reverts", "text": "abc"}, false, `"old"`, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			row.action["tabId"] = show(t, site.URL("/followed"))
			got := b.Get(t, row.action)
			fx, some := got["effects"].(map[string]any)
			is.Equal(!some, row.nothing)
			is.Equal(fx["held"], row.held)
			is.Equal(fx["dom"], row.dom)
		})
	}

	site.Mux.HandleFunc("/states", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<label id=agree><input id=tick type=checkbox>Agree</label><input id=word type=password aria-label=Word>
			<input id=hunt type=search aria-label=Find value=old><div id=mute role=button tabindex=0 aria-pressed=false onclick="ariaPressed=ariaPressed=='false'">Mute</div>
			<select id=size aria-label=Size><option>S<option>L</select><button id=plain>Plain</button>`)
	})
	for _, row := range []struct {
		name, on, key string // a press without a key is a click
		state         []any
	}{
		{"a key that ticks a box", "tick", " ", []any{`checkbox "Agree" checked`, `checkbox "Agree" not checked`}},
		{"a label", "agree", "", []any{`checkbox "Agree" checked`, `checkbox "Agree" not checked`}},
		{"a button that stays pressed", "mute", "", []any{`button "Mute" pressed`, `button "Mute" not pressed`}},
		{"a key that empties a field", "hunt", "Escape", []any{`searchbox "Find" = ""`, nil}},
		{"a key in a secret field", "word", "x", []any{`textbox "Word" = (filled, 1 character)`, `textbox "Word" = (filled, 2 characters)`}},
		{"a key that chooses", "size", "ArrowDown", []any{`combobox "Size" = "L"`, nil}},
		{"a button that does nothing", "plain", "", []any{nil}},
	} {
		t.Run("the state of what was pressed: "+row.name, func(t *testing.T) {
			is := is.New(t)
			tab := show(t, site.URL("/states"))
			action := map[string]any{"type": "click", "selector": "#" + row.on, "tabId": tab}
			if row.key != "" {
				b.Get(t, map[string]any{"type": "evaluate", "expression": row.on + ".focus()", "tabId": tab})
				action = map[string]any{"type": "press_key", "key": row.key, "tabId": tab}
			}
			for _, state := range row.state {
				fx, _ := b.Get(t, action)["effects"].(map[string]any)
				is.Equal(fx["state"], state)
			}
		})
	}
}
