// Package session keeps sessions by tab, the blocklist and policy, end reasons and the audit ring.
package session
