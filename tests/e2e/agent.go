package e2e

import (
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Agent calls the browser tool as any MCP client does.
type Agent struct {
	session *mcp.ClientSession
	told    atomic.Pointer[func(message string)]
}

// Progress has told called with what is reported while calls are under way.
func (a *Agent) Progress(told func(message string)) { a.told.Store(&told) }

// Answer is what a call answered.
type Answer struct {
	// Result is the structured content.
	Result map[string]any
	// Code and Message are those of a failure, Code "" on success.
	Code, Message string
	// Outcome is whether a failure has happened, where it is told.
	Outcome string
	// Text is the compact text that a model would read.
	Text string
	// Took is how long it took, seen from the agent.
	Took time.Duration
}

// Do runs one action, given as JSON or as a value that marshals to it.
func (a *Agent) Do(ctx context.Context, action any) (Answer, error) {
	if s, ok := action.(string); ok {
		action = json.RawMessage(s)
	}
	return a.call(ctx, map[string]any{"action": action})
}

// Call calls the tool with the arguments, and fails the test as Try does.
func (a *Agent) Call(tb testing.TB, arguments map[string]any) Answer {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 90*time.Second)
	defer cancel()
	out, err := a.call(ctx, arguments)
	if err != nil {
		tb.Fatalf("%v: %v", arguments, err)
	}
	return out
}

func (a *Agent) call(ctx context.Context, arguments map[string]any) (Answer, error) {
	start := time.Now()
	params := &mcp.CallToolParams{Name: "browser", Arguments: arguments}
	if a.told.Load() != nil {
		params.SetProgressToken("product")
	}
	r, err := a.session.CallTool(ctx, params)
	if err != nil {
		return Answer{}, err
	}
	out := Answer{Took: time.Since(start), Text: text(r)}
	raw, err := json.Marshal(r.StructuredContent)
	if err != nil {
		return Answer{}, err
	}
	if err := json.Unmarshal(raw, &out.Result); err != nil || !r.IsError {
		return out, err
	}
	var failure struct {
		Error struct{ Code, Message, Outcome string }
	}
	err = json.Unmarshal(raw, &failure)
	out.Code, out.Message, out.Outcome = failure.Error.Code, failure.Error.Message, failure.Error.Outcome
	return out, err
}

// Try runs one action and returns its answer, success or not. It fails the
// test when the call itself fails or takes over a minute and a half.
func (a *Agent) Try(tb testing.TB, action any) Answer {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), 90*time.Second)
	defer cancel()
	out, err := a.Do(ctx, action)
	if err != nil {
		tb.Fatalf("%v: %v", action, err)
	}
	return out
}

// Get runs one action that must succeed.
func (a *Agent) Get(tb testing.TB, action any) map[string]any {
	tb.Helper()
	out := a.Try(tb, action)
	if out.Code != "" {
		tb.Fatalf("%v: %s: %s", action, out.Code, out.Message)
	}
	return out.Result
}

// Refused runs one action that must fail with the code, and returns the message.
func (a *Agent) Refused(tb testing.TB, code string, action any) string {
	tb.Helper()
	out := a.Try(tb, action)
	if out.Code != code {
		tb.Fatalf("%v: answered %q %q, want %s", action, out.Code, out.Message, code)
	}
	return out.Message
}

// Open opens a tab and returns its id.
func (a *Agent) Open(tb testing.TB, url string) int {
	tb.Helper()
	id, ok := a.Get(tb, map[string]any{"type": "open_tab", "url": url})["tabId"].(float64)
	if !ok {
		tb.Fatal("open_tab answered no tabId")
	}
	return int(id)
}

// Element is a row of extract.
type Element struct {
	UID, Role, Name, Value string
	State                  []string
	Visible                bool
	Level                  int
	Href, Frame            string
}

// Page is what extract answered.
type Page struct {
	Text, Markdown, URL, Title, Snapshot, Truncated string
	Elements                                        []Element
	Omitted                                         int
	Obstacle                                        *struct{ Type, Confidence, Message string }
	Changes                                         *struct{ Added, Changed, Removed []string }
}

// Extract reads a tab; more are further fields of the action.
func (a *Agent) Extract(tb testing.TB, tab int, more map[string]any) Page {
	tb.Helper()
	action := map[string]any{"type": "extract", "tabId": tab}
	for k, v := range more {
		action[k] = v
	}
	raw, err := json.Marshal(a.Get(tb, action))
	if err != nil {
		tb.Fatal(err)
	}
	var p Page
	if err := json.Unmarshal(raw, &p); err != nil {
		tb.Fatal(err)
	}
	return p
}

// UID returns the reference of the element with that role and name.
func (p Page) UID(tb testing.TB, role, name string) string {
	tb.Helper()
	for _, e := range p.Elements {
		if e.Role == role && e.Name == name {
			return e.UID
		}
	}
	tb.Fatalf("extract lists no %s %q: %+v", role, name, p.Elements)
	return ""
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
