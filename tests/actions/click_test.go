package actions_test

import (
	"strings"
	"testing"

	"github.com/zapvol/bua/tests/e2e"
)

// specClick: a press reaches its element, is told with what it caused, and one that is refused
// reaches nothing. Odd places are tests/page's TestPoint_geometry.
func specClick(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/pointer.html")
	page := b.Extract(t, s.tab, nil)
	for _, c := range []struct{ name, role, label, target string }{
		{"a button far to the right", "button", "Right", "right"},
		{"a checkbox with a label", "checkbox", "Accept", "check"},
		{"a radio button", "radio", "Choose", "radio"},
		{"a button that moves, once it stands", "button", "Moving", "moving"},
		{"a button in a shadow root", "button", "Shadowed", "shadowed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			site.Forget()
			s.do(t, `click {"uid":"`+page.UID(t, c.role, c.label)+`"}`)
			once(t, site, c.target, "mousedown", "mouseup", "click")
		})
	}
	s.rows(t, row{name: "a button in a frame", do: "click @Framed", told: "framed-click framed true"})
	for _, c := range []struct{ do, code, says string }{
		{"click #covered", "invalid_action", "Cookie notice"}, {"hover #covered", "invalid_action", ""}, {"click #off", "invalid_action", "disabled"},
		{"click #vanish", "element_not_found", ""}, {"click #[", "invalid_action", "selector"},
	} {
		run(t, "refused: "+c.do, func(t *testing.T, is asserts) {
			site.Forget()
			is.True(strings.Contains(s.no(t, c.code, c.do), c.says))
			settle(t, b, s.tab)
			is.Equal(len(site.Seen(e2e.Type("mousedown", ""))), 0) // the page is untouched
		})
	}
	run(t, "a hover presses nothing", func(t *testing.T, is asserts) {
		s.do(t, "hover #plain")
		is.True(site.Await(t, 1, e2e.Type("mouseover", "plain"))[0].Trusted)
		settle(t, b, s.tab)
		is.Equal(len(site.Seen(e2e.Type("mousedown", ""))), 0)
	})
	const at = "/pointer.html"
	s.rows(t,
		row{name: "a change of the page", page: at, do: "click #changes", fx: fx{"dom": true}},
		row{name: "a new tab", do: "click #opener", fx: fx{"tabs": true}},
		row{name: "what the browser unfolds after the click", page: at, do: "click #unfolds", fx: fx{"dom": true}},
		row{name: "what a page does when a box is ticked", page: at, do: "click #reacts", fx: fx{"dom": true}},
		row{name: "a navigation", page: at, do: "click #goes", fx: fx{"navigated": true}},
		row{name: "a form that is sent", page: at, do: "click #submits", fx: fx{"navigated": true}},
		row{name: "a navigation whose click the page keeps to itself", page: at, do: "click #keeps", fx: fx{"navigated": true}},
		row{name: "a navigation by a script", page: at, do: "click #leaves", fx: fx{"navigated": true}},
		row{name: "a navigation by a listener that came last", page: at, do: "click #late", fx: fx{"navigated": true}},
		row{name: "a dialog", page: at, do: "click #alerts", fx: fx{"dialog": true}},
	)
	s.do(t, "dialog: accept")
}

// once fails unless the page saw each event exactly once, trusted, on target.
func once(t *testing.T, site *e2e.Site, target string, types ...string) {
	t.Helper()
	for _, typ := range types {
		got := site.Await(t, 1, e2e.Type(typ, ""))
		if len(got) != 1 || got[0].Target != target || !got[0].Trusted {
			t.Errorf("the page saw %+v, want one trusted %s on %s", got, typ, target)
		}
	}
}

// settle makes a round trip through the page and the site, so that everything
// that the page reported before has arrived.
func settle(t *testing.T, b *e2e.Product, tab int) {
	t.Helper()
	b.Get(t, map[string]any{"type": "evaluate", "tabId": tab,
		"expression": `return fetch('/blank.html').then(r => r.status)`})
}
