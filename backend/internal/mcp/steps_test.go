package mcp

import (
	"context"
	"strings"
	"testing"

	"github.com/matryer/is"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/core/protocol"
)

// page answers acts with ok, and an extract with a reading; a click of e9 fails and a
// screenshot has a picture.
func page(asked *[]string) do {
	return func(_ context.Context, _ string, a protocol.Action) (protocol.Result, error) {
		*asked = append(*asked, strings.TrimSpace(string(a.Kind())+" "+protocol.AimOf(a).UID))
		switch a := a.(type) {
		case protocol.Extract:
			return protocol.ExtractResult{URL: "https://a.b/", Snapshot: "s2", Changes: &protocol.Changes{Changed: []string{"e1"}},
				Elements: []protocol.Element{{UID: "e1", Role: "textbox", Name: "Name", Value: "x"}}, Markdown: "+ Saved"}, nil
		case protocol.Screenshot:
			return protocol.ScreenshotResult{DataURL: "data:image/jpeg;base64,/9j/"}, nil
		case protocol.Click:
			if a.UID == "e9" {
				return nil, protocol.NewError(protocol.CodeElementStale, "e9 is of a page that is gone")
			}
		}
		return protocol.OK{OK: true}, nil
	}
}

// TestServer_Steps: a model gets what came of each action, what was not done, and once
// what changed.
func TestServer_Steps(t *testing.T) {
	const reading = "<untrusted NONCE>\n+ Saved\n~ e1 textbox \"Name\" = \"x\"\n</untrusted NONCE>"
	for _, row := range []struct {
		name, in, asked, want string
		failed                bool
	}{
		{"one act", `{"action":{"type":"click","uid":"e1"}}`, "click e1,extract", "ok\n" + reading, false},
		{"one act, and no reading", `{"action":{"type":"click","uid":"e1"},"read":"none"}`, "click e1", "ok", false},
		{"a list of one", `{"actions":[{"type":"click","uid":"e1"}]}`, "click e1,extract", "ok\n" + reading, false},
		{"several", `{"actions":[{"type":"type","uid":"e1","text":"x"},{"type":"press_key","key":"Enter"}]}`, "type e1,press_key,extract", "1 type: ok\n2 press_key: ok\n" + reading, false},
		{"in a string", `{"actions":"[{\"type\":\"click\",\"uid\":\"e1\"},{\"type\":\"get_tabs\"}]"}`, "click e1,get_tabs", "1 click: ok\n2 get_tabs: ok", false},
		{"the second of three fails", `{"actions":[{"type":"click","uid":"e1"},{"type":"click","uid":"e9"},{"type":"press_key","key":"Enter"}]}`, "click e1,click e9,extract",
			"1 click: ok\n2 click: element_stale: e9 is of a page that is gone\n1 not done, since 2 is not as planned: it failed\n" + reading, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			var asked []string
			s := connectAs(t, "claude-code", Options{Do: page(&asked), Version: "1"}, nil)
			r := call(t, s, row.in)
			is.Equal(r.IsError, row.failed)
			is.Equal(strings.Join(asked, ","), row.asked)
			is.Equal(nonces.ReplaceAllString(text(r), "untrusted NONCE>"), row.want)
			is.Equal(r.StructuredContent, nil)
		})
	}
}

// TestServer_StepsExact: a program gets the results, and a reading where it asks.
func TestServer_StepsExact(t *testing.T) {
	for _, row := range []struct{ name, in, want string }{
		{"one act", `{"action":{"type":"click","uid":"e1"}}`, `{"ok":true}`},
		{"with a reading", `{"action":{"type":"click","uid":"e1"},"read":"changes"}`, `{"ok":true,"read":{"changes":{"changed":["e1"]},"elements":[{"name":"Name","role":"textbox","uid":"e1","value":"x"}],"markdown":"+ Saved","snapshot":"s2","text":"","url":"https://a.b/"}}`},
		{"several", `{"actions":[{"type":"click","uid":"e1"},{"type":"click","uid":"e9"},{"type":"get_tabs"}],"read":"none"}`,
			`{"steps":[{"ok":true},{"error":{"code":"element_stale","message":"e9 is of a page that is gone"}}],"stopped":"it failed"}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			var asked []string
			is.Equal(structure(t, call(t, connect(t, page(&asked), nil), row.in)), row.want)
		})
	}
}

// TestServer_StepsPicture: a picture stands where its action does.
func TestServer_StepsPicture(t *testing.T) {
	is := is.New(t)
	var asked []string
	r := call(t, connectAs(t, "claude-code", Options{Do: page(&asked), Version: "1"}, nil), `{"actions":[{"type":"screenshot"},{"type":"click","uid":"e1"}],"read":"none"}`)
	is.Equal(len(r.Content), 3)
	_, isImage := r.Content[1].(*sdk.ImageContent)
	is.True(isImage)
	is.Equal(text(r), "1 screenshot: the picture that follows")
	is.Equal(r.Content[2].(*sdk.TextContent).Text, "2 click: ok")
}
