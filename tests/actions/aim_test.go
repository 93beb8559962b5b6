package actions_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

const trace = "trace.textContent"

// specAim: what a person can click is listed, and a click on what is listed gets there.
func specAim(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/aim.html")
	for _, r := range []struct{ name, role, says string }{
		{"Earlier", "link", "Prev"}, // an anchor without an address
		{"Later", "link", "Later"},
		{"Slotted words", "link", "slot-link"},
		{"Nested words", "link", "slot-inner"},
		{"Closed words", "link", "slot-closed"},
		{"In the shut", "button", "shut"}, // a closed root of an element of HTML
		{"In the thin", "button", "thin"},
	} {
		run(t, r.name, func(t *testing.T, is asserts) {
			is.Equal(named(t, b.Get(t, s.act(t, "extract")), r.name)["role"], r.role)
			s.do(t, "click @"+r.name)
			is.Equal(s.js(t, trace), r.says)
		})
	}
	for _, e := range b.Extract(t, s.tab, nil).Elements {
		if e.Name == "Chapter" {
			t.Error("a place to go to is listed as a link")
		}
	}
	for _, role := range []string{"document", "application", "dialog", "none"} {
		run(t, "an editable region is a textbox whatever role it claims: "+role, func(t *testing.T, is asserts) {
			is.Equal(named(t, b.Get(t, s.act(t, "extract")), "As "+role)["role"], "textbox")
			s.do(t, "click @As "+role, "type @As "+role+":  two")
			is.Equal(s.js(t, "document.getElementById('"+role+"').innerText"), "one two")
		})
	}
	t.Run("one without a name, whose text is no look", func(t *testing.T) {
		uid := b.Extract(t, s.tab, map[string]any{"selector": "#unnamed"}).Elements[0].UID
		b.Get(t, map[string]any{"type": "fill_form", "fields": []any{map[string]any{"uid": uid, "value": "two"}}, "tabId": s.tab})
		b.Get(t, map[string]any{"type": "type", "uid": uid, "text": " three", "tabId": s.tab})
		is.New(t).Equal(s.js(t, "unnamed.innerText"), "two three")
	})
}

// specBeneath: texts that take no pointer events, covers that go away, and anchors that only
// their style shows.
func specBeneath(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/beneath.html")
	const click = "click #under"
	s.rows(t,
		row{name: "a drawing's text is over its shape", do: "click text", js: trace, is: "box"},
		row{name: "a card's text is in the card, and no button of it is pressed", do: "click #card span", js: trace, is: "card"},
		row{name: "what is nobody's", do: "click #far", code: "invalid_action"},
		row{name: "what is off", do: "click #off", code: "invalid_action"},
		row{name: "what is another's", do: "click #behind", code: "invalid_action"},
		row{name: "a tool that takes nothing", do: "click #tool", code: "invalid_action"},
		row{name: "one that its class disables", do: "click #save", code: "invalid_action"},
	)
	s.js(t, "(cover.style.display = 'block', setTimeout(() => cover.style.display = '', 150))")
	s.rows(t, row{name: "a cover that a script takes away soon is waited for", do: click, js: trace, is: "under"})
	s.js(t, "(cover.style.display = 'block')")
	s.rows(t, row{name: "one that stays is not", do: click, code: "invalid_action"})
	s.js(t, "(cover.style.display = '')")
	run(t, "an anchor that only its style shows is listed", func(t *testing.T, is asserts) {
		links, names := 0, []string{}
		for _, e := range b.Extract(t, s.tab, nil).Elements {
			names = append(names, e.Name)
			if e.Role == "link" {
				links++
			}
		}
		is.Equal(links, 2)                                                    // what shows nothing is none
		is.Equal(names[len(names)-3:], []string{"", "Second note", "A part"}) // what takes the focus is not called by its parts
	})
	s.rows(t,
		row{name: "by its style", do: "click @Save it", js: trace, is: "says"},
		row{name: "by its class", do: "click @(next)", js: trace, is: "next"},
	)
}

// specRestless: what never stands still is pressed where it will be, and nothing else is.
func specRestless(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/restless.html")
	for _, id := range []string{"slides", "turns", "trembles"} {
		s.rows(t, row{name: id, do: "click #" + id, told: "said " + id})
		settle(t, b, s.tab)
		is.New(t).Equal(len(site.Seen(e2e.Type("said", ""))), 1)
	}
}
