package agent

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/core/protocol"
)

// bad is what no door lets through. Each row holds at every door.
var bad = []struct{ name, action, field string }{
	{"not an object", `[]`, "action"},
	{"null", `null`, "action"},
	{"no type", `{}`, "action.type"},
	{"an unknown type", `{"type":"fly"}`, "action.type"},
	{"a type of the wrong kind", `{"type":7}`, "action.type"},
	{"neither uid nor selector", `{"type":"click"}`, "uid"},
	{"both uid and selector", `{"type":"click","uid":"e1","selector":"a"}`, "uid"},
	{"a tabId of the wrong kind", `{"type":"click","uid":"e1","tabId":"4"}`, "action.tabId"},
	{"a tabId below 1", `{"type":"close_tab","tabId":0}`, "action.tabId"},
	{"a fraction as tabId", `{"type":"close_tab","tabId":1.5}`, "action.tabId"},
	{"a wait over a minute", `{"type":"wait_for","uid":"e1","timeoutMs":60001}`, "action.timeoutMs"},
	{"an unknown direction", `{"type":"scroll","direction":"left"}`, "action.direction"},
	{"a member of another action", `{"type":"press_key","key":"Enter","uid":"e1"}`, "action.uid"},
	{"no url", `{"type":"open_tab"}`, "action.url"},
	{"no text", `{"type":"type","uid":"e1"}`, "action.text"},
	{"no expression", `{"type":"evaluate"}`, "action.expression"},
	{"a name twice", `{"type":"get_tabs","type":"get_tabs"}`, "action"},
	{"too deep", `{"type":"get_tabs","x":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}`, "action"},
}

func TestBadInput_MCP(t *testing.T) {
	for _, d := range doors {
		t.Run(d.name, func(t *testing.T) {
			b := &bridge{}
			m, home := serve(t, b)
			s := d.open(t, m, home)
			for _, row := range bad {
				t.Run(row.name, func(t *testing.T) {
					is := is.New(t)
					r := call(t, s, `{"action":`+row.action+`}`)
					is.True(r.IsError)
					is.True(strings.HasPrefix(text(r), "invalid_action: "))
					is.True(strings.Contains(text(r), row.field)) // names the field
				})
			}
			is.New(t).Equal(b.count(), 0) // nothing was done
			is.New(t).True(!call(t, s, `{"action":{"type":"get_tabs"}}`).IsError)
		})
	}
}

func TestBadInput_Act(t *testing.T) {
	b := &bridge{}
	_, home := serve(t, b)
	rows := append([]struct{ name, action, field string }{
		{"nothing", ``, "action"},
		{"half a value", `{"type":`, "action"},
		{"two values", `{"type":"get_tabs"}{"type":"get_tabs"}`, "action"},
		{"not UTF-8", "{\"type\":\"\xff\"}", "action"},
	}, bad...)
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			out, _, code := command(t, home, row.action, "act", "--raw")
			is.Equal(code, 2)
			var got struct{ Error protocol.Error }
			is.NoErr(json.Unmarshal([]byte(out), &got))
			is.Equal(got.Error.Code, protocol.CodeInvalidAction)
			is.True(strings.Contains(got.Error.Message, row.field))
		})
	}
	is.New(t).Equal(b.count(), 0)
}

func TestBadInput_HTTP(t *testing.T) {
	b := &bridge{}
	m, _ := serve(t, b)
	for _, row := range bad {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			resp, body := request(t, m, http.MethodPost, "/api/act", m.Token(), row.action)
			is.Equal(resp.StatusCode, http.StatusBadRequest)
			var got struct{ Error protocol.Error }
			is.NoErr(json.Unmarshal([]byte(body), &got))
			is.Equal(got.Error.Code, protocol.CodeInvalidAction)
			is.True(strings.Contains(got.Error.Message, row.field))
		})
	}
	is.New(t).Equal(b.count(), 0)
}

// TestRoundTrip: what the browser answers arrives at the agent to the byte.
func TestRoundTrip(t *testing.T) {
	extract := protocol.ExtractResult{Text: "Hi", Markdown: "# Hi", URL: "http://a.b/", Title: "Hi",
		Elements: []protocol.Element{{UID: "e0", Role: "button", Name: "Save", Visible: true, State: []string{"focused"}}}}
	for _, d := range doors {
		t.Run(d.name, func(t *testing.T) {
			is := is.New(t)
			b := &bridge{
				answers: map[protocol.Kind]protocol.Result{protocol.KindExtract: extract},
				fails:   map[protocol.Kind]error{protocol.KindClick: protocol.NewError(protocol.CodeElementStale, "e9 is of a page that is gone: extract again")},
			}
			m, home := serve(t, b)
			s := d.open(t, m, home)
			r := call(t, s, `{"action":{"type":"extract","tabId":3}}`)
			is.True(!r.IsError)
			raw, err := json.Marshal(r.StructuredContent)
			is.NoErr(err)
			got, err := protocol.DecodeResult(protocol.KindExtract, raw)
			is.NoErr(err)
			is.Equal(got, protocol.Result(extract))
			is.True(strings.Contains(text(r), "\ne0 button \"Save\" focused\n"))
			r = call(t, s, `{"action":{"type":"click","uid":"e9"}}`)
			is.True(r.IsError)
			is.Equal(text(r), "element_stale: e9 is of a page that is gone: extract again")
		})
	}
}

// TestStructured: an agent that would show its model the structured content
// gets the text alone, at every door.
func TestStructured(t *testing.T) {
	b := &bridge{answers: map[protocol.Kind]protocol.Result{protocol.KindExtract: protocol.ExtractResult{Markdown: "# Orders"}}}
	m, home := serve(t, b)
	for _, d := range doors {
		t.Run(d.name, func(t *testing.T) {
			is := is.New(t)
			r := call(t, client(t, "claude-code", d.dial(m, home)), `{"action":{"type":"extract","tabId":3}}`)
			is.True(strings.Contains(text(r), "# Orders"))
			is.Equal(r.StructuredContent, nil)
		})
	}
	for choice, exact := range map[string]bool{"always": true, "never": false} {
		for _, name := range []string{"claude-code", "test"} {
			t.Run(choice+" "+name, func(t *testing.T) {
				s := client(t, name, doors[0].dial(m, home, "--structured", choice))
				r := call(t, s, `{"action":{"type":"extract","tabId":3}}`)
				is.New(t).Equal(r.StructuredContent != nil, exact)
			})
		}
	}
}

// TestTools: a client is told of rare actions by name, or with --tools all of
// everything.
func TestTools(t *testing.T) {
	m, home := serve(t, &bridge{})
	size := func(m *app.Main, d door, flags ...string) (all int, drag bool) {
		t.Helper()
		is := is.New(t)
		list, err := client(t, "test", d.dial(m, home, flags...)).ListTools(t.Context(), nil)
		is.NoErr(err)
		text, err := json.Marshal(list.Tools[0])
		is.NoErr(err)
		return len(text), strings.Contains(string(text), "Drags an element onto another")
	}
	for _, d := range doors {
		t.Run(d.name, func(t *testing.T) {
			is := is.New(t)
			n, drag := size(m, d)
			is.True(n <= 8_500 && !drag)
		})
	}
	t.Run("all", func(t *testing.T) {
		is := is.New(t)
		_, drag := size(m, doors[0], "--tools", "all")
		is.True(drag)
		m, _ := serve(t, &bridge{}, func(o *app.Options) { o.Tools = "all" })
		_, drag = size(m, doors[1])
		is.True(drag)
	})
	t.Run("another word", func(t *testing.T) {
		is := is.New(t)
		_, stderr, code := command(t, home, "", "mcp", "--tools", "some")
		is.Equal(code, 2)
		is.True(strings.Contains(stderr, "must be common or all"))
	})
}

// TestCancel: a client that gives up ends the action in the browser.
func TestCancel(t *testing.T) {
	for _, d := range doors {
		t.Run(d.name, func(t *testing.T) {
			b := &bridge{blocks: true, cancelled: make(chan struct{})}
			m, home := serve(t, b)
			s := d.open(t, m, home)
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan struct{})
			go func() {
				defer close(done)
				_, _ = s.CallTool(ctx, &mcp.CallToolParams{Name: "browser", Arguments: json.RawMessage(`{"action":{"type":"get_tabs"}}`)})
			}()
			for b.count() == 0 {
				time.Sleep(5 * time.Millisecond)
			}
			cancel()
			<-done
			select {
			case <-b.cancelled:
			case <-time.After(bound):
				t.Fatal("the cancellation did not reach the browser")
			}
		})
	}
}

// TestMCP_Guards: no page reaches the tool over HTTP.
func TestMCP_Guards(t *testing.T) {
	b := &bridge{}
	m, _ := serve(t, b)
	const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"browser","arguments":{"action":{"type":"get_tabs"}}}}`
	for _, row := range []struct {
		name   string
		host   string
		header map[string]string
		want   int
	}{
		{"a rebound name", "evil.test", nil, 403},
		{"a page's Origin", "", map[string]string{"Origin": "https://evil.test"}, 403},
		{"a null Origin", "", map[string]string{"Origin": "null"}, 403},
		{"another port as Origin", "", map[string]string{"Origin": "http://127.0.0.1:1"}, 403},
		{"our own address as Origin, without the token", "", map[string]string{"Origin": m.URL(), "Authorization": ""}, 401},
		{"a cross-site fetch", "", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"no token", "", map[string]string{"Authorization": ""}, 401},
		{"a wrong token", "", map[string]string{"Authorization": "Bearer wrong"}, 401},
		{"a form's content type", "", map[string]string{"Content-Type": "text/plain"}, 415},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			header := []string{"Accept", "application/json, text/event-stream", "Host", cmp.Or(row.host, m.Address())}
			for k, v := range row.header {
				header = append(header, k, v)
			}
			resp, _ := request(t, m, http.MethodPost, "/mcp", m.Token(), body, header...)
			is.Equal(resp.StatusCode, row.want)
			is.Equal(b.count(), 0) // the tool was not called
		})
	}
}

// TestStdio_Ends: the process ends when its client closes stdin.
func TestStdio_Ends(t *testing.T) {
	is := is.New(t)
	_, home := serve(t, &bridge{})
	cmd := exec.Command(binary, "mcp", "--config-dir", string(home))
	in, err := cmd.StdinPipe()
	is.NoErr(err)
	is.NoErr(cmd.Start())
	is.NoErr(in.Close())
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		is.NoErr(err) // exit code 0
	case <-time.After(bound):
		_ = cmd.Process.Kill()
		t.Fatal("bua mcp outlived its client")
	}
}
