package mcp

import (
	"crypto/rand"
	"encoding/hex"
	"strings"
)

// untrusted sets what a page wrote between markers with a fresh nonce. A page
// cannot know the nonce, so it cannot write the closing marker; what looks
// like a marker is altered all the same, for a model that reads carelessly.
func untrusted(page string) string {
	page = strings.TrimRight(clean(page), "\n")
	n := nonce()
	for strings.Contains(page, n) {
		n = nonce()
	}
	return "<untrusted " + n + ">\n" + page + "\n</untrusted " + n + ">"
}

func nonce() string {
	var b [3]byte
	_, _ = rand.Read(b[:]) // never fails, by its documentation
	return hex.EncodeToString(b[:])
}

// clean removes what a person would not see in a page's text but a model
// would read, and alters what looks like our marker.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if hidden(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	var b strings.Builder
	for {
		i := marker(s)
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		b.WriteString("‹")
		s = s[i+1:]
	}
	b.WriteString(s)
	return b.String()
}

// marker returns the index of the first < that begins something like our
// marker, -1 when there is none.
func marker(s string) int {
	for at := 0; ; {
		i := strings.IndexByte(s[at:], '<')
		if i < 0 {
			return -1
		}
		at += i
		rest := strings.TrimLeft(s[at+1:], "/ \t\n")
		if len(rest) >= len("untrusted") && strings.EqualFold(rest[:len("untrusted")], "untrusted") {
			return at
		}
		at++
	}
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
	case r == 0x200b, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0xfeff, r == 0x00ad:
		return true
	case r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return false
}

// line makes one line of at most limit bytes of s, without runs of space.
func line(s string, limit int) string { return clip(strings.Join(strings.Fields(s), " "), limit) }

// clip cuts s at a rune boundary to at most limit bytes and shows that it did.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && s[limit]&0xc0 == 0x80 {
		limit--
	}
	return s[:limit] + "…"
}
