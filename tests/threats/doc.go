// Command trust prints the table of threats and faults: each row is a test of
// the tree, run in its short or its long form, with what it measured, or one
// sentence why it cannot be had. `go run ./build trust` runs it.
//
// The package's own tests are those that need a whole backend and many browsers
// at once: several backends on one NATS cluster, ten thousand connections, a storm of faults.
package main
