package httpapi

import "net/http"

// Leaving sends who speaks to a backend that is about to stop to another one:
// connections end with their next answer, and no socket is opened any more.
func Leaving(leaving func() bool, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if leaving() {
			if r.Header.Get("Upgrade") != "" {
				w.Header().Set("Retry-After", "1")
				http.Error(w, "the backend stops: connect to another, or try again", http.StatusServiceUnavailable)
				return
			}
			w.Header().Set("Connection", "close")
		}
		h.ServeHTTP(w, r)
	})
}
