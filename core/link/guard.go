package link

import (
	"strconv"
	"strings"
)

// HostAllowed reports whether a request with this Host header may be served.
// The allowed values are compared whole, without regard to case; when there
// are none, only the loopback names with the port that the request came in on
// are. Checking it first is what stops DNS rebinding: a page of evil.test that
// resolves to 127.0.0.1 sends its own name here.
func HostAllowed(host string, port int, allowed []string) bool {
	if len(allowed) == 0 {
		p := ":" + strconv.Itoa(port)
		allowed = []string{"127.0.0.1" + p, "localhost" + p, "[::1]" + p}
	}
	for _, a := range allowed {
		if host != "" && strings.EqualFold(host, a) {
			return true
		}
	}
	return false
}

// ExtensionOf returns which of the accepted extensions a request is from: the one
// whose origin is the only Origin header; "" for anybody else. A browser writes
// it itself, so no page and no other extension can have it.
func ExtensionOf(origins, accepted []string) string {
	for _, id := range accepted {
		if ValidExtensionID(id) && len(origins) == 1 && origins[0] == Origin(id) {
			return id
		}
	}
	return ""
}

// Origin returns the origin of an extension.
func Origin(extensionID string) string { return "chrome-extension://" + extensionID }

// ValidExtensionID reports whether id is 32 letters from a to p.
func ValidExtensionID(id string) bool {
	return len(id) == 32 && only(id, "abcdefghijklmnop")
}
