package scan_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/scan"
)

func TestClip(t *testing.T) {
	for _, row := range []struct {
		sentence, text string
		n              int
		clip, shorten  string
	}{
		{"what fits stays whole", "tea", 3, "tea", "tea"},
		{"a text ends at the bound", "teas", 3, "tea", "tea…"},
		{"half a character goes", "añb", 2, "a", "a…"},
		{"a character that ends at the bound stays", "añb", 3, "añ", "añ…"},
		{"one of four bytes goes", "a😀", 4, "a", "a…"},
		{"nothing is left of one that does not fit", "😀", 3, "", "…"},
		{"no room is none", "tea", 0, "", "…"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			is := is.New(t)
			is.Equal(scan.Clip(row.text, row.n), row.clip)
			is.Equal(scan.Shorten(row.text, row.n), row.shorten)
		})
	}
}
