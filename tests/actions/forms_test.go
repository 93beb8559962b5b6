package actions_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// values are what the answer says that the fields hold.
func values(got map[string]any) (out []any) {
	for _, row := range got["fields"].([]any) {
		f := row.(map[string]any)
		if f["error"] != nil {
			f["value"] = "failed"
		}
		out = append(out, f["value"])
	}
	return out
}

// fill is a form of selectors and values, by turns.
func (s *stage) fill(parts ...string) map[string]any {
	var fields []any
	for i := 0; i < len(parts); i += 2 {
		fields = append(fields, map[string]any{"selector": parts[i], "value": parts[i+1]})
	}
	return map[string]any{"type": "fill_form", "fields": fields, "tabId": s.tab}
}

// specForms: boxes are ticked, options chosen and forms filled, and each answer says what is
// held then.
func specForms(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/form.html")
	for _, c := range []struct {
		do   string
		want any
	}{
		{"check #agree: true", "true"}, {"check #agree: true", "true"}, {"check #agree: false", "false"}, // ticked twice it stays
		{"check #switch: true", "true"}, {"check #switch: true", "true"}, {"check #switch: false", "false"},
		{"check #one: true", "true"}, {"check #two: true", "true"},
		{"select_option #colour: Blue", "Blue"}, {"select_option #colour: g", "Green"}, {"select_option #colour: RED", "Red"},
		{"select_option #sizes: S, L", "S, L"}, {"select_option #sizes: M", "M"}, {`select_option #sizes {"options":[]}`, nil},
		{"select_option #list: Apple", "Apple"}, {"select_option #combo: Oslo", "Oslo"}, // in a list that a press opens
	} {
		t.Run(c.do, func(t *testing.T) { is.New(t).Equal(values(b.Get(t, s.act(t, c.do))), []any{c.want}) })
	}
	s.rows(t,
		row{name: "what is disabled", do: "check #shut: true", code: "invalid_action"},
		row{name: "what is not in the list", do: "select_option #colour: Pink", code: "invalid_action"},
		row{name: "an option that is disabled", do: "select_option #colour: Black", code: "invalid_action"},
		row{name: "several where one can be chosen", do: "select_option #colour: Red, Blue", code: "invalid_action"},
		row{name: "what is no list", do: "select_option #agree: x", code: "invalid_action"},
		row{name: "a form whose first field fails", do: "fill_form #shut: x", code: "invalid_action"},
		row{name: "or is not there", do: "fill_form #nothing: x", code: "element_not_found"},
		row{name: "or is a box that no word ticks", do: "fill_form #agree: maybe", code: "invalid_action"},
	)
	run(t, "the page hears of it once", func(t *testing.T, is asserts) {
		site.Forget()
		s.do(t, "select_option #colour: Green", "select_option #colour: Green", "check #agree: true")
		settle(t, b, s.tab)
		is.Equal(len(site.Await(t, 1, e2e.Type("change", "colour"))), 1)
		is.True(site.Await(t, 1, e2e.Type("change", "agree"))[0].Trusted)
	})
	run(t, "many fields of every kind", func(t *testing.T, is asserts) {
		s.show(t, "/form.html")
		got := b.Get(t, s.fill("#name", "Ann", "#bio", "two\nlines", "#born", "2001-02-03", "#secret", "s3cret", "#colour", "Green",
			"#agree", "true", "#two", "true", "#switch", "true", "#rich", "new", "#list", "Pear", "#combo", "Rome"))
		is.Equal(values(got), []any{"Ann", "two\nlines", "2001-02-03", nil, "Green", "true", "true", "true", "new", "Pear", "Rome"})
		is.Equal(s.js(t, "[document.getElementById('name').value, secret.value, colour.value, agree.checked, two.checked]"), []any{"Ann", "s3cret", "g", true, true})
		is.True(site.Await(t, 1, e2e.Type("input", "name"))[0].Trusted)
		is.Equal(values(b.Get(t, s.fill("#name", "", "#agree", "true", "#colour", "Green"))), []any{nil, "true", "Green"})
		is.Equal(values(b.Get(t, s.fill("#name", "Ann", "#shut", "x", "#bio", "never"))), []any{"Ann", "failed"}) // the first that fails ends it
	})
}

// specCommitted: pages that heed what was filled in when its field is left, as a person leaves
// it who presses something else.
func specCommitted(t *testing.T, b *e2e.Product, site *e2e.Site) {
	serve(site, "/committed", `<input id=name aria-label=Name onchange="save.disabled=!value;tell('changed',String(event.isTrusted))" onkeydown="event.key=='Enter'&&tell('enter')">
		<button id=save disabled onclick="tell('saved')">Save</button>
		<input id=zip aria-label=Zip onblur="setTimeout(()=>{town.disabled=!value},30)"><input id=town aria-label=Town disabled>
		<div id=text contenteditable role=textbox aria-label=Text onblur="post.removeAttribute('aria-disabled')"></div><div id=post role=button tabindex=0 aria-disabled=true onclick="tell('posted')">Post</div>
		<button id=never disabled>Never</button>`)
	s := &stage{b, site, 0}
	s.show(t, "/committed").do(t, "type #name: Ann")
	s.rows(t, row{name: "a press on what is disabled leaves the field first", do: "click #save", told: "changed true"})
	site.Await(t, 1, e2e.Type("saved", ""))
	s.do(t, "type #text: words")
	s.rows(t, row{name: "an editor, too", do: "click #post", told: "posted "})
	s.do(t, "type #zip: 1010", "type #town: Vienna") // whose page takes a moment
	s.do(t, "type #name: Ann")
	s.rows(t, row{name: "what stays disabled is refused", do: "click #never", code: "invalid_action", says: "disabled"})
	run(t, "a form that was filled is heeded, and keys go on in its last field", func(t *testing.T, is asserts) {
		s.show(t, "/committed")
		site.Forget()
		is.Equal(values(b.Get(t, s.fill("#zip", "1010", "#town", "Vienna", "#name", "Ann"))), []any{"1010", "Vienna", "Ann"})
		is.Equal(s.js(t, "save.disabled"), false)
		is.Equal(site.Await(t, 1, e2e.Type("changed", ""))[0].Detail, "true")
		s.do(t, "press_key: Enter")
		site.Await(t, 1, e2e.Type("enter", ""))
	})
}
