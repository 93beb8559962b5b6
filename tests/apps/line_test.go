package main

import (
	"regexp"
	"testing"

	"github.com/matryer/is"
)

func TestLines(t *testing.T) {
	for _, tt := range []struct {
		name, said string
		read       func(string) []line
		target     target
		loose      bool
		want       string
	}{
		{"bua shows a name", "---\ne0 textbox \"Name\" = \"a\"\ne4 button \"Delete\"\n", buaLines, want("button", "^Delete$"), false, "e4"},
		{"bua shows a hint", "e3 button \"(trash)\"\n", buaLines, want("button", "trash"), false, "e3"},
		{"bua shows a value alone", "e5 textbox = \"rich\"\n", buaLines, want("textbox", "rich"), false, "e5"},
		{"bua shows it in its row", "|Ada|[Edit e3]|\n|Bob|[Edit e4] [Mail e5](/mail/4)|\n", buaLines, want("link", "Mail"), false, "e5"},
		{"bua shows a button in its row", "|Ada|[Mail e3](/mail)|[Edit e4]|\n", buaLines, want("button|link", "^Edit$"), false, "e4"},
		{"bua shows its state below", "- [Edit e4]\n---\ne4 button disabled\n", buaLines, want("button", "^Edit$"), false, "e4"},
		{"bua shows a button below a cell of its name", "|[3 e3]|\n---\ne4 button \"3\"\n", buaLines, want("button", "^3$"), false, "e4"},
		{"bua's text is no element", "e4 is a square\n# button\n", buaLines, want("button", "square"), false, ""},
		{"peer shows a name", "  - button \"Say \\\"hi\\\"\" [ref=e9] [cursor=pointer]\n", peerLines, want("button", `^Say "hi"$`), false, "e9"},
		{"peer shows text in the line", "- generic [ref=e13]: rich\n", peerLines, want("generic", "rich"), false, "e13"},
		{"peer shows text below", "- listitem [ref=e11]:\n  - text: Milk\n", peerLines, want("text", "Milk"), false, "e11"},
		{"peer quotes a line", "- 'row \"a: b\" [ref=e3]':\n", peerLines, want("row", "^a: b$"), false, "e3"},
		{"peer names no role of ours", "- generic [ref=e1]: Go\n", peerLines, want("button", "Go"), false, ""},
		{"loosely the role is free", "- generic [ref=e1]: Go\n", peerLines, want("button", "Go"), true, "e1"},
		{"peer has a checkbox in a row", "- row \"Ada\" [ref=e1]:\n  - cell [ref=e2]:\n    - checkbox [ref=e3]\n- checkbox [ref=e4]\n", peerLines, want("checkbox", "Ada"), false, "e3"},
		{"peer has a field in a row without a name", "- row [ref=e1]:\n  - cell [ref=e2]:\n    - checkbox [ref=e3]\n  - link \"Bob\" [ref=e4]\n- row [ref=e5]:\n", peerLines, want("checkbox", "^Bob$"), false, "e3"},
		{"peer shows the glyph of an icon font", "- button \"\uf044 Compose\" [ref=e8]\n", peerLines, want("button", "^Compose$"), false, "e8"},
		{"peer shows no ref", "- row \"Ada\" [ref=e1]:\n  - button \"Go\" [disabled]\n", peerLines, want("button", "Go"), false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			is := is.New(t)
			got, _ := tt.target.pick(tt.read(tt.said), tt.loose)
			is.Equal(got.ref, tt.want)
		})
	}
}

func TestTarget_words(t *testing.T) {
	is := is.New(t)
	is.Equal(target{name: regexp.MustCompile(`(?i)^New entry\.$|^add$`)}.words(), "New entry")
	is.Equal(target{name: regexp.MustCompile(`^\w+ note$`)}.words(), "note")
}
