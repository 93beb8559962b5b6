package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specOptions: what a closed list offers is told, and so is a list that stays open.
func specOptions(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/options.html"))
	t.Run("a few are in the line, those that can be chosen", func(t *testing.T) {
		is := is.New(t)
		read := b.Try(t, map[string]any{"type": "extract", "tabId": tab})
		is.Equal(named(t, read.Result, "Colour")["options"], []any{"Choose…", "Red", "Green"})
		is.Equal(named(t, read.Result, "City")["options"], []any{"Oslo", "Rome"})
		is.True(strings.Contains(read.Text, "options: Choose… | Red | Green"))
		many := named(t, read.Result, "Country")
		is.Equal(many["options"], nil)
		is.Equal(many["optionCount"], 41.0)
		is.True(strings.Contains(read.Text, "41 options"))
	})
	t.Run("of many those that are looked for", func(t *testing.T) {
		is := is.New(t)
		found := b.Get(t, map[string]any{"type": "find", "query": "norway", "tabId": tab})
		is.Equal(named(t, found, "Country")["options"], []any{"Norway"})
	})
	t.Run("a change of them is a change", func(t *testing.T) {
		is := is.New(t)
		since := b.Get(t, map[string]any{"type": "extract", "tabId": tab})["snapshot"]
		b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "colour.add(new Option('Blue'))"})
		is.Equal(named(t, b.Get(t, map[string]any{"type": "extract", "since": since, "tabId": tab}), "Colour")["options"], []any{"Choose…", "Red", "Green", "Blue"})
	})
	t.Run("the refusal of another names the nearest", func(t *testing.T) {
		is := is.New(t)
		choose := func(selector, option string) string {
			return b.Refused(t, "invalid_action", map[string]any{"type": "select_option", "selector": selector, "options": []string{option}, "tabId": tab})
		}
		is.True(strings.Contains(choose("#colour", "Grean"), `nearest: "Green"`))
		is.True(strings.Contains(choose("#country", "Norge"), `"Norway"`))
		is.True(!strings.Contains(choose("#country", "Norge"), `"Country 9"`))
	})
	for _, row := range []struct {
		name, selector, option, list string
		open                         any
	}{
		{"a list that stays open is closed", "#combo", "Rome", "menu", nil},
		{"one that cannot be closed is told", "#stubborn", "Stone", "wall", true},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			got := b.Try(t, map[string]any{"type": "select_option", "selector": row.selector, "options": []string{row.option}, "tabId": tab})
			field := got.Result["fields"].([]any)[0].(map[string]any)
			is.Equal(field["open"], row.open)
			is.Equal(strings.Contains(got.Text, "still open"), row.open != nil)
			is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": "return " + row.list + ".hidden"})["value"], row.open == nil)
		})
	}
}
