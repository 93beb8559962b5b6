package model

import (
	"errors"
	"strings"

	"github.com/zapvol/bua/core/scan"
)

// address takes an address of a server apart. What is none, or could be read otherwise by
// who sends, is refused: whether a key may go there is decided by its host.
func address(base string) (scheme, host string, ok bool) {
	scheme, rest, _ := strings.Cut(base, "://")
	rest, _, _ = strings.Cut(rest, "/")
	host = rest
	if strings.HasPrefix(rest, "[") {
		inner, port, closed := strings.Cut(rest[1:], "]")
		if !closed || inner == "" || strings.Trim(inner, "0123456789abcdefABCDEF:.") != "" || port != "" && port[0] != ':' {
			return "", "", false
		}
		host, rest = inner, "x"+port
	}
	name, port, _ := strings.Cut(rest, ":")
	if host == rest {
		host = name
	}
	for i := range len(base) {
		if c := base[i]; control(c) || c == '\\' || c == '?' || c == '#' {
			return "", "", false
		}
	}
	if scheme != "https" && scheme != "http" || name == "" || strings.Trim(port, "0123456789") != "" || strings.ContainsAny(name, "@%[]<>\"^`{|}") {
		return "", "", false
	}
	return scheme, host, true
}

// Origin is an address without its path, "" for none.
func Origin(base string) string {
	scheme, rest, ok := strings.Cut(base, "://")
	if !ok {
		return ""
	}
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}

// checkBase refuses what is no address of a server.
func checkBase(base string) error {
	if _, _, ok := address(base); !ok {
		return errBase
	}
	return nil
}

var errBase = errors.New("the provider's address must be http:// or https://, a host, and a path at most, such as https://llm.example.com/v1")

// sealed reports whether what goes to an address can be read by nobody on the way.
func sealed(base string) bool {
	scheme, host, ok := address(base)
	return ok && (scheme == "https" || loopback(host))
}

// loopback reports whether a host is this machine, by its name alone: none is looked up,
// since the answer could be another one later.
func loopback(host string) bool {
	if host == "localhost" || host == "::1" {
		return true
	}
	part := strings.Split(host, ".")
	for _, p := range part {
		if n, ok := scan.Small(p); !ok || n < 0 || n > 255 || len(p) > 1 && p[0] == '0' {
			return false
		}
	}
	return len(part) == 4 && part[0] == "127"
}

// escape writes a text as a part of an address.
func escape(text string) string {
	const hex = "0123456789ABCDEF"
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-_.~$:@", c) >= 0:
			out.WriteByte(c)
		default:
			out.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return out.String()
}
