package tell

import (
	"strings"
	"testing"

	"github.com/matryer/is"
)

// The short ways say what the long ones say.
func TestShortWays(t *testing.T) {
	is := is.New(t)
	for _, s := range []string{
		"", " ", "a", "a b", " a", "a ", "a  b", "a\tb", "a\nb", "\u00a0a", "a\u00a0b", "é", "a\x7fb", "a\x00b", "\xff", "a\u200bb", "a b c d", "\n", "x\u2028y", "~ !",
	} {
		is.Equal(line(s, 100), strings.Join(strings.Fields(s), " ")) // one line
		if plain(s) {
			is.Equal(strings.IndexFunc(s, hidden), -1)    // nothing hidden in plain text
			is.Equal(strings.ToValidUTF8(s, "\uFFFD"), s) // nothing to mend
		}
	}
	list := []string{"ab", "abc", "b ", "忽略"}
	for _, s := range []string{"", "a", "xab", "b", "xb ", "忽", "x忽略", "ba", "cab"} {
		want := false
		for _, sign := range list {
			want = want || strings.Contains(s, sign)
		}
		is.Equal(newSigns(list...).in(s), want)
	}
}
