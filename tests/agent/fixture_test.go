package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/tests/e2e"
)

// bound is how long anything here may take before it counts as a hang.
const bound = 30 * time.Second

// binary is the built bua.
var binary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "bua-agent-test-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		if binary = os.Getenv("BUA_BINARY"); binary != "" {
			return m.Run() // the suite has built it
		}
		binary = filepath.Join(dir, "bua")
		if out, err := exec.Command("go", "build", "-o", binary, "github.com/zapvol/bua/backend/cmd/bua").CombinedOutput(); err != nil {
			fmt.Fprintln(os.Stderr, string(out), err)
			return 1
		}
		return m.Run()
	}())
}

// bridge stands in for the browsers.
type bridge struct {
	e2e.Bridge
	mu    sync.Mutex
	asked []protocol.Action
	// answers to a kind; ok for those that are not there.
	answers map[protocol.Kind]protocol.Result
	fails   map[protocol.Kind]error
	// blocks on every call until it is cancelled, and says so.
	blocks    bool
	cancelled chan struct{}
}

func (b *bridge) Do(ctx context.Context, _ protocol.Caller, _ string, a protocol.Action) (protocol.Result, error) {
	b.mu.Lock()
	b.asked = append(b.asked, a)
	r, err := b.answers[a.Kind()], b.fails[a.Kind()]
	b.mu.Unlock()
	if b.blocks {
		<-ctx.Done()
		close(b.cancelled)
		return nil, protocol.NewError(protocol.CodeInternal, "aborted by caller")
	}
	switch {
	case err != nil:
		return nil, err
	case r != nil:
		return r, nil
	case a.Kind() == protocol.KindGetTabs:
		return protocol.TabsResult{}, nil
	default:
		return protocol.OK{OK: true}, nil
	}
}

func (b *bridge) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.asked)
}

func (b *bridge) Devices(string) []httpapi.Device {
	return []httpapi.Device{{ID: "d1", Name: "laptop", Browser: "Chromium", Connected: true}}
}

func (b *bridge) Pair(string) (httpapi.Code, error) {
	return httpapi.Code{Code: "ABCD-EFGH", ExpiresAt: time.Now().Add(time.Minute), ServerURL: "ws://127.0.0.1:1"}, nil
}

func (b *bridge) Revoke(_, device string) error {
	if device == "d1" {
		return nil
	}
	return protocol.NewError(protocol.CodeInvalidAction, "device: no such device; bua devices lists them")
}

// serve starts a backend in this process.
func serve(t *testing.T, b *bridge, set ...func(*app.Options)) (*app.Main, app.Home) {
	t.Helper()
	home := app.Home(t.TempDir())
	o := app.Options{Home: home, Address: "127.0.0.1:0", Bridge: b, Version: "test"}
	for _, s := range set {
		s(&o)
	}
	m := e2e.Backend(t, o)
	return m, home
}

// command runs the binary and returns what it printed and its exit code.
func command(t *testing.T, home app.Home, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	return e2e.Command(t, binary, home, stdin, args...)
}

// public is the name of a server of an organisation's.
const public = "bua.example.com"

// request asks a backend and reads the whole answer. Of the header a value "" takes one away, and Host
// is the name that is asked.
func request(t *testing.T, m *app.Main, method, path, token, body string, header ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, m.URL()+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		if req.Header.Set(header[i], header[i+1]); header[i] == "Host" {
			req.Host = header[i+1]
		}
		if header[i+1] == "" {
			req.Header.Del(header[i])
		}
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.Header.Get("Content-Type") == "text/event-stream" && method == http.MethodGet {
		return resp, "" // it does not end
	}
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(data)
}

// door is one way for an agent to call the tool.
type door struct {
	name string
	dial func(m *app.Main, home app.Home, flags ...string) mcp.Transport
}

// open connects a client.
func (d door) open(t *testing.T, m *app.Main, home app.Home) *mcp.ClientSession {
	t.Helper()
	return client(t, "test", d.dial(m, home))
}

var doors = []door{
	{"stdio", func(_ *app.Main, home app.Home, flags ...string) mcp.Transport {
		cmd := exec.Command(binary, append([]string{"mcp", "--config-dir", string(home)}, flags...)...)
		cmd.Stderr = os.Stderr
		return &mcp.CommandTransport{Command: cmd}
	}},
	{"http", func(m *app.Main, _ app.Home, _ ...string) mcp.Transport {
		return &mcp.StreamableClientTransport{Endpoint: m.URL() + "/mcp", HTTPClient: withToken(m.Token())}
	}},
}

// client connects as a client of that name.
func client(t *testing.T, name string, tr mcp.Transport) *mcp.ClientSession {
	t.Helper()
	s, err := mcp.NewClient(&mcp.Implementation{Name: name, Version: "1"}, nil).Connect(t.Context(), tr, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func withToken(token string) *http.Client { return &http.Client{Transport: e2e.Bearer(token)} }

func call(t *testing.T, s *mcp.ClientSession, arguments string) *mcp.CallToolResult {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), bound)
	defer cancel()
	r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "browser", Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func text(r *mcp.CallToolResult) string {
	if len(r.Content) == 0 {
		return ""
	}
	if c, ok := r.Content[0].(*mcp.TextContent); ok {
		return c.Text
	}
	return ""
}
