package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// server is an MCP server that a driver calls, and what it said.
type server struct {
	session *mcp.ClientSession
	said    int
	log     io.Writer
}

func serve(ctx context.Context, log io.Writer, dir string, argv ...string) (*server, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Stderr = dir, log
	client := mcp.NewClient(&mcp.Implementation{Name: "apps", Version: "1"}, nil)
	s, err := client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return nil, err
	}
	return &server{session: s, log: log}, nil
}

// call returns the text of an answer; an error of the tool is one here.
func (s *server) call(ctx context.Context, tool string, args map[string]any) (string, error) {
	r, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			b.WriteString(t.Text)
		}
	}
	s.said += b.Len()
	fmt.Fprintf(s.log, ">> %s %v\n%s\n", tool, args, b.String())
	if r.IsError {
		first, _, _ := strings.Cut(strings.TrimPrefix(b.String(), "### Error\n"), "\n")
		return "", errors.New(first)
	}
	return b.String(), nil
}

func (s *server) bytes() int { return s.said }

func (s *server) close() { _ = s.session.Close() }

// bua is the product; host is extension or direct.
type bua struct {
	*server
	tab int
}

func newBua(ctx context.Context, log io.Writer, dir, binary, host string) (driver, error) {
	s, err := serve(ctx, log, dir, binary, "mcp", "--launch", "--headless", "--host", host, "--structured", "never", "--config-dir", filepath.Join(dir, "config"))
	if err != nil {
		return nil, err
	}
	return &bua{server: s}, nil
}

func (b *bua) do(ctx context.Context, action map[string]any) (string, error) {
	if b.tab != 0 {
		action["tabId"] = b.tab
	}
	return b.call(ctx, "browser", map[string]any{"action": action})
}

func (b *bua) open(ctx context.Context, url string) error {
	b.tab = 0
	said, err := b.do(ctx, map[string]any{"type": "open_tab", "url": url})
	if err != nil {
		return err
	}
	_, err = fmt.Sscanf(said, "tabId %d", &b.tab)
	return err
}

func (b *bua) read(ctx context.Context) (string, []line, error) {
	said, err := b.do(ctx, map[string]any{"type": "extract"})
	return said, buaLines(said), err
}

func (b *bua) find(ctx context.Context, words string) ([]line, error) {
	if words == "" {
		return nil, nil
	}
	said, err := b.do(ctx, map[string]any{"type": "find", "query": words})
	return buaLines(said), err
}

func (b *bua) act(ctx context.Context, s step, at, to line) error {
	a := map[string]any{"uid": at.ref}
	switch s.kind {
	case click, double, right:
		a["type"] = "click"
		if s.kind == double {
			a["count"] = 2
		}
		if s.kind == right {
			a["button"] = "right"
		}
	case hover:
		a["type"] = "hover"
	case fill:
		a = map[string]any{"type": "fill_form", "fields": []any{map[string]any{"uid": at.ref, "value": s.text}}}
	case insert:
		a["type"], a["text"] = "type", s.text
	case choose:
		a["type"], a["options"] = "select_option", []string{s.text}
	case tick:
		a["type"], a["checked"] = "check", true
	case press:
		a = map[string]any{"type": "press_key", "key": s.text}
	case drag:
		a["type"], a["to"] = "drag", map[string]any{"uid": to.ref}
	case upload:
		data, err := os.ReadFile(s.text)
		if err != nil {
			return err
		}
		a["type"], a["name"], a["data"] = "upload_file", filepath.Base(s.text), base64.StdEncoding.EncodeToString(data)
	case answer:
		a = map[string]any{"type": "dialog", "do": "accept"}
		if s.text != "" {
			a["text"] = s.text
		}
	case decide:
		a = map[string]any{"type": "dialog", "do": "dismiss"}
	case take:
		return b.take(ctx, s.text)
	}
	said, err := b.do(ctx, a)
	if err == nil && s.kind == fill && strings.Contains(said, "error") && strings.Contains(said, "element_") {
		return errors.New(said)
	}
	return err
}

// take reads the newest download, as its agent would, into a file.
func (b *bua) take(ctx context.Context, file string) error {
	said, err := b.do(ctx, map[string]any{"type": "downloads", "do": "wait"})
	if err != nil {
		return err
	}
	id := regexp.MustCompile(`\bf-\d+\b`).FindString(said)
	if said, err = b.do(ctx, map[string]any{"type": "downloads", "do": "read", "downloadId": id}); err != nil {
		return err
	}
	_, text, _ := strings.Cut(said, "---\n")
	if end := strings.LastIndex(text, "</untrusted "); end >= 0 {
		text = text[:end]
	}
	if !strings.Contains(said, strconv.Quote(filepath.Base(file))) {
		return fmt.Errorf("no download of %s: %s", filepath.Base(file), said)
	}
	return os.WriteFile(file, []byte(text), 0o644)
}

// peer is Playwright MCP.
type peer struct {
	*server
	// saved is its folder of downloads.
	saved string
}

func newPeer(ctx context.Context, log io.Writer, dir, modules string) (driver, error) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		return nil, err
	}
	s, err := serve(ctx, log, dir, "node", filepath.Join(modules, "node_modules", "@playwright", "mcp", "cli.js"), "--headless",
		"--executable-path", chromium, "--no-sandbox", "--isolated", "--viewport-size", "1280,800", "--allow-unrestricted-file-access", "--output-dir", filepath.Join(dir, "saved"))
	if err != nil {
		return nil, err
	}
	return &peer{s, filepath.Join(dir, "saved")}, nil
}

func (p *peer) open(ctx context.Context, url string) error {
	if _, err := p.call(ctx, "browser_tabs", map[string]any{"action": "new"}); err != nil {
		return err
	}
	_, err := p.call(ctx, "browser_navigate", map[string]any{"url": url})
	return err
}

func (p *peer) read(ctx context.Context) (string, []line, error) {
	said, err := p.call(ctx, "browser_snapshot", map[string]any{})
	return said, peerLines(said), err
}

// find has nothing to add: a snapshot shows all that its own search finds.
func (p *peer) find(context.Context, string) ([]line, error) { return nil, nil }

func (p *peer) act(ctx context.Context, s step, at, to line) error {
	tool, a := "browser_click", map[string]any{"element": s.at.role, "target": at.ref}
	switch s.kind {
	case double:
		a["doubleClick"] = true
	case right:
		a["button"] = "right"
	case hover:
		tool = "browser_hover"
	case fill, insert:
		if s.kind == insert && !strings.Contains("textbox searchbox combobox", at.role) {
			return p.keys(ctx, s.text)
		}
		tool = "browser_type"
		a["text"] = s.text
		if s.kind == insert {
			a["slowly"] = true
		}
	case choose:
		tool = "browser_select_option"
		a["values"] = []string{s.text}
	case tick:
		tool = "browser_fill_form"
		a = map[string]any{"fields": []any{map[string]any{"name": s.at.role, "target": at.ref, "type": "checkbox", "value": "true"}}}
	case press:
		tool, a = "browser_press_key", map[string]any{"key": s.text}
	case drag:
		tool = "browser_drag"
		a = map[string]any{"startElement": s.at.role, "startTarget": at.ref, "endElement": s.to.role, "endTarget": to.ref}
	case upload:
		if _, err := p.call(ctx, tool, a); err != nil {
			return err
		}
		tool, a = "browser_file_upload", map[string]any{"paths": []string{s.text}}
	case answer:
		tool, a = "browser_handle_dialog", map[string]any{"accept": true}
		if s.text != "" {
			a["promptText"] = s.text
		}
	case decide:
		tool, a = "browser_handle_dialog", map[string]any{"accept": false}
	case take:
		return p.take(ctx, s.text)
	}
	_, err := p.call(ctx, tool, a)
	return err
}

// take copies the file that the peer has saved, when it has.
func (p *peer) take(ctx context.Context, file string) error {
	var err error
	for until := time.Now().Add(patience); time.Now().Before(until); pause(ctx) {
		var found []string
		if found, err = filepath.Glob(filepath.Join(p.saved, "*"+strings.ReplaceAll(filepath.Base(file), ".", "*"))); err == nil && len(found) > 0 {
			var data []byte
			if data, err = os.ReadFile(found[0]); err == nil {
				return os.WriteFile(file, data, 0o644)
			}
		}
	}
	return errors.Join(errNotShown, err)
}

// keys types into what has the focus: typing at an element that is no field
// goes nowhere, and a part of an editor is none.
func (p *peer) keys(ctx context.Context, text string) error {
	for _, r := range text {
		k := string(r)
		if k == " " {
			k = "Space"
		}
		if _, err := p.call(ctx, "browser_press_key", map[string]any{"key": k}); err != nil {
			return err
		}
	}
	return nil
}
