package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/coder/websocket"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/backend/chromium"
	"github.com/zapvol/bua/tests/cdp"
)

// floor is bua's shape with nothing in it: an MCP client, a process of Go, a socket, a
// worker, chrome.debugger. It does what [direct] does, with the same commands, and reads a page
// as its bare text, so what a row takes here is what the way costs.
type floor struct{ session *mcp.ClientSession }

// deed is what the floor is asked to do: a method of [driver], or one of its deeds.
type deed struct {
	Do string `json:"do"`
	On string `json:"on,omitempty"` // an address or a selector
}

func newFloor(ctx context.Context) (*floor, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	s, err := client.Connect(ctx, &mcp.CommandTransport{Command: exec.Command(program, "-serve-floor")}, nil)
	if err != nil {
		return nil, err
	}
	return &floor{s}, nil
}

func (f *floor) close() { _ = f.session.Close() }

func (f *floor) does(do, on string) act {
	return func(ctx context.Context) error {
		r, err := f.session.CallTool(ctx, &mcp.CallToolParams{Name: "do", Arguments: deed{do, on}})
		if err == nil && r.IsError {
			err = errors.New(do + ": " + text(r))
		}
		return err
	}
}

func (f *floor) open(ctx context.Context, url string) error     { return f.does("open", url)(ctx) }
func (f *floor) leave(ctx context.Context) error                { return f.does("leave", "")(ctx) }
func (f *floor) tree(ctx context.Context) error                 { return f.does("tree", "")(ctx) }
func (f *floor) click(ctx context.Context, target string) error { return f.does("press", target)(ctx) }

func (f *floor) deeds(ctx context.Context) (map[string]act, error) {
	names, err := (&direct{}).deeds(ctx)
	out := map[string]act{}
	for name := range names {
		out[name] = f.does(name, "")
	}
	return out, err
}

// serveFloor is the process of Go: an MCP server on stdio.
func serveFloor(ctx context.Context) error {
	d, done, err := throughWorker(ctx)
	if err != nil {
		return err
	}
	defer done()
	deeds, err := d.deeds(ctx)
	if err != nil {
		return err
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "floor", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "do"}, func(ctx context.Context, _ *mcp.CallToolRequest, a deed) (*mcp.CallToolResult, any, error) {
		var err error
		switch a.Do {
		case "open":
			err = d.open(ctx, a.On)
		case "leave":
			err = d.leave(ctx)
		case "tree":
			err = d.conn.Eval(ctx, d.session, "document.body.innerText", nil) // not the tree: its bytes are no part of the way
		case "press":
			err = d.click(ctx, a.On)
		default:
			err = deeds[a.Do](ctx)
		}
		return nil, nil, err
	})
	return server.Run(ctx, &mcp.StdioTransport{})
}

// relay is the worker: it does the commands of a DevTools socket by chrome.debugger. A
// session is a tab's number.
const relay = `const ws = new WebSocket("ws://%s/");
const say = (m) => ws.send(JSON.stringify(m));
chrome.debugger.onEvent.addListener((s, method, params) => say({method, params, sessionId: String(s.tabId)}));
const own = {
  "Target.createTarget": async (p) => ({targetId: String((await chrome.tabs.create({url: p.url})).id)}),
  "Target.attachToTarget": async (p) => (await chrome.debugger.attach({tabId: +p.targetId}, "1.3"), {sessionId: p.targetId}),
  "Target.closeTarget": (p) => chrome.tabs.remove(+p.targetId),
};
ws.onmessage = async (e) => {
  const {id, sessionId, method, params} = JSON.parse(e.data);
  try {
    say({id, result: (await (own[method] ? own[method](params) : chrome.debugger.sendCommand({tabId: +sessionId}, method, params ?? {}))) ?? {}});
  } catch (error) {
    say({id, error: {code: -1, message: String(error)}});
  }
};`

// throughWorker is a [direct] whose commands go to a worker by a socket.
func throughWorker(ctx context.Context) (d *direct, done func(), err error) {
	dir, err := os.MkdirTemp("", "bua-floor-")
	if err != nil {
		return nil, nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	came := make(chan *websocket.Conn, 1)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}); err == nil { // an extension's origin
			came <- ws
		}
	})}
	go func() { _ = server.Serve(l) }()
	manifest, _ := json.Marshal(map[string]any{
		"manifest_version": 3, "name": "floor", "version": "1", "permissions": []string{"debugger", "tabs"},
		"background": map[string]any{"service_worker": "worker.js"},
	})
	for name, text := range map[string]string{"manifest.json": string(manifest), "worker.js": fmt.Sprintf(relay, l.Addr())} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return nil, nil, err
		}
	}
	b, err := chromium.Launch(ctx, chromium.Options{Headless: true, Extension: dir})
	if err != nil {
		return nil, nil, err
	}
	select {
	case ws := <-came:
		d = &direct{browser: b, conn: cdp.On(ws)}
	case <-ctx.Done():
		b.Close()
		return nil, nil, ctx.Err()
	}
	return d, func() {
		d.close()
		_ = server.Close()
		_ = os.RemoveAll(dir)
	}, nil
}
