package mcp

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Structured says which clients get the exact protocol result as structured
// content beside the text.
//
// The text is what a model is meant to read: short, with what the page wrote
// between markers. Most agents hand their model the structured content instead
// where there is some, or both: then it reads the long form, a screenshot as
// base64, and no marker. Programs want the exact result.
type Structured string

// The choices; empty is the first.
const (
	// Auto leaves it away from clients that call themselves one of the agents.
	Auto Structured = "auto"
	// Always sends it to every client.
	Always Structured = "always"
	// Never sends it to none.
	Never Structured = "never"
)

// Check refuses what is none of the choices.
func (s Structured) Check() error {
	switch s {
	case "", Auto, Always, Never:
		return nil
	}
	return errors.New("must be auto, always or never")
}

// to reports whether the client of a request gets it.
func (s Structured) to(req *sdk.CallToolRequest) bool {
	switch s {
	case Always:
		return true
	case Never:
		return false
	}
	c := req.ClientInfo()
	return c == nil || !agent(c.Name)
}

// agents are words in the names by which programs with a model call
// themselves when they connect.
var agents = []string{
	"amp", "antigravity", "claude", "cline", "codex", "copilot", "crush", "cursor", "devin", "gemini", "goose", "jetbrains",
	"junie", "kilo", "kimi", "kiro", "librechat", "mastra", "openai", "opencode", "qwen", "roo", "trae", "vscode", "warp",
	"windsurf", "zed",
}

// agent reports whether a client's name is that of a known agent: "claude-code",
// "Visual Studio Code - Insiders", "codex-mcp-client".
func agent(name string) bool {
	name = strings.ToLower(name)
	if strings.HasPrefix(name, "visual studio") || strings.HasPrefix(name, "fast-agent") {
		return true
	}
	return slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }),
		func(word string) bool { return slices.Contains(agents, word) })
}
