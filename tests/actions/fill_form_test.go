package actions_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// values are what the answer says that the fields hold.
func values(got map[string]any) []any {
	var out []any
	for _, row := range got["fields"].([]any) {
		f := row.(map[string]any)
		if f["error"] != nil {
			out = append(out, "failed")
			continue
		}
		out = append(out, f["value"])
	}
	return out
}

func specFillForm(t *testing.T, b *e2e.Product, site *e2e.Site) {
	field := func(id, value string) map[string]any { return map[string]any{"selector": "#" + id, "value": value} }

	t.Run("many fields of every kind", func(t *testing.T) {
		is := is.New(t)
		tab := b.Open(t, site.URL("/form.html"))
		got := b.Get(t, map[string]any{"type": "fill_form", "tabId": tab, "fields": []any{
			field("name", "Ann"), field("bio", "two\nlines"), field("born", "2001-02-03"), field("secret", "s3cret"),
			field("colour", "Green"), field("agree", "true"), field("two", "true"), field("switch", "true"),
			field("rich", "new"), field("list", "Pear"), field("combo", "Rome"),
		}})
		is.Equal(values(got), []any{"Ann", "two\nlines", "2001-02-03", nil, "Green", "true", "true", "true", "new", "Pear", "Rome"})
		is.Equal(b.Get(t, map[string]any{"type": "evaluate", "tabId": tab, "expression": `return [name.value ?? document.getElementById('name').value, secret.value, colour.value, agree.checked, two.checked]`})["value"],
			[]any{"Ann", "s3cret", "g", true, true})
		is.Equal(site.Await(t, 1, e2e.Type("input", "name"))[0].Trusted, true)
		again := b.Get(t, map[string]any{"type": "fill_form", "tabId": tab, "fields": []any{field("name", ""), field("agree", "true"), field("colour", "Green")}})
		is.Equal(values(again), []any{nil, "true", "Green"})
	})

	t.Run("the first that fails ends it", func(t *testing.T) {
		is := is.New(t)
		tab := b.Open(t, site.URL("/form.html"))
		got := b.Get(t, map[string]any{"type": "fill_form", "tabId": tab, "fields": []any{field("name", "Ann"), field("shut", "x"), field("bio", "never")}})
		is.Equal(values(got), []any{"Ann", "failed"})
		b.Refused(t, "invalid_action", map[string]any{"type": "fill_form", "tabId": tab, "fields": []any{field("shut", "x")}})
		b.Refused(t, "element_not_found", map[string]any{"type": "fill_form", "tabId": tab, "fields": []any{field("nothing", "x")}})
		b.Refused(t, "invalid_action", map[string]any{"type": "fill_form", "tabId": tab, "fields": []any{field("agree", "maybe")}})
	})
}
