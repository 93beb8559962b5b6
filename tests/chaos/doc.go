// Package chaos is a TCP proxy that breaks connections in the ways in which
// networks do: cut, half-open, silent in one direction, cut in the middle of a
// frame, slow. It looks into nothing that passes. Tests put it between a browser
// and the backend.
package chaos
