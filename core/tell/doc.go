// Package tell says to a model what an action answered: a compact text, one thing
// a line. Outside agents (backend/internal/mcp) and bua's own (core/agent) read
// the same.
//
// All that a page wrote stands in that text between markers with a fresh nonce,
// so that the model can tell it from what bua says. Invisible characters are
// taken out, what imitates a marker is altered, and text that seems to instruct a
// model is pointed out. Where the nonces come from is the caller's affair.
//
// It imports: core/protocol, core/scan.
package tell
