package scan

import "unicode/utf8"

const hex = "0123456789abcdef"

// AppendQuote appends s as a JSON string. Bytes that are no UTF-8 become
// U+FFFD.
func AppendQuote(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := 0; i < len(s); {
		b := s[i]
		if b >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			dst = utf8.AppendRune(dst, r)
			i += n
			continue
		}
		i++
		switch {
		case b == '"' || b == '\\':
			dst = append(dst, '\\', b)
		case b >= ' ':
			dst = append(dst, b)
		case b == '\n':
			dst = append(dst, '\\', 'n')
		case b == '\r':
			dst = append(dst, '\\', 'r')
		case b == '\t':
			dst = append(dst, '\\', 't')
		case b == '\b':
			dst = append(dst, '\\', 'b')
		case b == '\f':
			dst = append(dst, '\\', 'f')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hex[b>>4], hex[b&15])
		}
	}
	return append(dst, '"')
}

// Unquote returns the text of a JSON string that [Check] passed, quotes
// included in lit. Without an escape the bytes share memory with lit. It stays
// inside lit whatever lit is.
func Unquote(lit []byte) []byte {
	if len(lit) < 2 {
		return nil
	}
	lit = lit[1 : len(lit)-1]
	first := 0
	for first < len(lit) && lit[first] != '\\' {
		first++
	}
	if first == len(lit) {
		return lit
	}
	out := append(make([]byte, 0, len(lit)), lit[:first]...)
	for i := first; i < len(lit); {
		b := lit[i]
		if b != '\\' || i+1 == len(lit) {
			out = append(out, b)
			i++
			continue
		}
		switch b = lit[i+1]; b {
		case 'n':
			b = '\n'
		case 'r':
			b = '\r'
		case 't':
			b = '\t'
		case 'b':
			b = '\b'
		case 'f':
			b = '\f'
		case 'u':
			r, n := escaped(lit[i:])
			out = utf8.AppendRune(out, r)
			i += n
			continue
		}
		out = append(out, b)
		i += 2
	}
	return out
}

// escaped reads a \uXXXX, or two that are one character, and says how many
// bytes it took.
func escaped(b []byte) (r rune, n int) {
	r, f := unit(b)
	if f != Fine {
		return utf8.RuneError, min(len(b), 2)
	}
	if r < 0xD800 || r > 0xDBFF {
		return r, 6
	}
	if low, f := unit(b[6:]); f == Fine && 0xDC00 <= low && low <= 0xDFFF {
		return (r-0xD800)<<10 + (low - 0xDC00) + 0x10000, 12
	}
	return utf8.RuneError, 6
}
