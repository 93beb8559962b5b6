package tell

import "unicode"

// fold maps a rune to what a careless reader takes it for: small Latin letters
// for their look-alikes in other scripts and styles, < and / for what resembles
// them, 0 for what has no look of its own.
func fold(r rune) rune {
	switch {
	case r < 0x80:
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	case hidden(r), r == 0x200c, r == 0x200d, r >= 0xfe00 && r <= 0xfe0f, unicode.Is(unicode.Mn, r):
		return 0
	case r >= 0xff01 && r <= 0xff5e: // full width
		return fold(r - 0xfee0)
	case r >= 0x1d400 && r <= 0x1d6a3: // mathematical letters: 13 styles of 26 capital and 26 small
		return 'a' + (r-0x1d400)%26
	case r >= 0x24b6 && r <= 0x24e9: // circled
		return 'a' + (r-0x24b6)%26
	case unicode.IsSpace(r):
		return ' '
	}
	if s := lookAlike(r); s != 0 {
		return s
	}
	return unicode.ToLower(r)
}

// lookAlike is what a rune renders like in common fonts, 0 for none. It is not
// meant to be complete.
func lookAlike(r rune) rune {
	switch r {
	case 'а', 'А', 'α', 'Α', 'ɑ':
		return 'a'
	case 'В', 'Β':
		return 'b'
	case 'с', 'С', 'ϲ':
		return 'c'
	case 'ԁ', 'ɗ':
		return 'd'
	case 'е', 'Е', 'Ε', 'ѐ', 'ё':
		return 'e'
	case 'ɡ':
		return 'g'
	case 'һ', 'Н', 'Η':
		return 'h'
	case 'і', 'І', 'ı', 'Ι', 'ι':
		return 'i'
	case 'ј', 'Ј':
		return 'j'
	case 'к', 'К', 'Κ', 'κ':
		return 'k'
	case 'ӏ', 'Ӏ':
		return 'l'
	case 'м', 'М', 'Μ':
		return 'm'
	case 'п', 'Ν', 'ո':
		return 'n'
	case 'о', 'О', 'ο', 'Ο', 'օ':
		return 'o'
	case 'р', 'Р', 'ρ', 'Ρ':
		return 'p'
	case 'ԛ':
		return 'q'
	case 'г':
		return 'r'
	case 'ѕ', 'Ѕ':
		return 's'
	case 'т', 'Т', 'Τ', 'τ':
		return 't'
	case 'υ', 'ս', 'ц':
		return 'u'
	case 'ν', 'ѵ':
		return 'v'
	case 'ԝ', 'ѡ':
		return 'w'
	case 'х', 'Х', 'Χ', 'χ':
		return 'x'
	case 'у', 'У', 'Υ', 'γ':
		return 'y'
	case 'Ζ':
		return 'z'
	case '‹', '〈', '⟨', '❮', '❰', '≺', '˂', '﹤', 'ᐸ', '𝈶':
		return '<'
	case '∕', '⁄', '╱', '⧸', '／':
		return '/'
	}
	return 0
}
