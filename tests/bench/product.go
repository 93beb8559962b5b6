package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
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
	// As the agents get it that have a model to read it: the text alone.
	cmd := exec.Command(binary, "mcp", "--launch", "--headless", "--structured", "never", "--config-dir", dir)
	client := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	s, err := client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return nil, err
	}
	return &product{cmd: cmd, session: s}, nil
}

func (p *product) close() { _ = p.session.Close() }

// call runs one action and returns its text.
func (p *product) call(ctx context.Context, action map[string]any) (string, error) {
	if _, named := action["tabId"]; !named && p.tab != 0 && action["type"] != "open_tab" {
		action["tabId"] = p.tab
	}
	r, err := p.session.CallTool(ctx, &mcp.CallToolParams{Name: "browser", Arguments: map[string]any{"action": action}})
	if err != nil {
		return "", err
	}
	if r.IsError {
		return "", fmt.Errorf("%v: %s", action["type"], text(r))
	}
	return text(r), nil
}

// does is call as a timed act.
func (p *product) does(action map[string]any) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := p.call(ctx, action)
		return err
	}
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
	said, err := p.call(ctx, map[string]any{"type": "open_tab", "url": url})
	if err != nil {
		return err
	}
	if _, err := fmt.Sscanf(said, "tabId %d", &p.tab); err != nil {
		return fmt.Errorf("open_tab answered %q", said)
	}
	return nil
}

// uid extracts the page and returns the reference of the element so named.
func (p *product) uid(ctx context.Context, name string) (string, error) {
	said, err := p.call(ctx, map[string]any{"type": "extract"})
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(said) {
		if uid, rest, _ := strings.Cut(line, " "); strings.HasPrefix(uid, "e") && strings.Contains(rest, strconv.Quote(name)) {
			return uid, nil
		}
	}
	return "", fmt.Errorf("extract lists no element named %q: %s", name, said)
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
	_, err = p.call(ctx, map[string]any{"type": "click", "selector": "#send"})
	return time.Since(start), err
}
