package install

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// agent is a program that speaks MCP, and where it keeps its servers.
type agent struct {
	name   string
	format format
	under  string
	// files are where it looks, the first that is there is meant, else the first.
	files []string
	// here are the folders of which one is there where the agent is.
	here []string
	// value is the server as this agent writes it.
	value func(program string) any
}

// command is an MCP server as most agents write it.
func command(program string) any {
	return map[string]any{"command": program, "args": []string{"mcp"}}
}

func typed(program string) any {
	return map[string]any{"type": "stdio", "command": program, "args": []string{"mcp"}}
}

// agents are those that are known, with their files on this machine.
func (m Machine) agents() []agent {
	codex := os.Getenv("CODEX_HOME")
	if codex == "" || m.Root != "" {
		codex = m.home(".codex")
	}
	desktop := m.config("Claude")
	open := m.config("opencode")
	if m.System != "linux" { // it goes by XDG everywhere
		open = m.home(".config/opencode")
	}
	return []agent{
		{"Claude Code", formatJSONC, "mcpServers", []string{m.home(".claude.json")}, []string{m.home(".claude"), m.home(".claude.json")}, typed},
		{"Claude Desktop", formatJSONC, "mcpServers", []string{filepath.Join(desktop, "claude_desktop_config.json")}, []string{desktop}, command},
		{"Codex", formatTOML, "mcp_servers", []string{filepath.Join(codex, "config.toml")}, []string{codex}, func(program string) any {
			// help waits two minutes for the person.
			return map[string]any{"command": program, "args": []string{"mcp"}, "tool_timeout_sec": 180}
		}},
		{"Gemini CLI", formatJSONC, "mcpServers", []string{m.home(".gemini/settings.json")}, []string{m.home(".gemini")}, command},
		{"VS Code", formatJSONC, "servers", []string{m.config("Code/User/mcp.json")}, []string{m.config("Code/User")}, typed},
		{"Cursor", formatJSONC, "mcpServers", []string{m.home(".cursor/mcp.json")}, []string{m.home(".cursor")}, command},
		{"OpenCode", formatJSONC, "mcp", []string{filepath.Join(open, "opencode.json"), filepath.Join(open, "opencode.jsonc")}, []string{open}, func(program string) any {
			return map[string]any{"type": "local", "command": []string{program, "mcp"}, "enabled": true}
		}},
	}
}

// agents plans the entry in each agent that is found.
func (p *planner) agents() {
	found := false
	for _, a := range p.m.agents() {
		if !there(a.here) {
			continue
		}
		found = true
		c := Change{Kind: KindEntry, What: "MCP server " + p.o.Entry + " for " + a.name, Path: a.files[0], Asks: a.name, mode: 0o600}
		for _, f := range a.files {
			if there([]string{f}) {
				c.Path = f
				break
			}
		}
		value, err := json.Marshal(a.value(p.o.Program))
		if err == nil {
			c.entry = &entry{Format: a.format, Under: a.under, Name: p.o.Entry, Value: value}
			c.Old, err = read(c.Path)
		}
		if err == nil {
			c.New, c.Done, err = c.entry.add(p.l.without(c))
		}
		if err != nil {
			c.Wrong = err.Error()
		}
		p.Changes = append(p.Changes, c)
	}
	if !found {
		p.note("no agent was found; bua install again adds bua to one, and any that speaks MCP takes the command " + p.o.Program + " mcp")
	}
}

func there(paths []string) bool {
	for _, path := range paths {
		if _, err := os.Stat(path); err == nil {
			return true
		}
	}
	return false
}
