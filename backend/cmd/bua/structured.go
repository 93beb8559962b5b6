package main

import (
	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/internal/mcp"
)

const structuredHelp = `

An agent's model reads the text of an answer. Programs also get the exact result,
as structured content; agents that are known by name do not, because most of
them would show their model that instead of the text, which is shorter and tells
a page's words from bua's. --structured always or never decides it for every client.`

// structured adds the flag that says which MCP clients get the exact result.
func structured(c *cobra.Command, to *mcp.Structured) {
	*to = mcp.Auto
	c.Long += structuredHelp
	c.Flags().Var((*structuredValue)(to), "structured", "which MCP clients get the exact result beside the text: auto, always or never")
	_ = c.RegisterFlagCompletionFunc("structured", cobra.FixedCompletions(
		[]string{string(mcp.Auto), string(mcp.Always), string(mcp.Never)}, cobra.ShellCompDirectiveNoFileComp))
}

// structuredValue is the flag's value.
type structuredValue mcp.Structured

func (v *structuredValue) String() string { return string(*v) }
func (v *structuredValue) Type() string   { return "choice" }

func (v *structuredValue) Set(text string) error {
	*v = structuredValue(text)
	return mcp.Structured(text).Check()
}
