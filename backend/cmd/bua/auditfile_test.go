package main

import (
	"testing"

	"github.com/matryer/is"
)

// A name that a stranger has chosen is no formula to whichever spreadsheet opens
// the table.
func TestCell(t *testing.T) {
	for _, row := range []struct{ name, want string }{
		{"", ""}, {"an agent", "an agent"}, {"a=b", "a=b"}, {"'quoted", "'quoted"}, {"ü", "ü"},
		{"=1+1", "'=1+1"}, {"+1", "'+1"}, {"-1", "'-1"}, {"@a", "'@a"}, {"\t=1", "'\t=1"}, {"\r=1", "'\r=1"}, {"\n=1", "'\n=1"},
		{"＝1", "'＝1"}, {"＋1", "'＋1"}, {"－1", "'－1"}, {"＠a", "'＠a"},
	} {
		is.New(t).Equal(cell(row.name), row.want)
	}
}
