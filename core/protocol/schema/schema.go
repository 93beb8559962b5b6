//go:build !tinygo

// Package schema holds the JSON Schemas that are generated from core/protocol.
// They describe the wire to others, to a model above all; they decide nothing:
// what is valid is what the decoder of core/protocol says, in better words.
// Only the backend uses them, so the worker's compiler does not see them.
//
// It imports: no other room.
package schema

import _ "embed"

//go:embed tool.gen.json
var tool string

//go:embed wire.gen.json
var wire string

// Tool returns the input schema of the browser tool: {"action": …}.
func Tool() string { return tool }

// Wire returns the schema of every message, with actions, events and results
// in its $defs.
func Wire() string { return wire }
