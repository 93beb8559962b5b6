//go:build !tinygo

package coretest

import "os"

// Trials returns how many of n trials with random input a run makes: all of them, or
// a tenth, and at least one, in the default suite. It is build/size's function, which
// core cannot import.
func Trials(n int) int {
	if os.Getenv("BUA_SUITE") != "default" {
		return n
	}
	return (n + 9) / 10
}
