package page_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

func (a answer) names() string {
	var out []string
	for _, e := range a.Elements {
		out = append(out, e.Name)
	}
	return strings.Join(out, ", ")
}

// Words are ranked: what has more of them comes first, what has none is left out.
func TestQuery_ranked(t *testing.T) {
	p := html(t, `<main><h2>Bills</h2><p>Nothing of it here</p><h2>Orders</h2><p>An order came</p><h2>Paid</h2><p>The order of June was paid</p>
<button>Save</button><button>Save draft</button><button>Leave</button></main>`)
	for name, row := range map[string]struct {
		asked              args
		elements, markdown string
	}{
		"most first":              {args{"query": "save draft now"}, "Save draft, Save", ""},
		"all the words, no fewer": {args{"query": "save draft"}, "Save draft", ""},
		"passages":                {args{"query": "order june zebra"}, "", "## Paid\n\nThe order of June was paid\n\n## Orders\n\nAn order came"},
		"in find":                 {args{"query": "save draft now", "seek": true}, "Save draft, Save", ""},
		"texts in find":           {args{"query": "order june zebra", "seek": true}, "The order of June was paid, Orders, An order came", ""},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			a := p.extract(row.asked)
			if row.elements != "" {
				is.Equal(a.names(), row.elements)
			}
			if row.markdown != "" {
				is.Equal(a.Markdown, row.markdown)
			}
			is.Equal(strings.Contains(a.Truncated, "nothing has all the words"), row.asked["query"] != "save draft")
		})
	}
}
