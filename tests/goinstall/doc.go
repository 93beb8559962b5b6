// Package goinstall shows that `go install` of a released version gives the whole
// product, the extension included, from nothing but what a module proxy has.
package goinstall
