package session

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// Blank is the domain of about:blank, which is nobody's as far as its address
// tells. Whoever made the page is asked about by their own address: see Whose in
// core/supervisor.
const Blank = "about:blank"

// Mark is how the address of a blank tab begins that no page has made.
type Mark string

// MarkWindow is that of the tabs with which the agent's window is opened; what follows
// tells one from the others.
const MarkWindow Mark = Blank + "#bua-"

// Location is what policy needs to know of a URL.
type Location struct {
	// Host is the canonical host, equal to the browser's URL.hostname; empty
	// for about:blank.
	Host string
	// Port is the URL's, or its scheme's; 0 for about:blank.
	Port int
	// Scheme is http or https; empty for about:blank.
	Scheme string
}

// Domain returns the host without its trailing dot, or [Blank].
func (l Location) Domain() string {
	if l.Host == "" {
		return Blank
	}
	return strings.TrimSuffix(l.Host, ".")
}

// Origin returns scheme, host and port as the browser writes them, or [Blank].
func (l Location) Origin() string {
	switch {
	case l.Host == "":
		return Blank
	case l.Scheme == "http" && l.Port == 80, l.Scheme == "https" && l.Port == 443:
		return l.Scheme + "://" + l.Host
	}
	return l.Scheme + "://" + l.Host + ":" + strconv.Itoa(l.Port)
}

// Locate finds the canonical host of an absolute http or https URL, or
// recognises about:blank. It parses as the WHATWG URL standard does: leading
// and trailing controls, tabs and newlines are dropped, a backslash is a slash,
// userinfo ends at the last @, percent escapes are decoded, and the forms of an
// IP address become one.
//
// Where it answers, it answers what a browser does. It refuses more than a
// browser does: other schemes, empty labels, labels over 63 and hosts over 253
// bytes, ASCII symbols other than - and _, and hosts that are not in ASCII:
// what somebody has written is spelled first, see [ToASCII].
//
// Error: invalid_action.
func Locate(raw string) (Location, error) {
	s := trim(raw)
	scheme, rest, ok := cutScheme(s)
	if !ok {
		return Location{}, refuse("the URL is not absolute: begin it with https:// or http://")
	}
	switch scheme {
	case "http", "https":
	case "about":
		if path, _, _ := strings.Cut(rest, "#"); path == "blank" || strings.HasPrefix(path, "blank?") {
			return Location{}, nil
		}
		fallthrough
	default:
		return Location{}, refuse("only http, https and about:blank may be opened or touched, not " + scan.Shorten(scheme, 32) + ": URLs")
	}
	text, _ := authority(rest)
	host, port, err := canonical(text)
	if err != nil {
		return Location{}, err
	}
	if port == 0 {
		if port = 80; scheme == "https" {
			port = 443
		}
	}
	return Location{Host: host, Port: port, Scheme: scheme}, nil
}

// trim drops what a browser drops: controls and blanks around a URL, tabs and
// newlines anywhere.
func trim(raw string) string {
	s := strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' })
	if strings.ContainsAny(s, "\t\n\r") {
		s = strings.Map(func(r rune) rune {
			if r == '\t' || r == '\n' || r == '\r' {
				return -1
			}
			return r
		}, s)
	}
	return s
}

func cutScheme(s string) (scheme, rest string, ok bool) {
	scheme, rest, ok = strings.Cut(s, ":")
	if !ok || scheme == "" || !letter(scheme[0]) {
		return "", "", false
	}
	for i := 0; i < len(scheme); i++ {
		if c := scheme[i]; !letter(c) && !digit(c) && c != '+' && c != '-' && c != '.' {
			return "", "", false
		}
	}
	return strings.ToLower(scheme), rest, true
}

// authority returns host and port of what follows the scheme's colon, and where
// they begin there.
func authority(rest string) (text string, at int) {
	end := strings.TrimLeft(rest, `/\`)
	at = len(rest) - len(end)
	if i := strings.IndexAny(end, `/\?#`); i >= 0 {
		end = end[:i]
	}
	i := strings.LastIndexByte(end, '@') + 1
	return end[i:], at + i
}

// canonical returns the canonical host of "host" or "host:port", and the port,
// 0 for none.
func canonical(s string) (name string, port int, err error) {
	host, digits := s, ""
	if strings.HasPrefix(s, "[") {
		i := strings.IndexByte(s, ']')
		if i < 0 || i+1 < len(s) && s[i+1] != ':' {
			return "", 0, refuse("the URL's IPv6 address is not closed by a ] before its port")
		}
		host, digits = s[:i+1], strings.TrimPrefix(s[i+1:], ":")
	} else if i := strings.IndexByte(s, ':'); i >= 0 {
		host, digits = s[:i], s[i+1:]
	}
	port, ok := portOf(digits)
	if !ok {
		return "", 0, refuse("the URL's port is not a number up to 65535")
	}
	if strings.HasPrefix(host, "[") {
		name, err = canonicalIPv6(host[1 : len(host)-1])
		return name, port, err
	}
	if name, err = canonicalName(host); err != nil {
		return "", 0, err
	}
	if endsInNumber(name) {
		name, err = canonicalIPv4(name)
		return name, port, err
	}
	return name, port, checkLabels(name)
}

func portOf(s string) (n int, ok bool) {
	for i := 0; i < len(s); i++ {
		if !digit(s[i]) {
			return 0, false
		}
		if n = n*10 + int(s[i]-'0'); n > 65535 {
			return 0, false
		}
	}
	return n, true
}

// checkLabels refuses what no resolver would take.
func checkLabels(name string) error {
	name = strings.TrimSuffix(name, ".")
	if name == "" {
		return refuse("the URL has no host")
	}
	if len(name) > 253 {
		return refuse("the URL's host is longer than 253 characters")
	}
	for {
		label, rest, more := strings.Cut(name, ".")
		if label == "" || len(label) > 63 {
			return refuse("a label of the URL's host is empty or longer than 63 characters")
		}
		if !more {
			return nil
		}
		name = rest
	}
}

func refuse(message string) error { return protocol.NewError(protocol.CodeInvalidAction, message) }

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func digit(c byte) bool { return c >= '0' && c <= '9' }
