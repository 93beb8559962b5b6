package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/tests/e2e"
)

func TestClick(t *testing.T) { onEach(t, specClick) }

func specClick(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/pointer.html"))
	page := b.Extract(t, tab, nil)

	for _, c := range []struct{ name, role, label, target string }{
		{"a plain button", "button", "Plain", "plain"},
		{"a rotated button", "button", "Rotated", "rotated"},
		{"a scaled button", "button", "Scaled", "scaled"},
		{"a zoomed button", "button", "Zoomed", "zoomed"},
		{"a link over several lines", "link", "A link that runs over several lines of text", "lines"},
		{"a checkbox with a label", "checkbox", "Accept", "check"},
		{"a radio button", "radio", "Choose", "radio"},
		{"a button without a box, by its content", "button", "Contents", "inner"},
		{"a button inside a nested scroller", "button", "Nested", "nested"},
		{"a button that moves, once it stands", "button", "Moving", "moving"},
		{"a button in a shadow root", "button", "Shadowed", "shadowed"},
		{"a button far down the page", "button", "Far", "far"},
		{"a button far to the right", "button", "Right", "right"},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			uid := page.UID(t, c.role, c.label)
			site.Forget()
			b.Get(t, map[string]any{"type": "click", "uid": uid, "tabId": tab})
			once(t, site, c.target, "mousedown", "mouseup", "click")
			is.Equal(page.UID(t, c.role, c.label), uid)
		})
	}

	t.Run("a button in a frame", func(t *testing.T) {
		is := is.New(t)
		site.Forget()
		b.Get(t, map[string]any{"type": "click", "uid": page.UID(t, "button", "Framed"), "tabId": tab})
		got := site.Await(t, 1, e2e.Type("framed-click", ""))
		is.Equal(got[0].Detail, "framed true")
	})

	t.Run("by selector", func(t *testing.T) {
		site.Forget()
		b.Get(t, map[string]any{"type": "click", "selector": "#plain", "tabId": tab})
		once(t, site, "plain", "mousedown", "mouseup", "click")
	})

	for _, c := range []struct{ name, selector, code, says string }{
		{"what is covered, and by what", "#covered", "invalid_action", "Cookie notice"},
		{"what is disabled", "#off", "invalid_action", "disabled"},
		{"what has no box", "#none", "element_not_found", ""},
		{"what is invisible", "#vanish", "element_not_found", ""},
		{"what is not there", "#nothing", "element_not_found", ""},
		{"what is no selector", "#[", "invalid_action", "selector"},
	} {
		t.Run("refuses "+c.name, func(t *testing.T) {
			is := is.New(t)
			site.Forget()
			says := b.Refused(t, c.code, map[string]any{"type": "click", "selector": c.selector, "tabId": tab})
			is.True(strings.Contains(says, c.says))
			settle(t, b, tab)
			is.Equal(len(site.Seen(e2e.Type("mousedown", ""))), 0) // the page is untouched
		})
	}

	t.Run("says what it caused", func(t *testing.T) {
		show := showing(b)
		for _, c := range []struct{ name, selector, effect string }{
			{"a change of the page", "#changes", "dom"},
			{"a dialog", "#alerts", "dialog"},
			{"a new tab", "#opener", "tabs"},
			{"a navigation", "#goes", "navigated"},
			{"what the browser unfolds after the click", "#unfolds", "dom"},
			{"what a page does when a box is ticked", "#reacts", "dom"},
			{"a form that is sent", "#submits", "navigated"},
			{"a navigation whose click the page keeps to itself", "#keeps", "navigated"},
			{"a navigation by a script", "#leaves", "navigated"},
			{"a navigation by a listener that came last", "#late", "navigated"},
		} {
			t.Run(c.name, func(t *testing.T) {
				tab := show(t, site.URL("/pointer.html"))
				got := b.Get(t, map[string]any{"type": "click", "selector": c.selector, "tabId": tab})
				effects, _ := got["effects"].(map[string]any)
				if effects[c.effect] == nil {
					t.Errorf("effects %v, want %s", got["effects"], c.effect)
				}
				if c.effect == "dialog" { // it would be in the way of the next one
					b.Get(t, map[string]any{"type": "dialog", "do": "accept", "tabId": tab})
				}
			})
		}
	})
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
