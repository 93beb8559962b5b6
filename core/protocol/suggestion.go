package protocol

import (
	"strings"

	"github.com/zapvol/bua/core/scan"
)

// maxExcerpt is how many bytes of a value an error message repeats.
const maxExcerpt = 32

// truncate cuts s to what a message may repeat. It is not scan.Shorten: what is refused
// may be no UTF-8.
func truncate(s string) string {
	if len(s) <= maxExcerpt {
		return s
	}
	return strings.ToValidUTF8(s[:maxExcerpt], "") + "…"
}

// excerpt is s, clipped and quoted.
func excerpt(s string) string {
	q := scan.AppendQuote(nil, truncate(s))
	return string(q)
}

// contains reports whether word is one of the words, which are separated by
// spaces. Such lists are cut by hand: the functions of package strings that
// split and fold take functions, and whatever calls a function value is half
// as large again in the worker, because it might block.
func contains(words, word string) bool {
	for w := ""; words != ""; {
		if w, words, _ = strings.Cut(words, " "); w == word {
			return true
		}
	}
	return false
}

// either writes words as a choice: a, b or c.
func either(words string) string { return joined(words, " or ") }

// joined writes words as a list: commas, and between before the last.
func joined(words, between string) string {
	text, last := "", ""
	for words != "" {
		if text != "" {
			text += ", "
		}
		text += last
		last, words, _ = strings.Cut(words, " ")
	}
	if text != "" {
		text += between
	}
	return text + last
}

// unknownType says that a type is not one of the known ones, and which was
// probably meant.
func unknownType(got, known string) string {
	if near := nearest(got, known); near != "" {
		return excerpt(got) + " is unknown: did you mean " + near + "?"
	}
	return excerpt(got) + " is unknown: it must be " + either(known)
}

// nearest returns the word that is one or two slips away from got, "" when
// none is.
func nearest(got, words string) string {
	best, found := 3, ""
	for w := ""; words != ""; {
		w, words, _ = strings.Cut(words, " ")
		if d := distance(got, w); d < best {
			best, found = d, w
		}
	}
	return found
}

// distance counts the letters to insert, remove or replace between a and b,
// which is written small, whatever the case of a. It gives up at three.
func distance(a, b string) int {
	if len(a) > len(b)+2 || len(b) > len(a)+2 {
		return 3
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		letter := a[i]
		if letter >= 'A' && letter <= 'Z' {
			letter += 'a' - 'A'
		}
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			next := diagonal
			if letter != b[j] {
				next = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}
