package scan

// The readers below take a value that somebody else wrote as what it should
// be. One that is anything else counts as empty.

// String returns the string that v is, "" when it is none.
func String(v []byte) string {
	if len(v) == 0 || v[0] != '"' {
		return ""
	}
	return string(Unquote(v))
}

// Whole returns the number that v is without its fraction, 0 when it is none or
// does not fit 31 bits.
func Whole(v []byte) int {
	end := 0
	for end < len(v) && (v[end] == '-' || v[end] >= '0' && v[end] <= '9') {
		end++
	}
	n, _ := Small(string(v[:end]))
	return n
}

// True reports whether v is true.
func True(v []byte) bool { return string(v) == "true" }

// Strings returns the strings of an array of strings.
func Strings(v []byte) (out []string) {
	c := Cursor{Data: v}
	for more := c.Eat('['); more && c.Element(); {
		e := c.Skip()
		if more = len(e) > 0; more {
			out = append(out, String(e))
		}
	}
	return out
}

// AppendStrings appends the JSON of a list of strings.
func AppendStrings(dst []byte, list []string) []byte {
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendQuote(dst, s)
	}
	return append(dst, ']')
}
