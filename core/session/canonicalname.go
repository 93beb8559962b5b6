package session

import "strings"

// canonicalName decodes percent escapes and writes a name in lower case.
func canonicalName(host string) (string, error) {
	host, err := unescape(host)
	if err != nil {
		return "", err
	}
	if host == "" {
		return "", refuse("the URL has no host")
	}
	name := []byte(host)
	for i, c := range name {
		var ok bool
		if name[i], ok = lower(c); !ok {
			return "", refuse("the URL's host has a character that is not allowed in a host: correct it, or write it in its ASCII form (xn--…)")
		}
	}
	return string(name), nil
}

// lower returns a character of a canonical name, false for what is none.
func lower(c byte) (byte, bool) {
	switch {
	case 'A' <= c && c <= 'Z':
		return c + 0x20, true
	case letter(c), digit(c), c == '-', c == '_', c == '.':
		return c, true
	}
	return 0, false
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
