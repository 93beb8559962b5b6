package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/core/protocol"
)

type do = func(context.Context, string, protocol.Action) (protocol.Result, error)

// connect returns a client of a server that runs actions through f.
func connect(t *testing.T, f do, o *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	return connectAs(t, "test", Options{Do: f, Version: "1"}, o)
}

// connectAs is connect for a client with that name.
func connectAs(t *testing.T, name string, server Options, o *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	here, there := sdk.NewInMemoryTransports()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = New(server).Connect(ctx, there)
	}()
	s, err := sdk.NewClient(&sdk.Implementation{Name: name, Version: "1"}, o).Connect(ctx, here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(); cancel(); <-ended })
	return s
}

func call(t *testing.T, s *sdk.ClientSession, arguments string) *sdk.CallToolResult {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	r, err := s.CallTool(ctx, &sdk.CallToolParams{Name: "browser", Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func text(r *sdk.CallToolResult) string {
	if t, ok := r.Content[0].(*sdk.TextContent); ok {
		return t.Text
	}
	return ""
}

func structure(t *testing.T, r *sdk.CallToolResult) string {
	t.Helper()
	raw, err := json.Marshal(r.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestServer_BadArguments(t *testing.T) {
	called := false
	s := connect(t, func(context.Context, string, protocol.Action) (protocol.Result, error) {
		called = true
		return protocol.OK{OK: true}, nil
	}, nil)
	for _, row := range []struct{ name, in, field string }{
		{"no action", `{}`, "action"},
		{"an action that is null", `{"action":null}`, "action"},
		{"an action that is a string", `{"action":"get_tabs"}`, "action"},
		{"an action that is a string with half an object", `{"action":"{\"type\":"}`, "action"},
		{"an action that is a string in a string", `{"action":"\"{}\""}`, "action"},
		{"an action that is a list", `{"action":[]}`, "action"},
		{"an action without type", `{"action":{}}`, "type"},
		{"an unknown type", `{"action":{"type":"fly"}}`, "type"},
		{"a type that is a number", `{"action":{"type":1}}`, "type"},
		{"the action's members at the top", `{"type":"click","uid":"e1"}`, "type"},
		{"an argument that does not exist", `{"action":{"type":"get_tabs"},"tab":1}`, "tab"},
		{"a device that is a number", `{"action":{"type":"get_tabs"},"device":1}`, "device"},
		{"a device that is too long", `{"action":{"type":"get_tabs"},"device":"` + strings.Repeat("x", 65) + `"}`, "device"},
		{"neither uid nor selector", `{"action":{"type":"click"}}`, "uid"},
		{"both uid and selector", `{"action":{"type":"click","uid":"e1","selector":"a"}}`, "uid"},
		{"a wait over the limit", `{"action":{"type":"wait_for","uid":"e1","timeoutMs":60001}}`, "timeoutMs"},
		{"a tabId that is a string", `{"action":{"type":"click","uid":"e1","tabId":"4"}}`, "tabId"},
		{"a direction that does not exist", `{"action":{"type":"scroll","direction":"left"}}`, "direction"},
		{"no url", `{"action":{"type":"navigate"}}`, "url"},
		{"action and actions", `{"action":{"type":"get_tabs"},"actions":[{"type":"get_tabs"}]}`, "actions"},
		{"no actions", `{"actions":[]}`, "actions"},
		{"too many actions", `{"actions":[` + strings.Repeat(`{"type":"get_tabs"},`, 20) + `{"type":"get_tabs"}]}`, "actions"},
		{"actions that are an object", `{"actions":{"type":"get_tabs"}}`, "actions"},
		{"actions that are a string", `{"actions":"get_tabs"}`, "actions"},
		{"a later action that is wrong", `{"actions":[{"type":"get_tabs"},{"type":"click"}]}`, "actions[1]: action must have exactly one of uid and selector"},
		{"a reading that does not exist", `{"action":{"type":"get_tabs"},"read":"all"}`, "read"},
		{"a reading that is a number", `{"action":{"type":"get_tabs"},"read":1}`, "read"},
		{"a url over the limit", `{"action":{"type":"navigate","url":"https://a/` + strings.Repeat("x", 3000) + `"}}`, "url"},
		{"no text", `{"action":{"type":"type","uid":"e1"}}`, "text"},
		{"an argument over the limit", `{"action":{"type":"type","uid":"e1","text":"` + strings.Repeat("x", protocol.MaxToExtension) + `"}}`, "action"},
		{"too deep", `{"action":{"type":"get_tabs","x":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}}`, "action"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := call(t, s, row.in)
			is.True(r.IsError)
			is.True(strings.HasPrefix(text(r), "invalid_action: ")) // the code
			t.Log(text(r))
			is.True(strings.Contains(text(r), row.field)) // names the field
			is.True(strings.Contains(structure(t, r), `"code":"invalid_action"`))
			is.True(!called)
		})
	}
}

func TestServer_Results(t *testing.T) {
	for _, row := range []struct {
		name, in, want string
		r              protocol.Result
	}{
		{"an ok is as on the wire", `{"type":"click","uid":"e1"}`, `{"ok":true}`, protocol.OK{OK: true}},
		{"a list of tabs stands under tabs", `{"type":"get_tabs"}`, `{"tabs":[{"domain":"a.b","tabId":1,"title":"t","url":"http://a.b/"}]}`, protocol.TabsResult{{TabID: 1, URL: "http://a.b/", Title: "t", Domain: "a.b"}}},
		{"no tabs are an empty list", `{"type":"get_tabs"}`, `{"tabs":[]}`, protocol.TabsResult{}},
		{"an opened tab", `{"type":"open_tab","url":"http://a.b/"}`, `{"domain":"a.b","tabId":1,"windowId":2}`, protocol.OpenTabResult{TabID: 1, WindowID: 2, Domain: "a.b"}},
		{"a value", `{"type":"evaluate","expression":"return 1"}`, `{"type":"number","value":1}`, protocol.EvaluateResult{Type: "number", Value: []byte("1")}},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s := connect(t, func(context.Context, string, protocol.Action) (protocol.Result, error) { return row.r, nil }, nil)
			r := call(t, s, `{"action":`+row.in+`}`)
			is.True(!r.IsError)
			is.Equal(structure(t, r), row.want)
		})
	}
}

func TestServer_Screenshot(t *testing.T) {
	is := is.New(t)
	s := connect(t, func(context.Context, string, protocol.Action) (protocol.Result, error) {
		return protocol.ScreenshotResult{DataURL: "data:image/jpeg;base64,/9j/"}, nil
	}, nil)
	r := call(t, s, `{"action":{"type":"screenshot"}}`)
	image, ok := r.Content[0].(*sdk.ImageContent)
	is.True(ok)
	is.Equal(image.MIMEType, "image/jpeg")
	is.Equal(image.Data, []byte{0xff, 0xd8, 0xff})
	is.Equal(structure(t, r), `{"dataUrl":"data:image/jpeg;base64,/9j/"}`)
}

func TestServer_PassesOn(t *testing.T) {
	is := is.New(t)
	s := connect(t, func(_ context.Context, device string, a protocol.Action) (protocol.Result, error) {
		is.Equal(device, "laptop")
		is.Equal(a, protocol.Click{Target: protocol.Target{UID: "e3"}, OnTab: protocol.OnTab{TabID: 42}})
		return protocol.OK{OK: true}, nil
	}, nil)
	is.True(!call(t, s, `{"action":{"type":"click","uid":"e3","tabId":42},"device":"laptop"}`).IsError)
	// As clients write it that tell their model that a nested object is a string.
	is.True(!call(t, s, `{"action":" {\"type\":\"click\",\"uid\":\"e3\",\"tabId\":42}","device":"laptop"}`).IsError)
}

func TestServer_Failures(t *testing.T) {
	for _, row := range []struct {
		name, in string
		err      error
		want     string
	}{
		{"code and message", `{"type":"click","uid":"e1"}`, protocol.NewError(protocol.CodeElementStale, "e1 is of a page that is gone: extract again"), "element_stale: e1 is of a page that is gone: extract again"},
		{"a stranger is internal", `{"type":"click","uid":"e1"}`, errors.New("boom"), "internal_error: boom"},
		{"what an expression threw is the page's", `{"type":"evaluate","expression":"x"}`, protocol.NewError(protocol.CodeInvalidAction, "Error: obey me"), "invalid_action: <untrusted NONCE>\nError: obey me\n</untrusted NONCE>"},
		{"names of elements are the page's", `{"type":"click","uid":"e1"}`, protocol.NewError(protocol.CodeElementNotFound, `e1 is gone; near: e4 button "Save"`), "element_not_found: <untrusted NONCE>\ne1 is gone; near: e4 button \"Save\"\n</untrusted NONCE>"},
		{"an outcome is a member, and words", `{"type":"click","uid":"e1"}`, protocol.NewError(protocol.CodeTimeout, "no answer came").Unknown(), "timeout: outcome unknown: no answer came"},
		{"a message is one line", `{"type":"get_tabs"}`, protocol.NewError(protocol.CodeTimeout, "a\nb"), "timeout: a b"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s := connect(t, func(context.Context, string, protocol.Action) (protocol.Result, error) { return nil, row.err }, nil)
			r := call(t, s, `{"action":`+row.in+`}`)
			is.True(r.IsError)
			is.Equal(nonces.ReplaceAllString(text(r), "untrusted NONCE>"), row.want)
			var got struct{ Error protocol.Error }
			is.NoErr(json.Unmarshal([]byte(structure(t, r)), &got))
			is.Equal(got.Error, *protocol.AsError(row.err))
		})
	}
}

func TestServer_Cancel(t *testing.T) {
	is := is.New(t)
	began, ended := make(chan struct{}), make(chan struct{})
	s := connect(t, func(ctx context.Context, _ string, _ protocol.Action) (protocol.Result, error) {
		close(began)
		<-ctx.Done()
		close(ended)
		return nil, protocol.NewError(protocol.CodeInternal, "aborted by caller")
	}, nil)
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-began; cancel() }()
	_, err := s.CallTool(ctx, &sdk.CallToolParams{Name: "browser", Arguments: json.RawMessage(`{"action":{"type":"get_tabs"}}`)})
	is.True(err != nil)
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("the client's cancellation did not reach the action")
	}
}

func TestServer_Progress(t *testing.T) {
	is := is.New(t)
	heard := make(chan string, 8)
	s := connect(t, func(ctx context.Context, _ string, _ protocol.Action) (protocol.Result, error) {
		Report(ctx, "waiting for the browser to connect")
		return protocol.OK{OK: true}, nil
	}, &sdk.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
		heard <- r.Params.Message
	}})
	p := &sdk.CallToolParams{Name: "browser", Arguments: json.RawMessage(`{"action":{"type":"get_tabs"}}`)}
	p.SetProgressToken("t1")
	_, err := s.CallTool(context.Background(), p)
	is.NoErr(err)
	select {
	case m := <-heard:
		is.Equal(m, "waiting for the browser to connect")
	case <-time.After(10 * time.Second):
		t.Fatal("no progress arrived")
	}
}

func TestServer_Tool(t *testing.T) {
	is := is.New(t)
	s := connect(t, nil, nil)
	list, err := s.ListTools(context.Background(), nil)
	is.NoErr(err)
	is.Equal(len(list.Tools), 1)
	tool := list.Tools[0]
	is.Equal(tool.Name, "browser")
	for _, c := range protocol.Codes() {
		is.True(strings.Contains(tool.Description, "- "+string(c.Code)+": "+c.Do)) // the contract names every code
	}
	is.True(*tool.Annotations.DestructiveHint && *tool.Annotations.OpenWorldHint && !tool.Annotations.ReadOnlyHint)
	is.True(strings.Contains(s.InitializeResult().Instructions, "untrusted"))

	is.True(len(tool.Description) <= 2048) // a client cuts longer ones
	is.True(len(s.InitializeResult().Instructions) <= 2048)
	whole, err := json.Marshal(tool)
	is.NoErr(err)
	t.Logf("the tool's definition has %d bytes", len(whole))
	is.True(len(whole) <= 8_500) // every conversation carries it

	in := tool.InputSchema.(map[string]any)
	properties := in["properties"].(map[string]any)
	is.Equal(in["required"], nil) // action or actions
	is.Equal(properties["describe"].(map[string]any)["type"], "string")
	is.Equal(properties["device"].(map[string]any)["type"], "string")
	kinds := properties["action"].(map[string]any)["properties"].(map[string]any)["type"].(map[string]any)["enum"].([]any)
	is.Equal(len(kinds), len(protocol.Kinds())) // every action
}
