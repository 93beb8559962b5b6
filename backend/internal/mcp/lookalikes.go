package mcp

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
	if s, ok := lookAlike[r]; ok {
		return s
	}
	return unicode.ToLower(r)
}

// lookAlike is not meant to be complete: it has what renders alike in common
// fonts.
var lookAlike = map[rune]rune{
	'а': 'a', 'А': 'a', 'α': 'a', 'Α': 'a', 'ɑ': 'a', 'В': 'b', 'Β': 'b', 'с': 'c', 'С': 'c', 'ϲ': 'c', 'ԁ': 'd', 'ɗ': 'd',
	'е': 'e', 'Е': 'e', 'Ε': 'e', 'ѐ': 'e', 'ё': 'e', 'ɡ': 'g', 'һ': 'h', 'Н': 'h', 'Η': 'h', 'і': 'i', 'І': 'i', 'ı': 'i', 'Ι': 'i', 'ι': 'i',
	'ј': 'j', 'Ј': 'j', 'к': 'k', 'К': 'k', 'Κ': 'k', 'κ': 'k', 'ӏ': 'l', 'Ӏ': 'l', 'м': 'm', 'М': 'm', 'Μ': 'm', 'п': 'n', 'Ν': 'n', 'ո': 'n',
	'о': 'o', 'О': 'o', 'ο': 'o', 'Ο': 'o', 'օ': 'o', 'р': 'p', 'Р': 'p', 'ρ': 'p', 'Ρ': 'p', 'ԛ': 'q', 'г': 'r', 'ѕ': 's', 'Ѕ': 's',
	'т': 't', 'Т': 't', 'Τ': 't', 'τ': 't', 'υ': 'u', 'ս': 'u', 'ц': 'u', 'ν': 'v', 'ѵ': 'v', 'ԝ': 'w', 'ѡ': 'w', 'х': 'x', 'Х': 'x', 'Χ': 'x', 'χ': 'x',
	'у': 'y', 'У': 'y', 'Υ': 'y', 'γ': 'y', 'Ζ': 'z',
	'‹': '<', '〈': '<', '⟨': '<', '❮': '<', '❰': '<', '≺': '<', '˂': '<', '﹤': '<', 'ᐸ': '<', '𝈶': '<',
	'∕': '/', '⁄': '/', '╱': '/', '⧸': '/', '／': '/',
}
