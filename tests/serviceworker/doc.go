// Package serviceworker holds the specs of the worker in a real Chromium: what a
// message costs, that nothing piles up, and what a trap and a killed worker
// leave behind. They speak the wire themselves (peer_test.go) and look into the
// worker through probe.ts, which only their build of the extension has.
package serviceworker
