package actions_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/tests/e2e"
)

// specSeek: find looks through all that shows, gives a reference to the text's own element, and
// tells what dragging, double clicks and hovering would do there.
func specSeek(t *testing.T, b *e2e.Product, site *e2e.Site) {
	s := (&stage{b, site, 0}).show(t, "/seek.html")
	find := func(t *testing.T, query string) []any {
		t.Helper()
		return b.Get(t, s.act(t, "find: "+query))["elements"].([]any)
	}
	first := func(t *testing.T, query string) map[string]any {
		t.Helper()
		list := find(t, query)
		if len(list) == 0 {
			t.Fatalf("%q is not found", query)
		}
		return list[0].(map[string]any)
	}
	on := func(kind string, e map[string]any) string { return kind + ` {"uid":"` + e["uid"].(string) + `"}` }
	for _, r := range []struct {
		query, role, name string
		state, hover      any
	}{
		{"rename twice", "paragraph", "Rename me twice", nil, nil},
		{"amount 42", "cell", "Amount 42", nil, nil},
		{"oat milk", "generic", "Buy oat milk", nil, "Delete"},
		{"pineapple", "listitem", "Pineapple \"gold\"", nil, nil},
		{"volume handle", "generic", "Volume handle", nil, nil},
		{"draggable nine", "generic", "Task nine", "draggable", nil},
		{"items left", "generic", "3 items left", nil, nil},
		{"axis label", "generic", "Axis label", nil, nil},
		{"column edge", "", "", "draggable", nil}, {"card eleven", "", "", "draggable", nil}, {"rename by double", "", "", "double-click", nil},
		{"archive", "", "", nil, "Archive card"}, {"roadmap", "", "", nil, "Archive card"},
	} {
		run(t, r.query, func(t *testing.T, is asserts) {
			list := find(t, r.query)
			e := list[0].(map[string]any)
			if r.role != "" {
				is.Equal(len(list), 1) // the innermost alone
				is.Equal([]any{e["role"], e["name"]}, []any{r.role, r.name})
				s.do(t, on("click", e))
			}
			if r.state != nil {
				is.Equal(e["state"], []any{r.state})
				is.True(strings.Contains(b.Try(t, s.act(t, "find: "+r.query)).Text, r.state.(string)))
			}
			is.Equal(e["hover"], r.hover)
		})
	}
	run(t, "nothing that is hidden, and nothing more in a reading", func(t *testing.T, is asserts) {
		is.Equal(len(find(t, "secretly hidden")), 0)
		is.True(len(find(t, "rename pineapple")) > 1) // in no one element
		is.Equal(len(b.Extract(t, s.tab, nil).Elements), 1)
		is.Equal(b.Get(t, s.act(t, "find: say"))["markdown"], nil) // no text of the page
	})
	run(t, "acts on it", func(t *testing.T, is asserts) {
		site.Forget()
		s.do(t, strings.Replace(on("click", first(t, "rename twice")), "}", `,"count":2}`, 1))
		site.Await(t, 1, says("twice"))
		is.True(strings.Contains(b.Try(t, s.act(t, "find: oat milk")).Text, "hover for: Delete"))
		s.do(t, on("hover", first(t, "delete")))
		button := first(t, "delete") // which the hovering has brought
		is.Equal(button["role"], "button")
		s.do(t, on("click", button))
		site.Await(t, 1, says("deleted"))
	})
	run(t, "what is shown can be looked for", func(t *testing.T, is asserts) {
		is.True(strings.Contains(b.Try(t, s.act(t, "find: say")).Text, `"Say 'hi'"`))
		for _, query := range []string{`Say 'hi'`, `"Say 'hi'"`, `Say "hi"`} {
			is.Equal(first(t, query)["role"], "button")
		}
	})
	const most = "nothing has all the words: what has most of them comes first"
	s.rows(t,
		row{name: "a reading that finds nothing", do: "extract: zebra", says: "nothing matches the query; the whole page was looked through"},
		row{name: "a search that does", do: "find: zebra", says: "nothing matches: the whole page was looked through; use other words, or extract"},
		row{name: "a word of the navigation", do: "extract: sitemap", says: "nothing matches the query but in navigation, a footer or an overlay"},
		row{name: "a reading that finds less", do: "extract: oat zebra", says: most},
		row{name: "a search that does so", do: "find: oat zebra", says: most},
	)
}

// says matches what a page has told in so many words.
func says(detail string) func(e2e.PageEvent) bool {
	return func(h e2e.PageEvent) bool { return h.Type == "said" && h.Detail == detail }
}

// specRefs: of equal buttons in a table each is told in its row, can be pressed, and is
// compared; a field's text is told as it is.
func specRefs(t *testing.T, b *e2e.Product, site *e2e.Site) {
	is := is.New(t)
	s := (&stage{b, site, 0}).show(t, "/refs.html")
	said := b.Try(t, s.act(t, "extract")).Text
	row := regexp.MustCompile(`\|Order 7\|\[Edit (e\d+)\]\|`).FindStringSubmatch(said)
	is.True(row != nil)
	is.True(!strings.Contains(said, row[1]+" button"))                          // no second line
	is.True(regexp.MustCompile(`(?m)^e\d+ button disabled$`).MatchString(said)) // but for a state
	is.True(strings.Contains(said, ` textbox "Note" = "one\n  two"`))
	s.do(t, `click {"uid":"`+row[1]+`"}`)
	site.Await(t, 1, says("Order 7"))
	said = b.Try(t, s.act(t, `extract {"since":"last"}`)).Text
	is.True(strings.Contains(said, "+ |Order 7|[Saved "+row[1]+"]|") && strings.Contains(said, "- |Order 7|Edit|"))
}
