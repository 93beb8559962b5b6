package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specAim: what a person can click is listed, and a click on what is listed gets there.
func specAim(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/aim.html"))
	for _, row := range []struct{ name, role, says string }{
		{"Earlier", "link", "Prev"}, // an anchor without an address
		{"Later", "link", "Later"},
		{"Slotted words", "link", "slot-link"},
		{"Nested words", "link", "slot-inner"},
		{"Closed words", "link", "slot-closed"},
		{"In the shut", "button", "shut"}, // a closed root of an element of HTML
		{"In the thin", "button", "thin"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			e := named(t, b.Get(t, map[string]any{"type": "extract", "tabId": tab}), row.name)
			is.Equal(e["role"], row.role)
			b.Get(t, map[string]any{"type": "click", "uid": e["uid"], "tabId": tab})
			is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return trace.textContent"})["value"], row.says)
		})
	}
	t.Run("a place to go to is no link", func(t *testing.T) {
		for _, e := range b.Get(t, map[string]any{"type": "extract", "tabId": tab})["elements"].([]any) {
			if name := e.(map[string]any)["name"]; name == "Chapter" {
				t.Error("listed")
			}
		}
	})
}

// named is the listed element of that name.
func named(t *testing.T, read map[string]any, name string) map[string]any {
	t.Helper()
	for _, e := range read["elements"].([]any) {
		if e := e.(map[string]any); e["name"] == name {
			return e
		}
	}
	t.Fatalf("no %q among %v", name, read["elements"])
	return nil
}

// specAimEditors: an editable region is a textbox whatever role it claims, and stays one.
func specAimEditors(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/aim.html"))
	for _, role := range []string{"document", "application", "dialog", "none"} {
		t.Run(role, func(t *testing.T) {
			is := is.New(t)
			e := named(t, b.Get(t, map[string]any{"type": "extract", "tabId": tab}), "As "+role)
			is.Equal(e["role"], "textbox")
			b.Get(t, map[string]any{"type": "click", "uid": e["uid"], "tabId": tab})
			b.Get(t, map[string]any{"type": "type", "uid": e["uid"], "text": " two", "tabId": tab})
			is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return document.getElementById('" + role + "').innerText"})["value"], "one two")
		})
	}
	t.Run("one without a name, whose text is no look", func(t *testing.T) {
		is := is.New(t)
		list := b.Get(t, map[string]any{"type": "extract", "selector": "#unnamed", "tabId": tab})["elements"].([]any)
		uid := list[0].(map[string]any)["uid"]
		b.Get(t, map[string]any{"type": "fill_form", "fields": []map[string]any{{"uid": uid, "value": "two"}}, "tabId": tab})
		b.Get(t, map[string]any{"type": "type", "uid": uid, "text": " three", "tabId": tab})
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return unnamed.innerText"})["value"], "two three")
	})
}

// specAimCircles: the third equal refusal in a row says what else to do.
func specAimCircles(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	tab := b.Open(t, site.URL("/aim.html"))
	const says = "for the third time"
	uid := named(t, b.Get(t, map[string]any{"type": "extract", "tabId": tab}), "Veiled")["uid"]
	click := map[string]any{"type": "click", "uid": uid, "tabId": tab}
	for range 2 {
		is.True(!strings.Contains(b.Refused(t, "invalid_action", click), says))
		b.Get(t, map[string]any{"type": "extract", "tabId": tab}) // reading is not another try
	}
	is.True(strings.Contains(b.Refused(t, "invalid_action", click), says))
	b.Get(t, map[string]any{"type": "click", "selector": "#picker a", "tabId": tab})
	is.True(!strings.Contains(b.Refused(t, "invalid_action", click), says)) // something else was done in between
}
