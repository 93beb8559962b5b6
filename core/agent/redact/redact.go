package redact

import "strings"

// What stands for what was taken out.
const (
	Secret   = "[secret]"
	Key      = "[key]"
	Card     = "[card]"
	Password = "[password]"
	Token    = "[token]"
)

// Text is s without what may not stand in it. Known are values that are secret
// though nothing shows it: of stored secrets, of what was typed into a password's
// field. Those of less than four bytes are left alone, since they would be found
// everywhere.
func Text(s string, known ...string) string {
	for _, v := range longest(known) {
		s = value(s, v)
	}
	s = blocks(s)
	s = addresses(s)
	s = keys(s)
	s = labelled(s)
	return cards(s)
}

// longest is the values with the longest first: one may hold another.
func longest(list []string) []string {
	out := append([]string(nil), list...)
	for i := range out {
		for j := i; j > 0 && len(out[j]) > len(out[j-1]); j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}

// shortest is the least length of a value that is looked for.
const shortest = 4

// value takes out a value as it is and as addresses spell it.
func value(s, v string) string {
	if len(v) < shortest || strings.Contains(Secret+Key+Card+Password+Token, v) {
		return s
	}
	s = strings.ReplaceAll(s, v, Secret)
	for _, plus := range []bool{false, true} {
		if e := escape(v, plus); e != v {
			s = strings.ReplaceAll(s, e, Secret)
			s = strings.ReplaceAll(s, lower(e), Secret)
		}
	}
	return s
}

const hex = "0123456789ABCDEF"

// escape spells a value as an address does; a form spells a space as a plus.
func escape(v string, plus bool) string {
	var b strings.Builder
	for i := range len(v) {
		switch c := v[i]; {
		case word(c), c == '-', c == '.', c == '~':
			b.WriteByte(c)
		case c == ' ' && plus:
			b.WriteByte('+')
		default:
			b.WriteString("%" + string(hex[c>>4]) + string(hex[c&15]))
		}
	}
	return b.String()
}

// lower writes the escapes of a text in small letters.
func lower(s string) string {
	out := []byte(s)
	for i := 0; i+2 < len(out); i++ {
		if out[i] == '%' {
			copy(out[i:i+3], strings.ToLower(s[i:i+3]))
		}
	}
	return string(out)
}

// blocks takes out private keys that are written as blocks.
func blocks(s string) string {
	const begin, end = "-----BEGIN ", "-----END "
	for from := 0; ; {
		i := strings.Index(s[from:], begin)
		if i < 0 {
			return s
		}
		i += from
		from = i + len(begin)
		head := strings.Index(s[from:], "-----")
		if head < 0 || head > 60 || !strings.Contains(s[from:from+head], "PRIVATE KEY") {
			continue
		}
		stop := len(s)
		if j := strings.Index(s[from:], end); j >= 0 {
			stop = from + j + len(end)
			if k := strings.Index(s[stop:], "-----"); k >= 0 && k <= 60 {
				stop += k + 5
			}
		}
		s = s[:i] + Key + s[stop:]
		from = i + len(Key)
	}
}

// word reports whether a byte belongs to a name.
func word(c byte) bool { return digit(c) || letter(c) || c == '_' }

func digit(c byte) bool { return c >= '0' && c <= '9' }

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
