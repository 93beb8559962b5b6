package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specOptions: what a closed list offers is told, and so is a list that stays open.
func specOptions(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/options.html")
	run(t, "a few are in the line, those that can be chosen", func(t *testing.T, is asserts) {
		read := b.Try(t, s.act(t, "extract"))
		is.Equal(named(t, read.Result, "Colour")["options"], []any{"Choose…", "Red", "Green"})
		is.Equal(named(t, read.Result, "City")["options"], []any{"Oslo", "Rome"})
		is.True(strings.Contains(read.Text, "options: Choose… | Red | Green"))
		is.Equal(named(t, read.Result, "Country")["options"], nil)
		is.Equal(named(t, read.Result, "Country")["optionCount"], 41.0)
		is.True(strings.Contains(read.Text, "41 options"))
		is.Equal(named(t, b.Get(t, s.act(t, "find: norway")), "Country")["options"], []any{"Norway"}) // of many those that are looked for
		s.js(t, "colour.add(new Option('Blue'))")
		is.Equal(named(t, b.Get(t, s.act(t, `extract {"since":"last"}`)), "Colour")["options"], []any{"Choose…", "Red", "Green", "Blue"})
	})
	s.rows(t,
		row{name: "the refusal of another names the nearest", do: "select_option #colour: Grean", code: "invalid_action", says: `nearest: "Green"`},
		row{name: "of many", do: "select_option #country: Norge", code: "invalid_action", says: `"Norway"`},
		row{name: "a list that stays open is closed", do: "select_option #combo: Rome", js: "menu.hidden", is: true},
		row{name: "one that cannot be closed is told", do: "select_option #stubborn: Stone", says: "still open", js: "wall.hidden", is: false},
	)
	is := is.New(t)
	is.True(!strings.Contains(s.no(t, "invalid_action", "select_option #country: Norge"), `"Country 9"`))
	is.True(!strings.Contains(b.Try(t, s.act(t, "select_option #combo: Oslo")).Text, "still open"))
}

// specVirtual: a list that draws twelve of its options, one that loads more at its end, and one
// that only a second press closes.
func specVirtual(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/virtual.html")
	s.rows(t,
		row{name: "finds what is not drawn yet", do: "select_option #far: Option 217", js: "farlist.hidden + far.textContent", is: "trueOption 217"},
		row{name: "and not loaded yet", do: "select_option #more: Item 57", js: "morelist.hidden + more.textContent", is: "trueItem 57"},
		row{name: "gives up and closes the list", do: "select_option #far: Nowhere", code: "invalid_action", says: "of which 300 were seen", js: "farlist.hidden", is: true},
		row{name: "that loads", do: "select_option #more: Nowhere", code: "invalid_action", says: "of which 60 were seen", js: "morelist.hidden", is: true},
		row{name: "that only a press closes", do: "select_option #kept: Nowhere", code: "invalid_action", says: "nearest", js: "keptlist.hidden", is: true},
	)
}

// specInvalid: the browser does not send a form with a missing field and says so in a bubble,
// which is in no document.
func specInvalid(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	serve(site, "/order", `<form action="/blank.html"><input aria-label=Name required><input aria-label=Mail type=email value=x@y.test>
		<button>Send</button><button id=asks type=button onclick="this.form.checkValidity()">Check</button></form>`)
	s := (&stage{b, site, 0}).show(t, "/order")
	uid := b.Extract(t, s.tab, nil).UID(t, "textbox", "Name")
	is.True(s.do(t, "click #asks")["invalid"] == nil) // the page asks for itself
	said, _ := s.do(t, "click button")["invalid"].(string)
	is.True(strings.HasPrefix(said, uid+": ") && len(said) > len(uid)+5)
	is.Equal(s.do(t, "click button")["invalid"], said) // also where the focus is there already
	is.Equal(s.do(t, "press_key: Enter")["invalid"], said)
	sent := s.do(t, "type @Name: Ann", "click button")
	is.True(sent["invalid"] == nil && sent["navigated"] != nil)
}
