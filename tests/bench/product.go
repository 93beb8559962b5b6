package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// product drives the built bua as an agent does.
type product struct {
	cmd     *exec.Cmd
	session *mcp.ClientSession
	tab     int
}

func newProduct(ctx context.Context, binary string) (*product, error) {
	dir, err := os.MkdirTemp("", "bua-bench-")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(binary, "mcp", "--launch", "--headless", "--config-dir", dir)
	client := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	s, err := client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return nil, err
	}
	return &product{cmd: cmd, session: s}, nil
}

func (p *product) close() { _ = p.session.Close() }

// call runs one action and decodes its structured result into out.
func (p *product) call(ctx context.Context, action map[string]any, out any) error {
	if _, named := action["tabId"]; !named && p.tab != 0 && action["type"] != "open_tab" {
		action["tabId"] = p.tab
	}
	r, err := p.session.CallTool(ctx, &mcp.CallToolParams{Name: "browser", Arguments: map[string]any{"action": action}})
	if err != nil {
		return err
	}
	if r.IsError {
		return fmt.Errorf("%v: %s", action["type"], text(r))
	}
	if out == nil {
		return nil
	}
	raw, err := json.Marshal(r.StructuredContent)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, out)
}

func text(r *mcp.CallToolResult) string {
	var b strings.Builder
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			b.WriteString(t.Text)
		}
	}
	return b.String()
}

func (p *product) open(ctx context.Context, url string) error {
	var out struct {
		TabID int `json:"tabId"`
	}
	if err := p.call(ctx, map[string]any{"type": "open_tab", "url": url}, &out); err != nil {
		return err
	}
	p.tab = out.TabID
	return nil
}

// uid extracts the page and returns the reference of the element so named.
func (p *product) uid(ctx context.Context, name string) (string, error) {
	var out struct {
		Elements []struct{ UID, Role, Name string }
	}
	if err := p.call(ctx, map[string]any{"type": "extract"}, &out); err != nil {
		return "", err
	}
	for _, e := range out.Elements {
		if e.Name == name {
			return e.UID, nil
		}
	}
	return "", fmt.Errorf("extract lists no element named %q among %d", name, len(out.Elements))
}

// coldProduct starts everything, opens a page and clicks in it.
func coldProduct(ctx context.Context, binary, url string) (time.Duration, error) {
	start := time.Now()
	p, err := newProduct(ctx, binary)
	if err != nil {
		return 0, err
	}
	defer p.close()
	if err := p.open(ctx, url); err != nil {
		return 0, err
	}
	err = p.call(ctx, map[string]any{"type": "click", "selector": "#send"}, nil)
	return time.Since(start), err
}
