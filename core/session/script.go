package session

import "strings"

// mapRune maps one character of a host as UTS #46 (non-transitional) does; 0
// drops it. The full table has thousands of rows and has no room in the
// worker, so only the scripts listed here are mapped, each of them free of
// combining marks, where mapping one character at a time is exact. Everything else answers false: the caller refuses, it never
// guesses. URLs that a browser reports are ASCII already.
func mapRune(r rune) (rune, bool) {
	switch {
	case r < 0x80:
		return mapASCII(r)
	case r == 0xAD, r == 0x200B, r == 0x2060, r == 0xFEFF, in(r, 0xFE00, 0xFE0F):
		return 0, true // invisible
	case r == 0x3002, r == 0xFF0E, r == 0xFF61:
		return '.', true // ideographic full stops
	case in(r, 0xFF01, 0xFF5E):
		return mapASCII(r - 0xFEE0) // full-width ASCII
	case r < 0x180:
		return mapLatin(r)
	case in(r, 0x386, 0x3CE):
		return mapGreek(r)
	case in(r, 0x400, 0x45F), r == 0x490, r == 0x491:
		return mapCyrillic(r)
	case in(r, 0x3041, 0x3096), in(r, 0x30A1, 0x30FA), r == 0x30FC, r == 0x3005, // kana
		in(r, 0x3400, 0x4DBF), in(r, 0x4E00, 0x9FFF), // han
		in(r, 0xAC00, 0xD7A3), // hangul
		rightToLeft(r):
		return r, true
	}
	return 0, false
}

// rightToLeft reports a Hebrew, Arabic or Persian letter.
func rightToLeft(r rune) bool {
	switch r {
	case 0x67E, 0x686, 0x698, 0x6A9, 0x6AF, 0x6CC:
		return true
	}
	return in(r, 0x5D0, 0x5EA) || in(r, 0x620, 0x63A) || in(r, 0x641, 0x64A)
}

// oneWay reports whether the labels keep the rule of bidirectional hosts, in
// its simple cases: when one label is written from right to left, all its
// characters are letters of such a script, and every other label begins with a
// letter, ends with a letter or a digit, and is not xn-- of something unseen.
func oneWay(labels []string) bool {
	mixed := false
	for _, label := range labels {
		mixed = mixed || strings.ContainsFunc(label, rightToLeft)
	}
	for i, label := range labels {
		left := strings.IndexFunc(label, func(r rune) bool { return !rightToLeft(r) })
		switch {
		case !mixed, left < 0, label == "" && i == len(labels)-1:
		case strings.ContainsFunc(label, rightToLeft), strings.HasPrefix(label, "xn--"):
			return false
		case !letter(label[0]) && label[0] < 0x80, strings.IndexByte("-_", label[len(label)-1]) >= 0:
			return false
		}
	}
	return true
}

func mapASCII(r rune) (rune, bool) {
	switch {
	case in(r, 'A', 'Z'):
		return r + 0x20, true
	case in(r, 'a', 'z'), in(r, '0', '9'), r == '-', r == '_', r == '.':
		return r, true
	}
	return 0, false
}

func mapLatin(r rune) (rune, bool) {
	switch {
	case in(r, 0xC0, 0xDE) && r != 0xD7:
		return r + 0x20, true
	case in(r, 0xDF, 0xFF) && r != 0xF7:
		return r, true
	case r == 0x178:
		return 0xFF, true
	case r < 0x100, r == 0x130, r == 0x132, r == 0x133, r == 0x13F, r == 0x140, r == 0x149, r == 0x17F:
		return 0, false
	case r == 0x131, r == 0x138:
		return r, true
	case in(r, 0x139, 0x148), r >= 0x179:
		return r + r&1, true // capitals are odd here
	}
	return r | 1, true // and even here
}

func mapGreek(r rune) (rune, bool) {
	switch {
	case r == 0x386:
		return 0x3AC, true
	case in(r, 0x388, 0x38A):
		return r + 37, true
	case r == 0x38C:
		return 0x3CC, true
	case r == 0x38E, r == 0x38F:
		return r + 63, true
	case in(r, 0x391, 0x3AB) && r != 0x3A2:
		return r + 0x20, true
	case r == 0x390, r >= 0x3AC:
		return r, true
	}
	return 0, false
}

func mapCyrillic(r rune) (rune, bool) {
	switch {
	case r < 0x410:
		return r + 0x50, true
	case r < 0x430:
		return r + 0x20, true
	}
	if r == 0x490 {
		return 0x491, true
	}
	return r, true
}

func in(r, lo, hi rune) bool { return lo <= r && r <= hi }
