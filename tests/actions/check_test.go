package actions_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

func specCheck(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	tab := b.Open(t, site.URL("/form.html"))
	check := func(selector string, on bool) any {
		return values(b.Get(t, map[string]any{"type": "check", "selector": selector, "checked": on, "tabId": tab}))[0]
	}
	for _, selector := range []string{"#agree", "#switch"} {
		is.Equal(check(selector, true), "true")
		is.Equal(check(selector, true), "true") // stays
		is.Equal(check(selector, false), "false")
	}
	is.Equal(check("#one", true), "true")
	is.Equal(check("#two", true), "true")
	site.Forget()
	is.Equal(check("#agree", true), "true")
	is.Equal(site.Await(t, 1, e2e.Type("change", "agree"))[0].Trusted, true)
	b.Refused(t, "invalid_action", map[string]any{"type": "check", "selector": "#shut", "checked": true, "tabId": tab})
}
