package e2e

import (
	"testing"
	"time"
)

// Await waits until something is so of which nothing tells. A green test sees it in a
// moment.
func Await(tb testing.TB, what string, so func() bool) {
	tb.Helper()
	for end := time.Now().Add(time.Minute); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			tb.Fatal("not within a minute: " + what)
		}
	}
}
