package app

import (
	"net/http"
	"strings"

	"github.com/zapvol/bua/backend/internal/loopback"
)

// clientAddress is whom the limits of strangers count. In server mode that is the
// last address in X-Forwarded-For, which the proxy before us has added.
func clientAddress(mode Mode) func(*http.Request) string {
	return func(r *http.Request) string {
		if list := r.Header.Values("X-Forwarded-For"); mode == Server && len(list) > 0 {
			hops := strings.Split(list[len(list)-1], ",")
			return strings.TrimSpace(hops[len(hops)-1])
		}
		return loopback.Caller(r)
	}
}
