package shim

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/matryer/is"

	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
)

// run bundles a file of serviceworker/ as `shim` and runs a script behind it in Node.
func run(t *testing.T, file, script string, out any, input any) {
	t.Helper()
	r := api.Build(api.BuildOptions{
		Stdin:  &api.StdinOptions{Contents: fmt.Sprintf(`export * from "../../../serviceworker/%s"; export * from "../../../contracts/seam.gen"`, file), ResolveDir: "."},
		Bundle: true, Format: api.FormatIIFE, GlobalName: "shim",
	})
	if len(r.Errors) > 0 {
		t.Fatal(r.Errors[0].Text)
	}
	data, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "-")
	cmd.Stdin = strings.NewReader(fmt.Sprintf("%s\n(async (input) => {%s})(%s).then((out) => process.stdout.write(JSON.stringify(out)))", r.OutputFiles[0].Contents, script, data))
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// deadCore opens a socket on which requests come, of which core answers some and
// then dies. read is how often a text had to be read as a whole.
const deadCore = `
	const sent = [];
	let closed = 0, parses = 0, ws;
	globalThis.WebSocket = class { static OPEN = 1; readyState = 1; constructor() { ws = this; } send(text) { sent.push(text); } close(code) { closed = code; } };
	const socket = new shim.Socket(() => {});
	const parse = JSON.parse;
	JSON.parse = (text) => (parses++, parse(text));
	socket.work(shim.Op.open, 1, "ws://127.0.0.1/");
	for (const data of input.come) ws.onmessage({ data });
	for (const text of input.go) socket.work(shim.Op.send, 1, text);
	const read = parses;
	sent.length = 0;
	socket.fail("it died");
	return { read, sent, closed };`

// TestSocket_Fail: when core dies, every request that has come and has no answer
// gets one, which core reads as its own; and no other message does.
func TestSocket_Fail(t *testing.T) {
	request := func(id string) string {
		return string(protocol.Append(nil, protocol.Request{ID: id, Action: protocol.GetTabs{}, Agent: "a"}))
	}
	response := func(id string) string {
		return string(protocol.Append(nil, protocol.Response{ID: id, Error: protocol.NewError(protocol.CodeTimeout, "m")}))
	}
	const id = "0b6f0a52-3a8e-4b06-9c0e-5d1f2a7e9c11"
	long := strings.Repeat("x", protocol.MaxID)
	for _, row := range []struct {
		name       string
		come, sent []string
		want       []string
		read       int
	}{
		{"one that nobody answered", []string{request(id)}, nil, []string{id}, 0},
		{"one that was answered", []string{request(id), request("b")}, []string{response(id)}, []string{"b"}, 0},
		{"an answer that a result is in", []string{request(id)}, []string{string(protocol.Append(nil, protocol.Response{ID: id, Result: []byte(`{"tabs":[]}`)}))}, nil, 0},
		{"every character of an id", []string{request("a.b:c-d_E9")}, nil, []string{"a.b:c-d_E9"}, 0},
		{"the longest id", []string{request(long)}, nil, []string{long}, 0},
		{"an id with escapes", []string{request(`a"ü`)}, nil, []string{`a"ü`}, 1},
		{"and its answer", []string{request(`a"ü`)}, []string{response(`a"ü`)}, nil, 2},
		{"another order, and white space", []string{` { "id": "a", "action": {"type": "get_tabs"}, "type": "request" }`}, nil, []string{"a"}, 1},
		{"an id that is too long", []string{request(long + "x")}, nil, nil, 1},
		{"what is no request", []string{
			string(protocol.Append(nil, protocol.Cancel{ID: id})), string(protocol.Append(nil, protocol.Beat{})), response(id), `{"type":"request"}`, `{`, ``,
		}, nil, nil, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			var got struct {
				Read, Closed int
				Sent         []string
			}
			run(t, "socket", deadCore, &got, map[string]any{"come": row.come, "go": append([]string{}, row.sent...)})
			is.Equal(got.Closed, link.CloseDied)
			is.Equal(got.Read, row.read) // a message as core writes it is not read as a whole
			var answered []string
			for _, text := range got.Sent {
				m, err := protocol.Decode([]byte(text))
				is.NoErr(err)
				r := m.(protocol.Response)
				is.Equal(r.Error.Code, protocol.CodeInternal)
				is.Equal(r.Error.Outcome, protocol.ErrorUnknown)
				answered = append(answered, r.ID)
			}
			slices.Sort(answered)
			is.Equal(answered, row.want)
		})
	}
}
