package actions_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specHeld: what a field holds is told where that is not the text that was typed, also where a
// script or a timer of the page makes it so: an amount of "1,5" that became 15 is no amount
// that anybody meant. Of secret fields it is told how much.
func specHeld(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/held.html")
	s.rows(t,
		row{name: "a field that notices keys only", do: "type #keys: find", js: "document.title", is: "held"},
		row{name: "and what the tool's text says to do", do: "press_key: Shift", js: "document.title", is: "find"},
	)
	try := func(page string, list ...[3]any) {
		for _, c := range list {
			t.Run(c[0].(string)+" "+c[1].(string), func(t *testing.T) {
				if page != "" {
					s.show(t, page)
				}
				got := b.Get(t, map[string]any{"type": "type", "selector": c[0], "text": c[1], "tabId": s.tab})["effects"]
				effects, _ := got.(map[string]any)
				is.New(t).Equal(effects["held"], c[2])
			})
		}
	}
	try("", [][3]any{
		{"#short", "longer", `"longe"`}, {"#amount", "1,5", `"15"`}, {"#amount", "7", `"157"`}, // after what it holds
		{"#digits", "12ab34", `"1234"`}, {"#none", "abc", `""`}, {"#grouped", "12345678", `"1234 5678"`}, {"#upper", "straight", `"STRAIGHT"`},
		{"#plain", "new ü 漢字 👩‍👧", `"oldnew ü 漢字 👩‍👧"`}, {"#lines", "one\r\ntwo", nil}, {"#mail", "ann@a.example", `"old@a.exampleann@a.example"`},
		{"#word", "secret", "(filled, 3 characters)"}, {"#free", "two  spaces", nil},
		{"#clears", "one", `""`}, {"#keeps", "two", nil}, {"#counts", "three", `""`}, {"#timer", "four", `""`}, // what stands elsewhere went there
		{"#has", " Doe", `"John Doe"`}, {"#also", " Doe", `"John Doe"`}, {"#reverts", "abc", `"old"`},
	}...)
	s.rows(t, row{name: "an editor that puts it elsewhere", do: "type #sends: abc", fx: fx{"held": nil, "dom": true}})
	try("/filled.html", [][3]any{
		{"#plain", "Ann", nil}, {"#lines", "one\ntwo", nil}, {"#kept", "new words", nil}, {"#late", "12ab", `"12"`}, {"#other", "12.34", `"12-34"`},
		{"#gone", "words", `""`}, {"#part", "a1b2", `"ab"`},
		{"#word", "hunter2", nil}, {"#short", "hunter2", "(filled, 3 characters)"}, {"#card", "4111 1111 1111 1111", nil}, {"#pin", "1234", "(filled, 2 characters)"},
	}...)
}

// specFilled: what an answer says that a form holds is what it holds when the page has had its
// say, a moment later or when the next field gets the focus.
func specFilled(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	serve(site, "/goes", `Title <input id=unnamed><div id=row><input id=goes aria-label=Name onblur="row.textContent=value"></div>`)
	s := (&stage{b, site, 0}).show(t, "/goes")
	fields := b.Get(t, s.fill("#unnamed", "a", "#goes", "b"))["fields"].([]any)
	is.Equal(fields[0], map[string]any{"name": "(Title)", "value": "a"})
	is.Equal(fields[1], map[string]any{"name": "Name", "value": "b", "gone": true}) // it goes when it is left
	s.show(t, "/filled.html")
	want := []struct {
		id, value              string
		holds, filled, differs any
	}{
		{"plain", "Ann", "Ann", nil, nil}, {"lines", "one\r\ntwo", "one\ntwo", nil, nil}, {"kept", "new  words", "new words", nil, nil},
		{"size", "Large", "Small", nil, true}, {"agree", "true", "false", nil, true},
		{"late", "12ab", "12", nil, true}, {"left", "gone", nil, nil, true}, {"late2", "gone", nil, nil, true}, {"after", "x", "x", nil, nil},
		{"gone", "words", nil, nil, true}, {"part", "a1b2", "ab", nil, true},
		{"word", "hunter2", nil, "7 characters", nil}, {"short", "hunter2", nil, "3 characters", true}, {"card", "4111", nil, "4 characters", nil}, {"pin", "1234", nil, "2 characters", true},
		{"other", "12.34", "12-34", nil, true}, // the last one has its moment, too
	}
	var parts []string
	for _, f := range want {
		parts = append(parts, "#"+f.id, f.value)
	}
	got := b.Get(t, s.fill(parts...))["fields"].([]any)
	is.Equal(len(got), len(want))
	for i, f := range want {
		now := got[i].(map[string]any)
		is.Equal([]any{f.id, now["value"], now["filled"], now["differs"]}, []any{f.id, f.holds, f.filled, f.differs})
	}
	page := b.Get(t, s.act(t, "extract"))
	is.Equal(named(t, page, "Word")["value"], nil)
	is.Equal(named(t, page, "Word")["filled"], "7 characters")
	is.Equal(named(t, page, "PIN code")["filled"], "2 characters")
}
