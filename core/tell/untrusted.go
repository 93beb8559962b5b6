package tell

import (
	"strings"

	"github.com/zapvol/bua/core/scan"
)

// untrusted sets what a page wrote between markers with a fresh nonce. A page
// cannot know the nonce, so it cannot write the closing marker; what looks
// like a marker is altered all the same, for a model that reads carelessly.
func (t *Teller) untrusted(page string) string {
	page = strings.TrimRight(clean(page), "\n")
	n := t.nonce()
	for strings.Contains(page, n) {
		n = t.nonce()
	}
	return "<untrusted " + n + ">\n" + page + "\n</untrusted " + n + ">"
}

// clean removes what a person would not see in a page's text but a model
// would read, and alters what looks like our marker.
func clean(s string) string {
	if !plain(s) {
		s = strings.Map(func(r rune) rune {
			if hidden(r) {
				return -1
			}
			return r
		}, strings.ToValidUTF8(s, "\uFFFD"))
	}
	s, _ = breakMarkers(s)
	return s
}

// plain reports whether s is printable ASCII, line feeds and tabs: most is, and
// nothing in it is hidden.
func plain(s string) bool {
	for i := range len(s) {
		if b := s[i]; b > '~' || b < ' ' && b != '\n' && b != '\t' {
			return false
		}
	}
	return true
}

// hidden reports whether a rune has no look of its own: controls, bidi
// overrides, tags and variation selectors by which text is smuggled. The
// joiners stay, since scripts and emoji need them.
func hidden(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < 0x20, r >= 0x7f && r <= 0x9f:
		return true
	case r == 0x200b, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0xfeff, r == 0x00ad:
		return true
	case r == 0x2028, r == 0x2029: // they would end a line of ours
		return true
	case r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, r == 0x180e, r == 0x2800: // letters and blanks that show nothing
		return true
	case r >= 0xfff9 && r <= 0xfffb, r >= 0x1d173 && r <= 0x1d17a: // annotations, beams
		return true
	case r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return false
}

// line makes one line of at most limit bytes of s, without runs of space.
func line(s string, limit int) string {
	if !tidy(s) {
		s = strings.Join(strings.Fields(s), " ")
	}
	return scan.Shorten(s, limit)
}

// tidy reports whether s is words of ASCII with one space between them.
func tidy(s string) bool {
	last := byte(' ')
	for i := range len(s) {
		if s[i] > '~' || s[i] < ' ' || s[i] == ' ' && last == ' ' {
			return false
		}
		last = s[i]
	}
	return last != ' '
}
