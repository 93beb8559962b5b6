package app

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
)

// wireTap is a browser's socket that counts what is sent.
type wireTap chan []byte

func (w wireTap) Send(data []byte) error { w <- data; return nil }
func (wireTap) Close(int, string)        {}

// tapped is a backend with a browser, and what is sent to that.
func tapped(t *testing.T) (*Main, wireTap) {
	t.Helper()
	m := startWith(t, Options{Private: true})
	wire := make(wireTap, 100)
	m.bridge.(*extensionBridge).pool.Attach(Local, protocol.Hello{ProtocolVersion: protocol.Version, ClientVersion: "1",
		Caps: &protocol.Caps{Features: protocol.Features(), Device: &protocol.Device{ID: "d1"}}}, wire)
	return m, wire
}

// TestDoors_InvalidAction sends actions that break a rule to each door of a backend: the
// answer names the field, and nothing was recorded or sent. What came as bytes is refused
// as it is read, what was built in Go by the pipeline.
func TestDoors_InvalidAction(t *testing.T) {
	m, wire := tapped(t)
	b := m.bridge.(*extensionBridge)
	host, err := direct.New(direct.Options{Engine: func() string { return "" }, Log: m.log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { host.Close(context.Background()) })
	client := &httpapi.Client{Base: m.URL(), Token: m.Token()}
	for _, door := range []struct {
		name string
		do   func(context.Context, protocol.Action) error
	}{
		{"MCP", func(ctx context.Context, a protocol.Action) error { return byMCP(ctx, m, a) }},
		{"HTTP", func(ctx context.Context, a protocol.Action) error {
			_, err := client.Act(ctx, "", protocol.AppendAction(nil, a))
			return err
		}},
		{"the command line", func(ctx context.Context, a protocol.Action) error { // what bua upload and download call
			_, err := client.Do(ctx, "", a)
			return err
		}},
		{"a run of bua's own agent", func(ctx context.Context, a protocol.Action) error {
			_, err := agentBrowser{m}.Do(ctx, runs.Owner{User: Local, Run: "r1"}, a, runs.May{All: true})
			return err
		}},
		{"a program that has the backend in it", func(ctx context.Context, a protocol.Action) error {
			_, err := m.Do(ctx, protocol.Caller{User: Local}, "", a)
			return err
		}},
		{"another backend", func(ctx context.Context, a protocol.Action) error {
			_, err := b.doHere(ctx, protocol.Caller{User: Local}, "d1", a)
			return err
		}},
		{"a browser without the extension", func(ctx context.Context, a protocol.Action) error {
			_, err := (&cdpBridge{b.pipeline, host}).Do(ctx, protocol.Caller{User: Local}, "", a)
			return err
		}},
	} {
		for _, row := range []struct {
			a    protocol.Action
			says string
		}{
			{protocol.OpenTab{}, "action.url"},
			{protocol.Click{OnTab: protocol.OnTab{TabID: 4}}, "uid"},
			{protocol.Screenshot{Hide: []string{"a"}, OnTab: protocol.OnTab{TabID: 4}}, "action.hide"}, // the backend's alone
		} {
			t.Run(door.name+" "+string(row.a.Kind()), func(t *testing.T) {
				is := is.New(t)
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
				defer cancel()
				err := door.do(ctx, row.a)
				is.Equal(protocol.CodeOf(err), protocol.CodeInvalidAction)
				is.True(strings.Contains(err.Error(), row.says))
				is.Equal(len(wire), 0)
				is.NoErr(m.kept.Audit.Rows(t.Context(), store.Query{What: store.WhatAsked}, func(r store.Row) error {
					t.Error("recorded: ", r)
					return nil
				}))
			})
		}
	}
}

// TestDoors_Caller has several ask: who it is, and what they may do, is what the browser is
// told and the record has.
func TestDoors_Caller(t *testing.T) {
	m, wire := tapped(t)
	for _, row := range []struct {
		agent string
		may   *protocol.May
		do    func(context.Context)
	}{
		{"bua run r1", &protocol.May{Reads: true}, func(ctx context.Context) {
			_, _ = agentBrowser{m}.Do(ctx, runs.Owner{User: Local, Run: "r1"}, protocol.GetTabs{}, runs.May{Reads: true})
		}},
		{"c", nil, func(ctx context.Context) { _ = byMCP(ctx, m, protocol.GetTabs{}) }},
		{"bua act", nil, func(ctx context.Context) {
			_, _ = (&httpapi.Client{Base: m.URL(), Token: m.Token()}).Do(protocol.WithCaller(ctx, protocol.Caller{Agent: "bua act"}), "", protocol.GetTabs{})
		}},
	} {
		t.Run(row.agent, func(t *testing.T) {
			is := is.New(t)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			ended := make(chan struct{})
			go func() { defer close(ended); row.do(ctx) }()
			r, ok := protocol.Request{}, false
			for !ok { // behind the cancel of the row before
				msg, err := protocol.Decode(<-wire)
				is.NoErr(err)
				r, ok = msg.(protocol.Request)
			}
			cancel()
			<-ended
			is.Equal(r.Agent, row.agent)
			is.Equal(r.May, row.may)
			recorded := false
			is.NoErr(m.kept.Audit.Rows(t.Context(), store.Query{What: store.WhatAsked, Agent: row.agent}, func(r store.Row) error {
				recorded = r.User == Local
				return nil
			}))
			is.True(recorded)
		})
	}
}

// byMCP asks for an action as a program does that speaks MCP.
func byMCP(ctx context.Context, m *Main, a protocol.Action) error {
	here, there := sdk.NewInMemoryTransports()
	go func() { _ = m.Tool(Local).Connect(ctx, there) }()
	s, err := sdk.NewClient(&sdk.Implementation{Name: "c"}, nil).Connect(ctx, here, nil)
	if err != nil {
		return err
	}
	defer s.Close()
	r, err := s.CallTool(ctx, &sdk.CallToolParams{Name: "browser",
		Arguments: map[string]any{"action": json.RawMessage(protocol.AppendAction(nil, a))}})
	if err != nil {
		return err
	}
	code, text, _ := strings.Cut(r.Content[0].(*sdk.TextContent).Text, ": ")
	return protocol.NewError(protocol.Code(code), text)
}
