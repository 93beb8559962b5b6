package session

import (
	"strings"
	"unicode/utf8"
)

// canonicalName decodes percent escapes, maps every character, and writes
// labels that are not ASCII in punycode.
func canonicalName(host string) (string, error) {
	host, err := unescape(host)
	if err != nil {
		return "", err
	}
	if host == "" {
		return "", refuse("the URL has no host")
	}
	if len(host) > 1024 || !utf8.ValidString(host) {
		return "", refuse("the URL's host is not valid text")
	}
	mapped := make([]rune, 0, len(host))
	ascii := true
	for _, r := range host {
		r, ok := mapRune(r)
		if !ok {
			return "", refuse("the URL's host has a character that must be written in its ASCII form (xn--…), or is not allowed in a host")
		}
		if r >= utf8.RuneSelf {
			ascii = false
		}
		if r != 0 {
			mapped = append(mapped, r)
		}
	}
	if ascii {
		return string(mapped), nil
	}
	labels := strings.Split(string(mapped), ".")
	if !oneWay(labels) {
		return "", refuse("the URL's host mixes writing directions: write it in its ASCII form (xn--…)")
	}
	for i, label := range labels {
		if labels[i], err = toASCII(label); err != nil {
			return "", err
		}
	}
	return strings.Join(labels, "."), nil
}

func toASCII(label string) (string, error) {
	for i := 0; i < len(label); i++ {
		if label[i] >= utf8.RuneSelf {
			if strings.HasPrefix(label, "xn--") {
				return "", refuse("a label of the URL's host mixes xn-- with other characters")
			}
			return "xn--" + punycode([]rune(label)), nil
		}
	}
	return label, nil
}

func unescape(s string) (string, error) {
	if strings.IndexByte(s, '%') < 0 {
		return s, nil
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			out = append(out, s[i])
			continue
		}
		if i+2 >= len(s) {
			return "", refuse("the URL's host has an incomplete percent escape")
		}
		hi, ok1 := hexDigit(s[i+1])
		lo, ok2 := hexDigit(s[i+2])
		if !ok1 || !ok2 {
			return "", refuse("the URL's host has an incomplete percent escape")
		}
		out = append(out, byte(hi<<4|lo))
		i += 2
	}
	return string(out), nil
}

func hexDigit(c byte) (int, bool) {
	switch {
	case digit(c):
		return int(c - '0'), true
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10, true
	}
	return 0, false
}
