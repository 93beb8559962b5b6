// Package chrome implements core's ports on the browser's extension API. It
// translates: a Go call into a question of the host's fixed table
// (serviceworker/calls.ts), the browser's refusal into an error code. It
// decides nothing about the product.
//
// It imports: core/debugger, core/dispatch, core/downloads, core/protocol,
// core/scan, core/session.
package chrome
