package actions_test

import (
	"net/http"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specFilled: what an answer says that fields hold is what they hold when the page has
// had its say, a moment later or when the next field gets the focus; of secret fields it says
// how much.
func specFilled(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/filled", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<input id=plain aria-label=Plain><textarea id=lines aria-label=Lines></textarea>
			<input id=late aria-label=Late oninput="setTimeout(()=>{value=value.replace(/\D/g,'')},25)">
			<input id=other aria-label=Other oninput="setTimeout(()=>{value='12-34'},20)">
			<input id=left aria-label=Left onblur="value=''"><input id=after aria-label=After onfocus="late2.value=''"><input id=late2 aria-label=Late2>
			<div id=gone contenteditable role=textbox aria-label=Gone oninput="setTimeout(()=>{textContent=''},20)"></div>
			<div id=part contenteditable role=textbox aria-label=Part oninput="setTimeout(()=>{textContent=textContent.replace(/\d/g,'')},20)"></div>
			<div id=kept contenteditable role=textbox aria-label=Kept>old </div>
			<select id=size aria-label=Size onchange="setTimeout(()=>{value='s'},0)"><option value=s>Small<option value=l>Large</select>
			<label><input id=agree type=checkbox onclick="setTimeout(()=>{checked=false},0)">Agree</label>
			<input id=word type=password aria-label=Word><input id=short type=password aria-label=Short maxlength=3>
			<input id=card autocomplete=cc-number aria-label=Card><input id=pin name=pin aria-label="PIN code" oninput="setTimeout(()=>{value=value.slice(0,2)},20)">`)
	})
	show := showing(b)
	for _, row := range []struct {
		on, text string
		held     any
	}{
		{"#plain", "Ann", nil}, {"#lines", "one\ntwo", nil}, {"#kept", "new words", nil},
		{"#late", "12ab", `"12"`}, {"#other", "12.34", `"12-34"`},
		{"#gone", "words", `""`}, {"#part", "a1b2", `"ab"`},
		{"#word", "hunter2", nil}, {"#short", "hunter2", "(filled, 3 characters)"}, {"#card", "4111 1111 1111 1111", nil}, {"#pin", "1234", "(filled, 2 characters)"},
	} {
		t.Run("typed into "+row.on, func(t *testing.T) {
			tab := show(t, site.URL("/filled"))
			fx, _ := b.Get(t, map[string]any{"type": "type", "selector": row.on, "text": row.text, "tabId": tab})["effects"].(map[string]any)
			is.New(t).Equal(fx["held"], row.held)
		})
	}

	t.Run("a field that goes when it is left, and one without a name", func(t *testing.T) {
		is := is.New(t)
		site.Mux.HandleFunc("/goes", func(w http.ResponseWriter, _ *http.Request) {
			e2e.HTML(w, `Title <input id=unnamed><div id=row><input id=goes aria-label=Name onblur="row.textContent=value"></div>`)
		})
		tab := show(t, site.URL("/goes"))
		fields := b.Get(t, map[string]any{"type": "fill_form", "tabId": tab, "fields": []any{
			map[string]any{"selector": "#unnamed", "value": "a"}, map[string]any{"selector": "#goes", "value": "b"}}})["fields"].([]any)
		is.Equal(fields[0], map[string]any{"name": "(Title)", "value": "a"})
		is.Equal(fields[1], map[string]any{"name": "Name", "value": "b", "gone": true})
	})

	t.Run("in a form, at its end", func(t *testing.T) {
		is := is.New(t)
		tab := show(t, site.URL("/filled"))
		want := []struct {
			id, value string
			holds     any
			filled    any
			differs   any
		}{
			{"plain", "Ann", "Ann", nil, nil}, {"lines", "one\r\ntwo", "one\ntwo", nil, nil}, {"kept", "new  words", "new words", nil, nil},
			{"size", "Large", "Small", nil, true}, {"agree", "true", "false", nil, true},
			{"late", "12ab", "12", nil, true}, {"left", "gone", nil, nil, true}, {"late2", "gone", nil, nil, true}, {"after", "x", "x", nil, nil},
			{"gone", "words", nil, nil, true}, {"part", "a1b2", "ab", nil, true},
			{"word", "hunter2", nil, "7 characters", nil}, {"short", "hunter2", nil, "3 characters", true}, {"card", "4111", nil, "4 characters", nil}, {"pin", "1234", nil, "2 characters", true},
			{"other", "12.34", "12-34", nil, true}, // the last one has its moment, too
		}
		var fields []any
		for _, f := range want {
			fields = append(fields, map[string]any{"selector": "#" + f.id, "value": f.value})
		}
		got := b.Get(t, map[string]any{"type": "fill_form", "tabId": tab, "fields": fields})["fields"].([]any)
		is.Equal(len(got), len(want))
		for i, f := range want {
			is := is.New(t)
			now := got[i].(map[string]any)
			is.Equal([]any{f.id, now["value"], now["filled"], now["differs"]}, []any{f.id, f.holds, f.filled, f.differs})
		}
		page := b.Get(t, map[string]any{"type": "extract", "tabId": tab})
		for _, e := range page["elements"].([]any) {
			switch row := e.(map[string]any); row["name"] {
			case "Word":
				is.Equal(row["value"], nil)
				is.Equal(row["filled"], "7 characters")
			case "PIN code":
				is.Equal(row["filled"], "2 characters")
			}
		}
	})
}
