// Package loopback decides whether an address is this machine's. It is decided by
// the name alone: no name is looked up, since the answer could be another one later.
//
// It imports: no other room.
package loopback

import "net"

// Host reports whether a host without its port is this machine.
func Host(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
