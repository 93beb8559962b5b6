package link

import (
	"github.com/zapvol/bua/core/scan"
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/protocol"
)

// URL is a socket URL in the one spelling that both ends put under the proof:
// lower-case host, no default port, a path.
type URL struct {
	Secure bool
	// Host is host or host:port as a browser writes it into the Host header.
	Host string
	Path string
}

// String returns the URL.
func (u URL) String() string {
	if u.Secure {
		return "wss://" + u.Host + u.Path
	}
	return "ws://" + u.Host + u.Path
}

// PairingURL returns where a code is redeemed.
func (u URL) PairingURL() string {
	if u.Secure {
		return "https://" + u.Host + PairingPath
	}
	return "http://" + u.Host + PairingPath
}

// PairingPath is the path of the pairing endpoint.
const PairingPath = "/api/browser-extension/pairing-token"

// SocketPath is the path of the socket in server mode; on a loopback port of
// its own the root works too.
const SocketPath = "/ws/browser"

// Loopback reports whether the URL is one of this machine by name.
func (u URL) Loopback() bool {
	name, _ := splitPort(u.Host)
	return name == "127.0.0.1" || name == "localhost" || name == "[::1]"
}

// numeric returns the URL as it is dialled: plain ws to localhost goes to
// 127.0.0.1, since a name can be resolved to another machine. The backend takes
// the URL that was dialled under its proofs, so that an older extension that
// still dials the name proves itself too.
func (u URL) numeric() URL {
	if name, port := splitPort(u.Host); !u.Secure && name == "localhost" {
		u.Host = "127.0.0.1"
		if port != "" {
			u.Host += ":" + port
		}
	}
	return u
}

// ParseURL reads a server URL as a person or a launcher wrote it. It is
// stricter than a browser, so that no spelling can mean two hosts: no user,
// query, fragment, escapes or dot segments, and plain ws only to loopback.
// The error is invalid_action and names field.
func ParseURL(field, text string) (URL, error) {
	fail := func(why string) (URL, error) {
		return URL{}, protocol.NewError(protocol.CodeInvalidAction,
			field+": "+why+", such as ws://127.0.0.1:48123 or wss://example.com/ws/browser")
	}
	var u URL
	rest, ok := cutPrefixFold(text, "wss://")
	if u.Secure = ok; !ok {
		if rest, ok = cutPrefixFold(text, "ws://"); !ok {
			return fail("must be a ws or wss URL")
		}
	}
	if len(text) > 512 {
		return fail("is longer than 512 bytes; give a short URL")
	}
	host, path := rest, "/"
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		host, path = rest[:i], rest[i:]
	}
	host = strings.ToLower(host)
	name, port := splitPort(host)
	if !validName(name) {
		return fail("has no valid host")
	}
	if port != "" {
		n, ok := scan.Small(port)
		if !ok || n < 1 || n > 65535 || strconv.Itoa(n) != port {
			return fail("has no valid port")
		}
		if (u.Secure && n == 443) || (!u.Secure && n == 80) {
			host = name
		}
	} else if strings.HasSuffix(host, ":") {
		return fail("has no valid port")
	}
	if !validPath(path) {
		return fail("has a path with more than letters, digits, /, -, _ and .")
	}
	u.Host, u.Path = host, path
	if !u.Secure && !u.Loopback() {
		return fail("must be wss unless the host is 127.0.0.1, localhost or [::1]")
	}
	return u, nil
}

func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return "", false
	}
	return s[len(prefix):], true
}

// splitPort splits host:port; port is "" when there is none.
func splitPort(host string) (name, port string) {
	i := strings.LastIndexByte(host, ':')
	if i < 0 || strings.HasSuffix(host, "]") {
		return host, ""
	}
	return host[:i], host[i+1:]
}

func validName(name string) bool {
	if inner, ok := strings.CutPrefix(name, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		return ok && len(inner) > 1 && only(inner, "0123456789abcdef:.")
	}
	return name != "" && len(name) <= 253 && name[0] != '.' && name[0] != '-' &&
		only(name, "abcdefghijklmnopqrstuvwxyz0123456789-.") && !strings.Contains(name, "..")
}

func validPath(path string) bool {
	for _, segment := range strings.Split(path, "/") {
		if segment == "." || segment == ".." {
			return false
		}
	}
	return only(strings.ToLower(path), "abcdefghijklmnopqrstuvwxyz0123456789-._/")
}

// only reports whether every byte of s is one of set.
func only(s, set string) bool {
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(set, s[i]) < 0 {
			return false
		}
	}
	return true
}
