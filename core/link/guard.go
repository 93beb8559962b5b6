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

// OriginAllowed reports whether the Origin headers of a request are exactly
// one, that of our extension. A browser writes it itself, so no page and no
// other extension can have it.
func OriginAllowed(origins []string, extensionID string) bool {
	return ValidExtensionID(extensionID) && len(origins) == 1 && origins[0] == Origin(extensionID)
}

// Origin returns the origin of an extension.
func Origin(extensionID string) string { return "chrome-extension://" + extensionID }

// ValidExtensionID reports whether id is 32 letters from a to p.
func ValidExtensionID(id string) bool {
	return len(id) == 32 && only(id, "abcdefghijklmnop")
}
