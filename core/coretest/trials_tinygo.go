//go:build tinygo

package coretest

// Trials returns a tenth of n, and at least one, whatever the run covers: nothing is
// optimised here, and all n are tried natively.
func Trials(n int) int { return (n + 9) / 10 }
