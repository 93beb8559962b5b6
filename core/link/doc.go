// Package link is the extension's end of the wire as a step function: (state, event) to (state, effects).
package link
