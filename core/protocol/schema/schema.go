//go:build !tinygo

// Package schema holds the JSON Schemas that are generated from core/protocol.
// They describe the wire to others, to a model above all; they decide nothing:
// what is valid is what the decoder of core/protocol says, in better words.
// Only the backend uses them, so the worker's compiler does not see them.
//
// It imports: no other room.
package schema

import (
	_ "embed"
	"strings"
)

//go:embed tool.gen.json
var tool string

//go:embed common.gen.json
var common string

//go:embed actions.gen.txt
var actions string

//go:embed wire.gen.json
var wire string

// Tool returns the input schema of the browser tool: {"action": …}.
func Tool() string { return tool }

// Common returns the schema that allows the same and says less: of what is rare it
// has the names and types alone.
func Common() string { return common }

// Action returns what an action takes and what every member means, "" for a name that
// is none.
func Action(name string) string {
	for text := range strings.SplitSeq(strings.TrimSpace(actions), "\n\n") {
		if got, _, _ := strings.Cut(text, "\n"); strings.HasPrefix(got, name+" ") || strings.HasPrefix(got, name+":") {
			return text
		}
	}
	return ""
}

// Wire returns the schema of every message, with actions, events and results
// in its $defs.
func Wire() string { return wire }
