package actions_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specRefs: of equal buttons in a table each is told in its row, can be pressed, and is
// compared; a field's text is told as it is.
func specRefs(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	tab := b.Open(t, site.URL("/refs.html"))
	said := b.Try(t, map[string]any{"type": "extract", "tabId": tab}).Text
	row := regexp.MustCompile(`\|Order 7\|\[Edit (e\d+)\]\|`).FindStringSubmatch(said)
	is.True(row != nil)
	is.True(!strings.Contains(said, row[1]+" button"))                          // no second line
	is.True(regexp.MustCompile(`(?m)^e\d+ button disabled$`).MatchString(said)) // but for a state
	is.True(strings.Contains(said, ` textbox "Note" = "one\n  two"`))
	b.Get(t, map[string]any{"type": "click", "uid": row[1], "tabId": tab})
	site.Await(t, 1, says("Order 7"))
	said = b.Try(t, map[string]any{"type": "extract", "since": "last", "tabId": tab}).Text
	is.True(strings.Contains(said, "+ |Order 7|[Saved "+row[1]+"]|"))
	is.True(strings.Contains(said, "- |Order 7|Edit|"))
}
