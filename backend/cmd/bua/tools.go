package main

import (
	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/internal/mcp"
)

// toolsFlag adds the flag that says how much MCP clients are told of the actions.
func toolsFlag(c *cobra.Command, to *mcp.Tools) {
	*to = mcp.Common
	c.Flags().Var((*toolsValue)(to), "tools", "how much MCP clients are told of the actions: common (rare ones by name) or all; every action can be called either way")
	_ = c.RegisterFlagCompletionFunc("tools", cobra.FixedCompletions(
		[]string{string(mcp.Common), string(mcp.All)}, cobra.ShellCompDirectiveNoFileComp))
}

// toolsValue is the flag's value.
type toolsValue mcp.Tools

func (v *toolsValue) String() string { return string(*v) }
func (v *toolsValue) Type() string   { return "choice" }

func (v *toolsValue) Set(text string) error {
	*v = toolsValue(text)
	return mcp.Tools(text).Check()
}
