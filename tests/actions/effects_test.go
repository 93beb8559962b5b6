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
}
