// Package ws is the backend's end of the socket: who may open one, how the
// handshake goes, and the limits of what passes through it.
//
// It decides, before the upgrade, by Host and Origin alone whether a request is
// our extension's; then, within two seconds and four KiB, whether the hello
// holds; and from then on whether the peer is alive and keeps to text, UTF-8
// and the sizes. What a device may do and what its messages mean is decided
// elsewhere: an [Authenticator] judges the hello, a [Peer] takes the messages.
//
// coder/websocket's own Origin check is switched off, because it would let a
// page of evil.test in that resolved to 127.0.0.1: it accepts any Origin that
// equals the Host. The server around the handler should set ReadHeaderTimeout:
// a client that never finishes its request line does not get as far as this
// package.
//
// # Goroutines and state
//
// A connection is read by the goroutine that serves its HTTP request, until it
// ends. Two timers belong to it, one for beats and one for silence. Closing
// takes a goroutine of its own for at most [closeWait], because a closing
// handshake waits for the peer.
//
// It imports: backend/internal/loopback, core/link, core/protocol, core/scan.
package ws
