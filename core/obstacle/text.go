package obstacle

import "strings"

// fold lower-cases text and turns every run of what is no letter or digit into
// one space, with a space at both ends, so that a phrase between spaces
// matches whole words. It knows the scripts that the phrases use and carries
// no Unicode tables; the scripts of India become that of Hindi.
func fold(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte(' ')
	space := true
	for _, r := range s {
		if r = lower(r); word(r) {
			b.WriteRune(r)
			space = false
		} else if r != '\'' && r != '’' && !space {
			b.WriteByte(' ')
			space = true
		}
	}
	if !space {
		b.WriteByte(' ')
	}
	return b.String()
}

// latin has the letters from U+00C0 to U+017F without their marks, which many a page leaves out.
const latin = "aaaaaaaceeeeiiiidnooooo ouuuuytsaaaaaaaceeeeiiiidnooooo ouuuuytyaaaaaaccccccccddddeeeeeeeeeegggg" +
	"gggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"

func lower(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z', 0x410 <= r && r <= 0x42F:
		return r + 32
	case 0xC0 <= r && r < 0x180:
		return rune(latin[r-0xC0])
	case 0x400 <= r && r <= 0x40F:
		return r + 80
	case 0x48A <= r && r <= 0x4BF, 0x4D0 <= r && r <= 0x52F: // further Cyrillic
		return r | 1
	case 0x980 <= r && r <= 0xD7F: // the scripts of India have their letters in one order
		return 0x900 + r&0x7F
	case 0x531 <= r && r <= 0x556: // Armenian
		return r + 48
	case 0x391 <= r && r <= 0x3A9:
		return r + 32
	case r == 0x386:
		return 0x3AC
	case 0x388 <= r && r <= 0x38A:
		return r + 37
	case r == 0x38C:
		return 0x3CC
	case r == 0x1AF: // the Vietnamese horned u
		return 0x1B0
	case r == 0x1A0, 0x200 <= r && r <= 0x21F, 0x1E00 <= r && r <= 0x1EFF:
		return r | 1
	}
	return r
}

func word(r rune) bool {
	switch {
	case r < 0x80:
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9'
	case r == 0x37E, r == 0x387, r == 0x589, r == 0x1362, r == 0x60C, r == 0x61B, r == 0x61F, r == 0x6D4, r == 0x964, r == 0x965: // marks of Greek, Armenian, Amharic, Arabic and Hindi
		return false
	case r < 0xC0, 0x2000 <= r && r < 0x2E80, 0x3000 <= r && r < 0x3005, 0x3008 <= r && r < 0x3020,
		0xFF00 <= r && r < 0xFF10, 0xFF1A <= r && r < 0xFF21, r == 0xFFFD:
		return false
	}
	return true
}

// has reports whether folded text holds one of the phrases, separated by "|".
// A phrase of a script without spaces matches anywhere; one that ends in * may go on.
func has(text, phrases string) bool { return match(text, phrases, false) }

// begins reports whether folded text starts with one of the phrases.
func begins(text, phrases string) bool { return match(text, phrases, true) }

func match(text, phrases string, start bool) bool {
	for phrases != "" {
		phrase := phrases
		if i := strings.IndexByte(phrases, '|'); i >= 0 {
			phrase, phrases = phrases[:i], phrases[i+1:]
		} else {
			phrases = ""
		}
		phrase, open := strings.CutSuffix(phrase, "*")
		for from := 0; ; {
			i := strings.Index(text[from:], phrase)
			if i < 0 {
				break
			}
			i += from
			if start && i > 1 {
				break
			}
			if spaceless(phrase) || edges(text, i, i+len(phrase), open) {
				return true
			}
			from = i + 1
		}
	}
	return false
}

// spaceless reports whether a phrase is of a script that does not part its words: Thai, or one from U+3000 on.
func spaceless(phrase string) bool {
	return len(phrase) > 1 && (phrase[0] >= 0xE3 || phrase[0] == 0xE0 && (phrase[1] == 0xB8 || phrase[1] == 0xB9))
}

func edges(text string, i, j int, open bool) bool {
	return (i == 0 || text[i-1] == ' ') && (open || j == len(text) || text[j] == ' ')
}
