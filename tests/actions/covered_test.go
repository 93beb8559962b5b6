package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specOverlaps: controls that something of their own lies over, and one that something else
// does.
func specOverlaps(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/overlaps.html")
	s.rows(t,
		row{name: "a button under the link over its card", do: "click .card button", js: trace, is: "star"},
		row{name: "an option under its neighbour", do: "click .opts div", js: trace, is: "first"},
		row{name: "a checkbox under the link of a card", do: "check #pick: true", js: "pick.checked + location.hash", is: "true"},
		row{name: "under one in its label", do: "check #terms: true", js: "terms.checked + location.hash", is: "true"},
		row{name: "under its own label", do: "check #own: true", js: "own.checked + location.hash", is: "true"},
		row{name: "under a label that is a link", do: "check #only: true", js: "only.checked + location.hash", is: "true"},
		row{name: "what its pane clips away is told with the pane", do: "click .clip button", code: "invalid_action", says: `region "Small pane" (e`},
	)
	run(t, "another cover is named with a uid that can be read", func(t *testing.T, is asserts) {
		s.js(t, "(veil.style.display = 'block')")
		_, rest, ok := strings.Cut(s.no(t, "invalid_action", "click #under"), `covered by dialog "Cookies" (`)
		is.True(ok)
		uid, _, _ := strings.Cut(rest, ")")
		s.do(t, `hover {"uid":"`+uid+`"}`)
		is.Equal(s.js(t, trace), "first") // nothing was pressed
		s.do(t, "click #veil button", "click #under")
		is.Equal(s.js(t, trace), "under")
	})
}

// specVeiled: controls that show only under the pointer, and one that does not.
func specVeiled(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/veiled.html")
	for selector, says := range map[string]string{
		".css .tool": "Edit one", ".fade .tool": "Edit two", ".away .tool": "Edit three", ".glass .tool": "Edit four", ".js .tool": "Edit five", "nav li a": "Inner item",
	} {
		s.rows(t, row{name: says + " shows under the pointer and is pressed", do: "click " + selector, js: trace, is: says})
	}
	s.rows(t, row{name: "what does not show is told with what was hovered", do: "click .never .tool", code: "element_not_found", says: `the pointer over listitem "Six`})
	t.Run("one that was read while it showed", func(t *testing.T) {
		s.do(t, "hover .css")
		uid := b.Extract(t, s.tab, nil).UID(t, "button", "Edit one")
		s.do(t, "click #trace", `click {"uid":"`+uid+`"}`)
		is.New(t).Equal(s.js(t, trace), "Edit one")
	})
}

// specDrawn: widgets as the libraries of frameworks make them: fields that a widget hides and
// draws itself, and lists that are there a second time for readers of screens.
func specDrawn(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/drawn.html")
	run(t, "what nobody sees is not told, what is drawn for it is", func(t *testing.T, is asserts) {
		got, recipients := map[string]int{}, []string{}
		for _, e := range b.Extract(t, s.tab, nil).Elements {
			got[e.Role+" "+e.Name]++
			if strings.Trim(e.Name, "()") == "Recipient" {
				recipients = append(recipients, e.Name)
			}
			is.True(e.Role != "generic" || e.Name != "" && e.Name != "Journey" && e.Name != "By post") // a box around a control alone is that control's
		}
		is.Equal(got["listbox "]+got["option Alpha"]+got["option Beta"], 0)
		is.Equal(got["generic Alpha"]+got["generic Beta"]+got["generic Gamma"], 3)
		is.Equal(got["generic Priced Buy"], 1)        // one that says more is told
		is.Equal(recipients, []string{"(Recipient)"}) // a field out of reach lends its name
	})
	const text = "(e => e.value || e.textContent)(document.querySelector('%'))"
	s.rows(t,
		row{name: "a press gets to what is drawn for a field", do: "click @Tags", js: trace, is: "tags"},
		row{name: "for one with a button", do: "click @Places", js: trace, is: "places"},
		row{name: "for a slider", do: "click @Amount", js: trace, is: "thumb"},
		row{name: "to what has no words", do: "click @(switcher)", js: trace, is: "opens"},
		row{name: "not to one that is not alone", do: "click @First", code: "invalid_action"},
		row{name: "nor to one that is off", do: "click @Off", code: "invalid_action"},
		row{name: "a field that takes text takes it, although it has suggestions", do: "fill_form #recipients: bob@example.test", js: strings.Replace(text, "%", "#recipients", 1), is: "bob@example.test"},
		row{name: "and an editable one", do: "fill_form #mention: bob@example.test", js: strings.Replace(text, "%", "#mention", 1), is: "bob@example.test"},
		row{name: "what is drawn for a field out of reach", do: "type @(Recipient): Ada", js: "[chips.value, to.value].join()", is: "Ada,"},
		row{name: "a field that hands its focus on says where to write", do: "fill_form #people: Ada", code: "invalid_action", says: "the one that is focused"},
		row{name: "and there it is", do: "fill_form #names:focus: Ada"},
		row{name: "an option is chosen where it is drawn", do: "select_option @Kind: Gamma", js: trace, is: "Gamma"},
	)
	s.show(t, "/unnamed.html")
	run(t, "what only its place or its look tells", func(t *testing.T, is asserts) {
		is.Equal(named(t, b.Get(t, s.act(t, "extract")), "(OK)")["role"], "gridcell") // called by its column
		list := b.Get(t, s.act(t, "find: up"))["elements"].([]any)                    // an arrow that readers of screens do without
		is.True(len(list) > 0)
		b.Get(t, map[string]any{"type": "click", "uid": list[0].(map[string]any)["uid"], "tabId": s.tab})
		is.Equal(s.js(t, trace), "up")
	})
}
