package mcp

import (
	"encoding/json"
	"errors"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/protocol/schema"
)

// Tools says how much the tool's text tells of the actions. Every action can be called
// either way.
type Tools string

// The choices; empty is the first.
const (
	// Common tells names and types alone of what is rare.
	Common Tools = "common"
	// All explains everything.
	All Tools = "all"
)

// Check refuses what is none of the choices.
func (t Tools) Check() error {
	switch t {
	case "", Common, All:
		return nil
	}
	return errors.New("must be common or all")
}

func (t Tools) schema() string {
	if t == All {
		return schema.Tool()
	}
	return schema.Common()
}

// types are the types of actions.
func types() (all string) {
	for i, k := range protocol.Kinds() {
		if i > 0 {
			all += ", "
		}
		all += string(k)
	}
	return all
}

// describe answers a call that asks what an action takes; it is nil for any other.
func describe(arguments json.RawMessage, exact bool) *sdk.CallToolResult {
	var given map[string]json.RawMessage
	if json.Unmarshal(arguments, &given) != nil || given["describe"] == nil {
		return nil
	}
	if len(given) > 1 {
		return refusal(protocol.NewError(protocol.CodeInvalidAction, "describe stands alone; nothing was done"), exact)
	}
	var name string
	_ = json.Unmarshal(given["describe"], &name) // what is no string names no action
	text := schema.Action(name)
	if text == "" {
		return refusal(protocol.NewError(protocol.CodeInvalidAction, "describe must be one of "+types()), exact)
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}
