package httpapi

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"strings"

	"github.com/zapvol/bua/core/protocol"
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

// Agents lets through only agents: no web page's request, and only with the
// bearer token of a user. holder returns whose a token is. No page has any
// business here, so every Origin but our own is refused before the token is
// looked at; ours is none of a page, since we serve none, but the protocol of
// agents wants it accepted. [Hosts] has to stand before it.
func Agents(holder func(token string) (Holder, bool), next http.Handler, challenge ...Challenge) http.Handler {
	var oauth string
	for _, c := range challenge {
		oauth = c.String()
	}
	let := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, ok := bearer(r)
		var h Holder
		if ok {
			h, ok = holder(token)
		}
		switch {
		case !ok:
			invalid := ""
			if token != "" {
				invalid = `, error="invalid_token"`
			}
			w.Header().Set("WWW-Authenticate", `Bearer realm="bua"`+invalid+oauth)
			refuse(w, http.StatusUnauthorized, "the bearer token is missing or wrong; send Authorization: Bearer with the content of the token file")
			return
		case h.Expired:
			w.Header().Set("WWW-Authenticate", `Bearer realm="bua", error="invalid_token", error_description="expired"`)
			write(w, http.StatusUnauthorized, errorBody{protocol.NewError(CodeExpired, "the bearer token has expired; ask whoever runs this server for a new one (bua users add, or bua users rotate)")})
			return
		}
		if h.Useless {
			w.Header().Set("WWW-Authenticate", `Bearer realm="bua", error="insufficient_scope"`+oauth)
			write(w, http.StatusForbidden, errorBody{protocol.NewError(CodeScope, "the token has no scope of bua's: ask the issuer for bua:agent")})
			return
		}
		known(r)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), holderKey{}, h)))
	})
	return NoPages(let)
}

// Challenge is where a client finds out who issues tokens for this server, RFC 9728,
// and what it should ask for.
type Challenge struct{ Metadata, Scope string }

// String is what follows in the header WWW-Authenticate.
func (c Challenge) String() string {
	if c.Metadata == "" {
		return ""
	}
	return `, resource_metadata="` + c.Metadata + `", scope="` + c.Scope + `"`
}

// NoPages refuses what a web page asks, whatever the route: any Origin but our
// own, and cross-origin requests that Sec-Fetch-Site tells of.
func NoPages(next http.Handler) http.Handler {
	crossOrigin := http.NewCrossOriginProtection()
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusForbidden, "requests of web pages are refused")
	}))
	guarded := crossOrigin.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !ownOrigin(r) {
			refuse(w, http.StatusForbidden, "requests of web pages are refused")
			return
		}
		guarded.ServeHTTP(w, r)
	})
}

// ownOrigin reports whether a request has no Origin, or once the one that this
// server has under the Host it was asked by.
func ownOrigin(r *http.Request) bool {
	list := r.Header.Values("Origin")
	if len(list) == 0 {
		return true
	}
	host := strings.ToLower(r.Host)
	return len(list) == 1 && (list[0] == "http://"+host || list[0] == "https://"+host)
}

// Tokens knows one user by a token for each scope.
func Tokens(user string, tokens map[Scope]string) func(string) (Holder, bool) {
	return func(got string) (h Holder, ok bool) {
		sum := sha256.Sum256([]byte(got))
		for scope, token := range tokens {
			want := sha256.Sum256([]byte(token))
			if token != "" && subtle.ConstantTimeCompare(sum[:], want[:]) == 1 {
				h, ok = Holder{User: user, Scope: scope}, true
			}
		}
		return h, ok
	}
}

func bearer(r *http.Request) (string, bool) {
	values := r.Header.Values("Authorization")
	if len(values) != 1 {
		return "", false
	}
	scheme, token, ok := strings.Cut(values[0], " ")
	return token, ok && strings.EqualFold(scheme, "Bearer") && token != ""
}
