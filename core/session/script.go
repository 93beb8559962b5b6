package session

// mapRune maps one character of a host as UTS #46 (non-transitional) does; 0
// drops it. The full table has thousands of rows and has no room in the
// worker, so only the scripts listed here are mapped, each of them free of
// combining marks and of right-to-left rules, where mapping one character at a
// time is exact. Everything else answers false: the caller refuses, it never
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
		in(r, 0xAC00, 0xD7A3): // hangul
		return r, true
	}
	return 0, false
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
