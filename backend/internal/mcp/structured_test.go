package mcp

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/matryer/is"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/core/protocol"
)

func TestStructured_Names(t *testing.T) {
	for name, want := range map[string]bool{
		"claude-code": true, "claude-ai": true, "codex-mcp-client": true, "opencode": true, "cursor-vscode": true,
		"Visual Studio Code": true, "Visual Studio Code - Insiders": true, "github-copilot-developer": true,
		"fast-agent-mcp": true, "gemini-cli-mcp-client": true, "openai-mcp (ChatGPT)": true, "Zed": true,
		"": false, "mcp": false, "test": false, "amplifier": false, "organized": false, "bench": false, "my-precursor": false,
	} {
		t.Run(name, func(t *testing.T) { is.New(t).Equal(agent(name), want) })
	}
}

// TestStructured: an agent known by name gets the text alone, in every kind of
// answer, and a program the exact result; the option overrules both.
func TestStructured(t *testing.T) {
	picture := "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString([]byte("picture"))
	do := func(_ context.Context, _ string, a protocol.Action) (protocol.Result, error) {
		switch a.(type) {
		case protocol.Extract:
			return protocol.ExtractResult{Title: "Orders", Markdown: "# Orders"}, nil
		case protocol.Screenshot:
			return protocol.ScreenshotResult{DataURL: picture}, nil
		}
		return nil, protocol.NewError(protocol.CodeElementStale, "e9 is of a page that is gone: extract again")
	}
	for _, row := range []struct {
		client string
		choice Structured
		exact  bool
	}{
		{"claude-code", "", false}, {"claude-code", Auto, false}, {"claude-code", Always, true}, {"claude-code", Never, false},
		{"test", "", true}, {"test", Auto, true}, {"test", Always, true}, {"test", Never, false},
	} {
		t.Run(row.client+" "+string(row.choice), func(t *testing.T) {
			is := is.New(t)
			s := connectAs(t, row.client, Options{Do: do, Version: "1", Structured: row.choice}, nil)
			r := call(t, s, `{"action":{"type":"extract"}}`)
			is.True(strings.Contains(text(r), "# Orders"))
			is.Equal(r.StructuredContent != nil, row.exact)
			r = call(t, s, `{"action":{"type":"screenshot"}}`)
			shot, ok := r.Content[0].(*sdk.ImageContent)
			is.True(ok)
			is.Equal(string(shot.Data), "picture")
			is.Equal(r.StructuredContent != nil, row.exact)
			r = call(t, s, `{"action":{"type":"click","uid":"e9"},"read":"none"}`)
			is.True(r.IsError)
			is.Equal(text(r), "element_stale: e9 is of a page that is gone: extract again")
			is.Equal(r.StructuredContent != nil, row.exact)
			r = call(t, s, `{"action":{"type":"fly"}}`)
			is.True(r.IsError)
			is.Equal(r.StructuredContent != nil, row.exact)
		})
	}
}
