package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// product drives the built bua as an agent does.
type product struct {
	cmd     *exec.Cmd
	session *mcp.ClientSession
	dir     string
	tab     int
}

func newProduct(ctx context.Context, binary, host string, flags ...string) (*product, error) {
	dir, err := os.MkdirTemp("", "bua-bench-")
	if err != nil {
		return nil, err
	}
	return connect(ctx, dir, binary, append(flags, "--launch", "--headless", "--host", host)...)
}

// beside starts a further agent on the backend of this one, which listens there, and on its browser.
func (p *product) beside(ctx context.Context, binary, at string) (*product, error) {
	return connect(ctx, p.dir, binary, "--listen", at)
}

// connect starts a bua for one agent, which gets what agents get that have a
// model to read it: the text alone.
func connect(ctx context.Context, dir, binary string, flags ...string) (*product, error) {
	cmd := exec.Command(binary, append([]string{"mcp", "--structured", "never", "--config-dir", dir}, flags...)...)
	client := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	s, err := client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return nil, err
	}
	return &product{cmd: cmd, session: s, dir: dir}, nil
}

func (p *product) close() { _ = p.session.Close() }

// call runs one action and returns its text.
func (p *product) call(ctx context.Context, action map[string]any) (string, error) {
	if _, named := action["tabId"]; !named && p.tab != 0 && action["type"] != "open_tab" {
		action["tabId"] = p.tab
	}
	return p.ask(ctx, map[string]any{"action": action})
}

// ask calls the tool and returns its text.
func (p *product) ask(ctx context.Context, arguments map[string]any) (string, error) {
	r, err := p.session.CallTool(ctx, &mcp.CallToolParams{Name: "browser", Arguments: arguments})
	if err != nil {
		return "", err
	}
	if r.IsError {
		return "", fmt.Errorf("%v: %s", arguments, text(r))
	}
	return text(r), nil
}

// asks is a timed act of one action that is answered with a kind of reading.
func (p *product) asks(action map[string]any, read string) act {
	return func(ctx context.Context) error {
		_, err := p.ask(ctx, map[string]any{"action": action, "read": read})
		return err
	}
}

// does is call as a timed act.
func (p *product) does(action map[string]any) act {
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

// leave closes the tab that was opened last, if any.
func (p *product) leave(ctx context.Context) error {
	if p.tab == 0 {
		return nil
	}
	_, err := p.call(ctx, map[string]any{"type": "close_tab"})
	p.tab = 0
	return err
}

// tree reads the page.
func (p *product) tree(ctx context.Context) error {
	_, err := p.call(ctx, map[string]any{"type": "extract"})
	return err
}

// uid extracts the page and returns the reference of the element so named.
func (p *product) uid(ctx context.Context, name string) (string, error) {
	said, err := p.call(ctx, map[string]any{"type": "extract"})
	if err != nil {
		return "", err
	}
	if m := regexp.MustCompile(`\[` + regexp.QuoteMeta(name) + ` (e\d+)\]`).FindStringSubmatch(said); m != nil { // in a table or list
		return m[1], nil
	}
	for line := range strings.Lines(said) {
		if uid, rest, _ := strings.Cut(line, " "); strings.HasPrefix(uid, "e") && strings.Contains(rest, strconv.Quote(name)) {
			return uid, nil
		}
	}
	return "", fmt.Errorf("extract lists no element named %q: %s", name, said)
}

func (p *product) deeds(ctx context.Context) (map[string]act, error) {
	send, err := p.uid(ctx, "Send")
	if err != nil {
		return nil, err
	}
	name, err := p.uid(ctx, "Name")
	if err != nil {
		return nil, err
	}
	return map[string]act{
		"click":      p.does(map[string]any{"type": "click", "uid": send}),
		"type":       p.does(map[string]any{"type": "type", "uid": name, "text": "x"}),
		"type 50":    p.does(map[string]any{"type": "type", "uid": name, "text": fifty}),
		"press_key":  p.does(map[string]any{"type": "press_key", "key": "Escape"}),
		"evaluate":   p.does(map[string]any{"type": "evaluate", "expression": "return 1+1"}),
		"screenshot": p.does(map[string]any{"type": "screenshot"}),
	}, nil
}

func (p *product) click(ctx context.Context, selector string) error {
	_, err := p.call(ctx, map[string]any{"type": "click", "selector": selector})
	return err
}

// hello is how long it takes from the start of the process until it has said
// which tools it offers.
func hello(ctx context.Context, binary, host string) (time.Duration, error) {
	start := time.Now()
	p, err := newProduct(ctx, binary, host)
	if err != nil {
		return 0, err
	}
	defer p.close()
	if _, err := p.session.ListTools(ctx, nil); err != nil {
		return 0, err
	}
	return time.Since(start), nil
}
