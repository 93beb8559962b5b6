package model

import "strings"

// lower makes the letters of ASCII small: names of models and codes have no others.
func lower(s string) string {
	return strings.Map(func(c rune) rune {
		if 'A' <= c && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}, s)
}

// alike reports whether two are the same but for capital letters.
func alike(a, b string) bool { return len(a) == len(b) && lower(a) == lower(b) }

// flat makes a slash a letter, for path.Match.
func flat(s string) string { return strings.ReplaceAll(s, "/", "\x00") }
