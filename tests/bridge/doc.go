// Package bridge tests both ends of the wire against each other over real
// sockets: core/link, driven natively by [Extension], against backend/pool,
// backend/ws and backend/pairing mounted in a plain net/http server. It
// decides nothing and is imported by tests only.
package bridge
