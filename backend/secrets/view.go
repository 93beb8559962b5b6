package secrets

import (
	"bytes"
	"html"
	"unicode"
	"unicode/utf8"
)

// The letters of Latin script with accents, from U+00C0 and from U+1E00, as what
// they are without; a dot for what is none.
const (
	accented  = "aaaaaa.ceeeeiiii.nooooo..uuuuy..aaaaaa.ceeeeiiii.nooooo..uuuuy.yaaaaaaccccccccdd..eeeeeeeeeegggggggghh..iiiiiiiii...jjkk.llllll....nnnnnn...oooooo..rrrrrrsssssssstttt..uuuuuuuuuuuuwwyyyzzzzzz.................................oo.............uu............................aaiioouuuuuuuuuu.aaaa....ggkkoooo..j...gg..nnaa....aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............................"
	accented2 = "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy......aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......"
)

// fold leaves out what does not show or may be put in without changing what is
// read: white space, +, accents, controls, invisible characters. Letters become
// lower case.
func fold(from view) view {
	d := newDraft(from)
	for i := 0; i < len(from.b); {
		at := from.start(i)
		if c := from.b[i]; c < utf8.RuneSelf {
			i++
			switch {
			case 'A' <= c && c <= 'Z':
				d.put(c+'a'-'A', at)
			case c > ' ' && c != '+' && c != 0x7F:
				d.put(c, at)
			}
			continue
		}
		r, n := utf8.DecodeRune(from.b[i:])
		switch {
		case r == utf8.RuneError && n == 1: // of Latin-1
			d.put(from.b[i], at)
		case r >= 0xC0 && int(r)-0xC0 < len(accented) && accented[r-0xC0] != '.':
			d.put(accented[r-0xC0], at)
		case r >= 0x1E00 && int(r)-0x1E00 < len(accented2) && accented2[r-0x1E00] != '.':
			d.put(accented2[r-0x1E00], at)
		case unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Mn, unicode.Cc):
		default:
			d.rune(unicode.ToLower(r), at)
		}
		i += n
	}
	return d.done(from)
}

// decode undoes one encoding: percent signs, entities, backslashes. Its bytes are
// nil when there was nothing to undo.
func decode(from view) view {
	if !bytes.ContainsAny(from.b, "%&\\") {
		return view{}
	}
	d := newDraft(from)
	undone := false
	for i := 0; i < len(from.b); {
		at := from.start(i)
		r, n := encoded(from.b[i:])
		switch {
		case n == 0:
			d.put(from.b[i], at)
			i++
			continue
		case r < 0: // a byte
			d.put(byte(-r), at)
		default:
			d.rune(r, at)
		}
		undone = true
		i += n
	}
	if !undone {
		return view{}
	}
	return d.done(from)
}

// encoded reads what stands for a character, or, below zero, for a byte, and says
// how many bytes it took; 0 when it stands for itself.
func encoded(b []byte) (r rune, n int) {
	switch b[0] {
	case '%':
		if r, ok := digits(b, 1, 2); ok {
			return -r, 3
		}
		if len(b) > 1 && b[1] == 'u' {
			return unit(b)
		}
	case '&':
		end := 1
		for end < len(b) && end < 32 && (b[end] == '#' || b[end] < utf8.RuneSelf && unicode.In(rune(b[end]), unicode.L, unicode.Nd)) {
			end++
		}
		if end == len(b) || b[end] != ';' {
			return 0, 0
		}
		end++
		text := html.UnescapeString(string(b[:end]))
		if r, size := utf8.DecodeRuneInString(text); size == len(text) {
			return r, end
		}
	case '\\':
		if len(b) < 2 {
			return 0, 0
		}
		if b[1] == '&' {
			if _, n := encoded(b[1:]); n > 0 {
				return 0, 0 // that first
			}
		}
		switch c := b[1]; {
		case c == 'u' && len(b) > 2 && b[2] == '{':
			end := bytes.IndexByte(b[:min(len(b), 12)], '}')
			if end > 3 {
				if r, ok := digits(b, 3, end-3); ok {
					return r, end + 1
				}
			}
		case c == 'u':
			return unit(b)
		case c == 'x':
			if r, ok := digits(b, 2, 2); ok {
				return r, 4
			}
		case c == 'n' || c == 'r' || c == 't' || c == 'b' || c == 'f' || c == 'v' || c == '0':
			return ' ', 2
		case c > ' ' && c < utf8.RuneSelf && !unicode.In(rune(c), unicode.L, unicode.Nd):
			return rune(c), 2
		}
	}
	return 0, 0
}

// unit reads \uXXXX or %uXXXX, or two that are one character.
func unit(b []byte) (r rune, n int) {
	r, ok := digits(b, 2, 4)
	if !ok {
		return 0, 0
	}
	if r >= 0xD800 && r < 0xDC00 && len(b) >= 12 && b[6] == b[0] && b[7] == 'u' {
		if low, ok := digits(b, 8, 4); ok && low >= 0xDC00 && low < 0xE000 {
			return (r-0xD800)<<10 + low - 0xDC00 + 0x10000, 12
		}
	}
	return r, 6
}

// digits reads n hex digits.
func digits(b []byte, from, n int) (r rune, ok bool) {
	if len(b) < from+n || n > 6 {
		return 0, false
	}
	for _, c := range b[from : from+n] {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}
