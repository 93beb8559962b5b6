package session

import (
	"strings"
	"unicode/utf8"
)

// ToASCII returns a URL with its host in ASCII. What a person, an agent or an
// organisation has written is spelled before it is judged, and it is sent to the
// browser as it was judged. Only a host of another script changes anything; what
// cannot be spelled comes back as it is, and [Locate] refuses it.
func ToASCII(names IDNA, raw string) string {
	s := trim(raw)
	scheme, rest, ok := cutScheme(s)
	if !ok || scheme != "http" && scheme != "https" || names == nil {
		return raw
	}
	text, at := authority(rest)
	at += len(s) - len(rest)
	host, _, _ := strings.Cut(text, ":")
	name, err := unescape(host)
	if err != nil || ascii(name) || !convertible(name) {
		return raw
	}
	spelled, ok := names.ASCII(name)
	if !ok || !ascii(spelled) || !convertible(spelled) {
		return raw
	}
	return s[:at] + spelled + s[at+len(host):]
}

// convertible reports whether a host of any script has no ASCII that is more than
// a part of a name: neither [IDNA] nor whoever reads what it answers may see
// the end of a host where there is none.
func convertible(host string) bool {
	for i := 0; i < len(host); i++ {
		if host[i] < utf8.RuneSelf {
			if _, ok := lower(host[i]); !ok {
				return false
			}
		}
	}
	return len(host) <= 1024 && utf8.ValidString(host)
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
