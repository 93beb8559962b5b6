package scan

// Clip is the start of a text: at most n bytes, without half a character.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}

// Shorten is Clip, with a sign where something is left out.
func Shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return Clip(s, n) + "…"
}
