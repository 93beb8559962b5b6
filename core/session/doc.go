// Package session decides which tabs the agent has a session on, when such a
// session ends, which URLs it may not touch, and what the person and their
// organisation have said: consent and grants, the profile, what a stop holds,
// requests for help.
//
// [Registry] keeps the sessions, fans every change out to its listeners in order,
// and writes the audit ring. [Policy] keeps the blocklist and answers for one
// URL at a time; [Locate] finds the canonical host of a URL as a browser would,
// after [ToASCII] has asked the platform for a host of another script. [Writer] is
// the one path to storage: writes never overlap.
//
// Nothing here knows tabs, windows, CDP or the socket. What crosses the door:
// tab ids, domains, [protocol.EndReason], [Change], and JSON under fixed keys of
// the browser's storage (see port.go and storagekeys.go).
//
// It imports: core/category, core/internal/lock, core/internal/sink,
// core/protocol, core/scan.
package session
