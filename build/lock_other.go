//go:build !unix

package main

// lock does nothing where there is no flock.
func (h *workspace) lock() (unlock func(), err error) { return func() {}, nil }
