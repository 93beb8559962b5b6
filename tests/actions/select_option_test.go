package actions_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func specSelectOption(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/form.html"))
	for _, c := range []struct {
		name, selector string
		options        []string
		want           any
	}{
		{"by label", "#colour", []string{"Blue"}, "Blue"},
		{"by value", "#colour", []string{"g"}, "Green"},
		{"in other case", "#colour", []string{"RED"}, "Red"},
		{"several", "#sizes", []string{"S", "L"}, "S, L"},
		{"others instead", "#sizes", []string{"M"}, "M"},
		{"none of several", "#sizes", []string{}, nil},
		{"in a listbox", "#list", []string{"Apple"}, "Apple"},
		{"in a list that a press opens", "#combo", []string{"Oslo"}, "Oslo"},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			got := b.Get(t, map[string]any{"type": "select_option", "selector": c.selector, "options": c.options, "tabId": tab})
			is.Equal(values(got), []any{c.want})
		})
	}
	for _, c := range []struct {
		name, selector string
		options        []string
	}{
		{"what is not in the list", "#colour", []string{"Pink"}}, {"what is disabled", "#colour", []string{"Black"}},
		{"several where one can be chosen", "#colour", []string{"Red", "Blue"}}, {"what is no list", "#agree", []string{"x"}},
	} {
		t.Run("refuses "+c.name, func(t *testing.T) {
			b.Refused(t, "invalid_action", map[string]any{"type": "select_option", "selector": c.selector, "options": c.options, "tabId": tab})
		})
	}
	t.Run("the page hears of it once", func(t *testing.T) {
		is := is.New(t)
		site.Forget()
		b.Get(t, map[string]any{"type": "select_option", "selector": "#colour", "options": []string{"Green"}, "tabId": tab})
		b.Get(t, map[string]any{"type": "select_option", "selector": "#colour", "options": []string{"Green"}, "tabId": tab})
		settle(t, b, tab)
		is.Equal(len(site.Await(t, 1, e2e.Type("change", "colour"))), 1)
	})
}
