package tell

import (
	"strings"
	"unicode/utf8"
)

// word is what our markers begin with.
const word = "untrusted"

// breakMarkers alters whatever a careless reader could take for one of our
// markers, and reports whether there was any.
func breakMarkers(s string) (string, bool) {
	var b strings.Builder
	done := 0
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf && c != '<' && c != '&' {
			i++
			continue
		}
		n := opening(s[i:])
		if n == 0 || !begins(s[i+n:]) {
			_, size := utf8.DecodeRuneInString(s[i:])
			i += max(n, size)
			continue
		}
		b.WriteString(s[done:i] + "‹")
		i += n
		done = i
	}
	if done == 0 {
		return s, false
	}
	return b.String() + s[done:], true
}

// opening returns how many bytes at the beginning of s look like <.
func opening(s string) int {
	if s[0] != '&' {
		r, n := utf8.DecodeRuneInString(s)
		if fold(r) != '<' {
			return 0
		}
		return n
	}
	for _, entity := range []string{"&lt;", "&LT;", "&#60;", "&#x3c;", "&#x3C;"} {
		if strings.HasPrefix(s, entity) {
			return len(entity)
		}
	}
	return 0
}

// begins reports whether s reads like the rest of a marker: slashes and space,
// then the word, with whatever has no look in between.
func begins(s string) bool {
	at := 0
	for i, r := range s {
		if i > 200 {
			return false // nobody reads that as one
		}
		switch f := fold(r); {
		case f == 0:
		case at == 0 && (f == '/' || f == '\\' || f == ' ' || f == '\t' || f == '\n'):
		case f == rune(word[at]):
			if at++; at == len(word) {
				return true
			}
		case at > 0 && (f == '-' || f == '_' || f == ' '): // un-trusted, u n t r u s t e d
		default:
			return false
		}
	}
	return false
}
