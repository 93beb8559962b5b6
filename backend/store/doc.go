// Package store is what the backend keeps: device keys, settings, the state of
// pairing, and the audit. It is an embedded NATS server with JetStream, in this
// process and without a port; every write is on the disk before it is
// acknowledged (fsync), because JetStream's own default, a sync every two
// minutes, loses what it acknowledged when the process or the machine dies.
//
// It decides how rows of the audit are chained, when a row counts as written
// and what a broken chain is. What is worth a row, and what happens when one
// cannot be written, is decided where the rooms meet.
//
// A store belongs to one process: its folder is locked, is the user's alone
// (0700), and is refused when it is a symbolic link or open to others.
//
// # The audit
//
// Rows are numbered from 1 without gaps, and each carries the hash of itself
// and of the row before it: SHA-256 over the hash before, a line feed, and the
// row as JSON without its own hash. So a row that was changed, removed or put in
// later shows, unless everything after it was made anew: keep the last hash
// elsewhere (bua audit verify prints it) against somebody who owns the disk.
//
// Several rows that wait at the same time are written as one message: one sync
// for all of them.
//
// # Goroutines and state
//
// One goroutine, the audit's writer, from [Open] to [Store.Close], which waits
// for it; it alone knows the end of the chain. The server has goroutines of its
// own, which end with it.
//
// It imports: backend/internal/loopback, backend/internal/private, core/protocol,
// core/scan.
package store
