// Package size says how much of the tests a run covers. It decides nothing else and
// imports no other room.
//
// `go run ./build test -quick` and `go run ./build test` leave tests out by rule, and
// count them; `go run ./build test -all` and whoever picks a room, by that command or
// by `go test`, run all of it. docs/testing.md has the rules.
package size

import (
	"os"
	"testing"
)

// Env is the variable that tells a test program that it runs in the default suite.
const Env = "BUA_SUITE"

// Default is the value of [Env] in the default suite.
const Default = "default"

// Why is a rule by which the default suite leaves a test to -all.
type Why string

// The rules. Each text completes "left to -all: …".
const (
	// OtherHost leaves out a spec on the second of two hosts that share what it tries.
	OtherHost Why = "the other host runs it with the same core"
	// Pair leaves out a combination of three or more values when others have each pair of
	// them, and one of two when others have each of them.
	Pair Why = "a combination of what others have, by pairs or one by one"
	// Table leaves out a case in a browser that a table proves without one.
	Table Why = "a table proves it without a browser"
	// Trial leaves out the repetition of what is tried at least once.
	Trial Why = "one more trial of what is tried already"
	// Teeth leaves out the proof that a test can fail.
	Teeth Why = "the proof that a test can fail"
	// Release leaves out what only a release makes.
	Release Why = "what only a release makes"
	// Load leaves out what shows itself under a load or after a long time.
	Load Why = "what a load or a long time shows"
)

// All reports whether this run covers everything.
func All() bool { return os.Getenv(Env) != Default }

// Left begins the reason of each test that is left to -all.
const Left = "left to -all: "

// LeaveToAll skips a test of the default suite. Whoever runs the suite counts it by
// its reason.
func LeaveToAll(tb testing.TB, why Why) {
	tb.Helper()
	if !All() {
		tb.Skip(Left + string(why))
	}
}
