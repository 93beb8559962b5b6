package model

import "strings"

// The functions here do what some of package strings do. Those take functions, calls of
// which cost all that is above them much room in the extension's program.

// lower makes the letters of ASCII small: names of models and codes have no others.
func lower(s string) string {
	out := []byte(s)
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return string(out)
}

// alike reports whether two are the same but for capital letters.
func alike(a, b string) bool { return len(a) == len(b) && lower(a) == lower(b) }

// flat makes a slash a letter, for path.Match.
func flat(s string) string { return strings.ReplaceAll(s, "/", "\x00") }

// blank reports whether there is nothing to be seen in a text.
func blank(s string) bool {
	for _, c := range s {
		if !space(c) {
			return false
		}
	}
	return true
}

// space reports whether a character is white space, as Unicode says.
func space(c rune) bool {
	switch c {
	case ' ', '\t', '\n', '\v', '\f', '\r', 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000:
		return true
	}
	return 0x2000 <= c && c <= 0x200a
}

// control reports whether a byte of ASCII is none that can be seen.
func control(c byte) bool { return c <= ' ' || c == 0x7f }

// line is a text in one line of at most so many characters.
func line(text string, most int) string {
	var out strings.Builder
	gap, n := false, 0
	for _, c := range text {
		if c < ' ' || 0x7f <= c && c <= 0x9f || space(c) {
			gap = true
			continue
		}
		if gap && n > 0 {
			out.WriteByte(' ')
			n++
		}
		if gap = false; n >= most {
			out.WriteString("…")
			break
		}
		out.WriteRune(c)
		n++
	}
	return out.String()
}

// sorted are the names of a map in order. They are few.
func sorted[T any](of map[string]T) []string {
	list := make([]string, 0, len(of))
	for name := range of {
		list = append(list, name)
		for i := len(list) - 1; i > 0 && list[i] < list[i-1]; i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
	}
	return list
}
