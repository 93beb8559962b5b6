// Package pool is the backend's map from user and device to the live
// connection, and the requests in flight on it. It decides which device a
// request goes to, how long it may take, what its caller learns when the
// connection is lost or the caller gives up, and which answers count.
//
// Any WebSocket that can send text and close fits ([Socket]), so a product
// mounts the pool on its own server; how that looks is in tests/bridge,
// Example_mount. The pool never looks into a page's content and
// never logs it: log lines carry ids, kinds and sizes.
//
// A request is sent at most once. When it is not known whether it was carried
// out, the error's message starts with "outcome unknown:" and the caller
// decides; the pool never sends it again. [Unsent] says that it was not sent.
//
// # Goroutines and state
//
// Each connection has one writer, a goroutine that is there while there is
// something to write. It alone calls Socket.Send, never under a lock. The pool's
// map has the pool's mutex; each connection's queue and pending requests have
// the connection's. Only the connection that a request went to can answer it,
// because the pending request is in that connection's map and nowhere else.
//
// It imports: core/protocol.
package pool
