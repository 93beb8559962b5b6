package httpapi

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
)

// Hosts lets through only requests whose Host header is on the list, whatever
// their route. A page whose name was rebound to our address (DNS rebinding)
// still sends its own name, so this is what keeps it out.
func Hosts(allowed func(host string) bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !allowed(strings.ToLower(r.Host)) {
			refuse(w, http.StatusForbidden, "this Host is not served here; use 127.0.0.1 or a host configured with --host")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Loopback allows the names of this machine with the port of addr.
func Loopback(addr string) func(host string) bool {
	_, port, _ := net.SplitHostPort(addr)
	return Named("127.0.0.1:"+port, "localhost:"+port, "[::1]:"+port)
}

// Named allows exactly these hosts, each as it stands in a Host header.
func Named(hosts ...string) func(host string) bool {
	set := make(map[string]bool, len(hosts))
	for _, h := range hosts {
		set[strings.ToLower(h)] = true
	}
	return func(host string) bool { return set[host] }
}

// Agents lets through only agents: no browser's request, and only with the
// bearer token of a user. users returns whose a token is. No page has any
// business here, so an Origin of whatever value is refused before the token is
// looked at.
func Agents(users func(token string) (user string, ok bool), next http.Handler) http.Handler {
	known := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, ok := bearer(r)
		user := ""
		if ok {
			user, ok = users(token)
		}
		if !ok {
			w.Header().Set("WWW-Authenticate", `Bearer realm="bua"`)
			refuse(w, http.StatusUnauthorized, "the bearer token is missing or wrong; send Authorization: Bearer with the content of the token file")
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), userKey{}, user)))
	})
	crossOrigin := http.NewCrossOriginProtection()
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusForbidden, "requests of web pages are refused")
	}))
	guarded := crossOrigin.Handler(known)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.Header.Values("Origin")) > 0 {
			refuse(w, http.StatusForbidden, "requests of web pages are refused")
			return
		}
		guarded.ServeHTTP(w, r)
	})
}

// OneToken knows one user by one token.
func OneToken(token, user string) func(string) (string, bool) {
	want := sha256.Sum256([]byte(token))
	return func(got string) (string, bool) {
		sum := sha256.Sum256([]byte(got))
		return user, token != "" && subtle.ConstantTimeCompare(sum[:], want[:]) == 1
	}
}

type userKey struct{}

// User returns whose request it is that [Agents] let through.
func User(ctx context.Context) string {
	u, _ := ctx.Value(userKey{}).(string)
	return u
}

func bearer(r *http.Request) (string, bool) {
	values := r.Header.Values("Authorization")
	if len(values) != 1 {
		return "", false
	}
	scheme, token, ok := strings.Cut(values[0], " ")
	return token, ok && strings.EqualFold(scheme, "Bearer") && token != ""
}
