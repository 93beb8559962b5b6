package actions_test

import (
	"net/http"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specHeld: what a field holds is told where that is not the text that was typed: an amount
// of "1,5" that became 15 is no amount that anybody meant, nor is 157 where 15 stood.
func specHeld(t *testing.T, b *e2e.Product, site *e2e.Site) {
	site.Mux.HandleFunc("/held", func(w http.ResponseWriter, _ *http.Request) {
		e2e.HTML(w, `<input id=short maxlength=5><input id=amount type=number><input id=digits oninput="this.value=this.value.replace(/\D/g,'')">
			<input id=none onbeforeinput="event.preventDefault()"><input id=grouped oninput="this.value=this.value.replace(/(\d{4})(?=\d)/g,'$1 ')">
			<input id=upper oninput="this.value=this.value.toUpperCase()"><input id=plain value=old><textarea id=lines></textarea>
			<input id=mail type=email value="old@a.example" onfocus="this.select()"><input id=word type=password maxlength=3><div id=free contenteditable></div><input id=keys onkeyup="document.title=this.value">`)
	})
	tab := b.Open(t, site.URL("/held"))
	t.Run("a field that notices keys only, and what the tool's text says to do", func(t *testing.T) {
		is := is.New(t)
		noticed := func() any {
			return b.Get(t, map[string]any{"type": "evaluate", "expression": "return document.title", "tabId": tab})["value"]
		}
		b.Get(t, map[string]any{"type": "type", "selector": "#keys", "text": "find", "tabId": tab})
		is.Equal(noticed(), "")
		b.Get(t, map[string]any{"type": "press_key", "key": "Shift", "tabId": tab})
		is.Equal(noticed(), "find")
	})
	for _, row := range []struct {
		on, text string
		held     any
	}{
		{"#short", "longer", `"longe"`},
		{"#amount", "1,5", `"15"`},
		{"#amount", "7", `"157"`}, // after what it holds
		{"#digits", "12ab34", `"1234"`},
		{"#none", "abc", `""`},
		{"#grouped", "12345678", `"1234 5678"`},
		{"#upper", "straight", `"STRAIGHT"`},
		{"#plain", "new ü 漢字 👩‍👧", `"oldnew ü 漢字 👩‍👧"`},
		{"#lines", "one\r\ntwo", nil},
		{"#mail", "ann@a.example", `"old@a.exampleann@a.example"`},
		{"#word", "secret", "(filled, 3 characters)"}, // what a password field holds is not told
		{"#free", "two  spaces", nil},
	} {
		t.Run(row.on+" "+row.text, func(t *testing.T) {
			fx, _ := b.Get(t, map[string]any{"type": "type", "selector": row.on, "text": row.text, "tabId": tab})["effects"].(map[string]any)
			is.New(t).Equal(fx["held"], row.held)
		})
	}
}
