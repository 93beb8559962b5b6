// Package loopback decides whether an address is this machine's. It is decided by
// the name alone: no name is looked up, since the answer could be another one later.
// It also reads the two addresses of a request.
//
// It imports: no other room.
package loopback

import (
	"net"
	"net/http"
)

// Host reports whether a host without its port is this machine.
func Host(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Port is the port of this machine that a request came in on, 0 where nobody says.
func Port(r *http.Request) int {
	if a, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok {
		return a.Port
	}
	return 0
}

// Caller is the address of whoever made a request, without its port.
func Caller(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
