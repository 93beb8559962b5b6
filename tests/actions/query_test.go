package actions_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specQuery: what is asked for by words is ranked, and nothing is said in plain words, with how far was looked.
func specQuery(t *testing.T, b *e2e.Product, site *e2e.Site) {
	tab := b.Open(t, site.URL("/seek.html"))
	for _, row := range []struct{ kind, query, says string }{
		{"extract", "zebra", "nothing matches the query; the whole page was looked through"},
		{"find", "zebra", "nothing matches: the whole page was looked through; use other words, or extract"},
		{"extract", "sitemap", "nothing matches the query but in navigation, a footer or an overlay"},
		{"extract", "oat zebra", "nothing has all the words: what has most of them comes first"},
		{"find", "oat zebra", "nothing has all the words: what has most of them comes first"},
	} {
		t.Run(row.kind+" "+row.query, func(t *testing.T) {
			is := is.New(t)
			said := b.Try(t, map[string]any{"type": row.kind, "query": row.query, "tabId": tab}).Text
			is.True(strings.Contains(said, row.says))
			is.Equal(strings.Contains(said, "Buy oat milk"), row.query == "oat zebra")
		})
	}
}
