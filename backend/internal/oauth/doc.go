// Package oauth judges access tokens of an OAuth 2.1 authorization server, for which
// the backend is a protected resource as the MCP specification of 2025-06-18 has it. It
// decides whether a token is for us and whose it is. It issues none, keeps none and
// passes none on.
//
// # Goroutines and state
//
// None of its own. The issuer's keys are kept, and asked for again when a token has
// another; how often is bounded, since anybody can send such a token.
//
// It imports: backend/internal/loopback.
package oauth
