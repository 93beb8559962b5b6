package main

import (
	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/internal/mcp"
)

// structuredHelp is added to the help of a command that serves MCP.
const structuredHelp = `

An agent's model reads the text of an answer. Programs also get the exact result,
as structured content; agents that are known by name do not, because most of
them would show their model that instead of the text, which is shorter and tells
a page's words from bua's. --structured always or never decides it for every client.`

// mcpFlags adds the flags that say what MCP clients are told: which get the exact result, and
// how much of the actions.
func mcpFlags(c *cobra.Command, to *mcp.Structured, tools *mcp.Tools) {
	c.Long += structuredHelp
	chosen(c, to, "structured", "which MCP clients get the exact result beside the text: auto, always or never", mcp.Auto, mcp.Always, mcp.Never)
	chosen(c, tools, "tools", "how much MCP clients are told of the actions: common (rare ones by name) or all; every action can be called either way", mcp.Common, mcp.All)
}

// checked is what knows its own values.
type checked interface {
	~string
	Check() error
}

// chosen adds a flag with a few values, of which the first is the default.
func chosen[T checked](c *cobra.Command, to *T, name, says string, values ...T) {
	*to = values[0]
	c.Flags().Var(choice[T]{to}, name, says)
	var list []string
	for _, v := range values {
		list = append(list, string(v))
	}
	complete(c, name, list...)
}

// choice is the value of such a flag.
type choice[T checked] struct{ to *T }

func (v choice[T]) String() string { return string(*v.to) }
func (v choice[T]) Type() string   { return "choice" }

func (v choice[T]) Set(text string) error {
	*v.to = T(text)
	return (*v.to).Check()
}
