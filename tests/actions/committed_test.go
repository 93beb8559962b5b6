package actions_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specCommitted: pages that heed what was filled in when its field is left, as a person
// leaves it who presses something else.
func specCommitted(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/committed", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<input id=name aria-label=Name onchange="save.disabled=!value;tell('changed',String(event.isTrusted))" onkeydown="event.key=='Enter'&&tell('enter')">
			<button id=save disabled onclick="tell('saved')">Save</button>
			<input id=zip aria-label=Zip onblur="setTimeout(()=>{town.disabled=!value},30)"><input id=town aria-label=Town disabled>
			<div id=text contenteditable role=textbox aria-label=Text onblur="post.removeAttribute('aria-disabled')"></div><div id=post role=button tabindex=0 aria-disabled=true onclick="tell('posted')">Post</div>
			<button id=never disabled>Never</button>`)
	})
	show := showing(b)
	act := func(action string, tab int, selector string, more ...string) map[string]any {
		a := map[string]any{"type": action, "selector": selector, "tabId": tab}
		if len(more) > 0 {
			a["text"] = more[0]
		}
		return a
	}
	t.Run("a press on what is disabled leaves the field first", func(t *testing.T) {
		tab := show(t, site.URL("/committed"))
		site.Forget()
		b.Get(t, act("type", tab, "#name", "Ann"))
		b.Get(t, act("click", tab, "#save"))
		site.Await(t, 1, e2e.Type("saved", ""))
		is.New(t).Equal(site.Await(t, 1, e2e.Type("changed", ""))[0].Detail, "true")
		b.Get(t, act("type", tab, "#text", "words"))
		b.Get(t, act("click", tab, "#post"))
		site.Await(t, 1, e2e.Type("posted", ""))
		b.Get(t, act("type", tab, "#zip", "1010")) // whose page takes a moment
		b.Get(t, act("type", tab, "#town", "Vienna"))
	})
	t.Run("a form that was filled is heeded, and keys go on in its last field", func(t *testing.T) {
		is := is.New(t)
		tab := show(t, site.URL("/committed"))
		site.Forget()
		got := b.Get(t, map[string]any{"type": "fill_form", "tabId": tab, "fields": []any{
			map[string]any{"selector": "#zip", "value": "1010"}, map[string]any{"selector": "#town", "value": "Vienna"}, map[string]any{"selector": "#name", "value": "Ann"}}})
		is.Equal(values(got), []any{"1010", "Vienna", "Ann"})
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "expression": "return save.disabled", "tabId": tab})["value"], false)
		is.Equal(site.Await(t, 1, e2e.Type("changed", ""))[0].Detail, "true")
		b.Get(t, map[string]any{"type": "press_key", "key": "Enter", "tabId": tab})
		site.Await(t, 1, e2e.Type("enter", ""))
	})
	t.Run("what stays disabled is refused", func(t *testing.T) {
		tab := show(t, site.URL("/committed"))
		b.Get(t, act("type", tab, "#name", "Ann"))
		is.New(t).True(strings.Contains(b.Refused(t, "invalid_action", act("click", tab, "#never")), "disabled"))
	})
}
