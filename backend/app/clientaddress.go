package app

import (
	"net"
	"net/http"
	"strings"
)

// clientAddress is whom the limits of strangers count. In server mode that is the
// last address in X-Forwarded-For, which the proxy before us has added.
func clientAddress(mode Mode) func(*http.Request) string {
	return func(r *http.Request) string {
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil {
			return r.RemoteAddr
		}
		if mode != Server {
			return host
		}
		if list := r.Header.Values("X-Forwarded-For"); len(list) > 0 {
			hops := strings.Split(list[len(list)-1], ",")
			return strings.TrimSpace(hops[len(hops)-1])
		}
		return host
	}
}
