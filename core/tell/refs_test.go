package tell

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// TestReferences: an element that stands with its uid in the markdown needs a line only
// where it holds something or has changed, and then without the name.
func TestReferences(t *testing.T) {
	const table = "|Order 7|[Edit e1]|[Bill e2](/bill/7)|\n"
	edit := protocol.Element{UID: "e1", Role: "button", Name: "Edit"}
	bill := protocol.Element{UID: "e2", Role: "link", Name: "Bill", Href: "https://a.b/bill/7"}
	off, other := edit, protocol.Element{UID: "e12", Role: "link", Name: "Help", Href: "https://a.b/help"}
	off.State = []string{"disabled"}
	for _, row := range []struct {
		name, want string
		r          protocol.ExtractResult
	}{
		{"no line", table, protocol.ExtractResult{Markdown: table, Elements: []protocol.Element{edit, bill}}},
		{"a state", table + "---\ne1 button disabled\n", protocol.ExtractResult{Markdown: table, Elements: []protocol.Element{off, bill}}},
		{"another uid", table + "---\ne12 link \"Help\" -> https://a.b/help\n", protocol.ExtractResult{Markdown: table, Elements: []protocol.Element{edit, bill, other}}},
		{"a link in a sentence", "https://a.b/ \"\"\nRead [Help](/help)\n---\ne12 link \"Help\"\n", protocol.ExtractResult{URL: "https://a.b/", Markdown: "Read [Help](/help)", Elements: []protocol.Element{other}}},
		{"changed", "+ |Order 7|[Edit e1]|\n---\n~ e1 button \"Edit\"\n", protocol.ExtractResult{Markdown: "+ |Order 7|[Edit e1]|", Elements: []protocol.Element{edit}, Changes: &protocol.Changes{Changed: []string{"e1"}}}},
		{"added", "+ |Order 7|[Edit e1]|\n", protocol.ExtractResult{Markdown: "+ |Order 7|[Edit e1]|", Elements: []protocol.Element{edit}, Changes: &protocol.Changes{Added: []string{"e1"}}}},
		{"the rest of a line that has it", "Edit\n" + table, protocol.ExtractResult{Markdown: "Edit\n" + table, Elements: []protocol.Element{edit, bill}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			is.New(t).Equal(New(func() string { return "NONCE" }).Result(row.r), "<untrusted NONCE>\n"+row.want+"</untrusted NONCE>")
		})
	}
}

// TestExact: what a field holds can be copied out as it is.
func TestExact(t *testing.T) {
	is := is.New(t)
	r := protocol.ExtractResult{Elements: []protocol.Element{
		{UID: "e1", Role: "textbox", Name: "Note", Value: "one\n\n  \"two\" \\ three", Length: 500},
		{UID: "e2", Role: "combobox", Name: "Part", Options: []string{"", "All", "  One"}},
	}}
	is.Equal(New(func() string { return "NONCE" }).Result(r), "<untrusted NONCE>\ne1 textbox \"Note\" = \"one\\n\\n  \\\"two\\\" \\\\ three\" of 500 characters: extract with selector e1\ne2 combobox \"Part\" options: (empty) | All |   One\n</untrusted NONCE>")
}
