package mcp

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
)

// rare are actions of which the usual text has no more than names, with arguments.
var rare = map[protocol.Kind]string{
	"dialog": `,"do":"accept","text":"x","policy":"auto_dismiss"`, "frames": ``, "console": `,"level":"error"`, "forward": ``,
	"release_tab": `,"tabId":4`, "page_tool": `,"name":"add","arguments":{"n":1}`, "drag": `,"uid":"e1","to":{"uid":"e2"}`,
	"upload_file": `,"uid":"e1","name":"a.txt","mime":"text/plain","text":"x","more":true`,
	"downloads":   `,"do":"read","downloadId":"f-1","offset":1,"limit":9`,
}

// TestTools_rare: what the usual text does not explain it names and allows, and it is
// carried out.
func TestTools_rare(t *testing.T) {
	is := is.New(t)
	var done []protocol.Kind
	s := connect(t, func(_ context.Context, _ string, a protocol.Action) (protocol.Result, error) {
		done = append(done, a.Kind())
		return protocol.OK{OK: true}, nil
	}, nil)
	list, err := s.ListTools(t.Context(), nil)
	is.NoErr(err)
	text, err := json.Marshal(list.Tools[0].InputSchema)
	is.NoErr(err)
	var read jsonschema.Schema
	is.NoErr(json.Unmarshal(text, &read))
	resolved, err := read.Resolve(nil)
	is.NoErr(err)
	_, named, ok := strings.Cut(read.Properties["action"].Properties["type"].Description, "Rare ones, which describe explains: ")
	is.True(ok)
	is.True(!strings.Contains(named, "\n"))                   // in one line
	is.Equal(len(strings.Split(named, "; ")), len(rare))      // all that are rare stand above
	is.True(!strings.Contains(string(text), "Drags an elem")) // without their prose
	for kind, members := range rare {
		is.True(strings.Contains("; "+named+";", "; "+string(kind)))
		argument := `{"action":{"type":"` + string(kind) + `"` + members + `},"read":"none"}`
		var value any
		is.NoErr(json.Unmarshal([]byte(argument), &value))
		is.NoErr(resolved.Validate(value)) // a client that checks sends it
		done = nil
		is.True(!call(t, s, argument).IsError)
		is.Equal(done, []protocol.Kind{kind})
	}
}

// TestTools_all: with it everything is explained.
func TestTools_all(t *testing.T) {
	is := is.New(t)
	s := connectAs(t, "test", Options{Tools: All}, nil)
	list, err := s.ListTools(t.Context(), nil)
	is.NoErr(err)
	text, err := json.Marshal(list.Tools[0].InputSchema)
	is.NoErr(err)
	for _, sentence := range []string{"Drags an element onto another", "The element to drop on", "Names the dialog", `"describe"`} {
		is.True(strings.Contains(string(text), sentence))
	}
	is.True(!strings.Contains(string(text), "Rare ones"))
	is.NoErr(All.Check())
	is.NoErr(Tools("").Check())
	is.True(Tools("some").Check() != nil)
}

// TestTools_describe says what an action takes, and does nothing.
func TestTools_describe(t *testing.T) {
	is := is.New(t)
	s := connect(t, nil, nil) // nothing can be done
	for _, kind := range protocol.Kinds() {
		r := call(t, s, `{"describe":"`+string(kind)+`"}`)
		is.True(!r.IsError)
		is.True(strings.HasPrefix(text(r), string(kind)))
	}
	is.Equal(text(call(t, s, `{"describe":"console"}`)), `console level?, tabId?: Lists the last messages and exceptions of a page's console.
- level: (debug, info, warning, error) Leaves out what is below it.
- tabId: (integer) The tab to act in: not needed with a uid, or while the agent has only one.`)
	is.True(strings.HasSuffix(text(call(t, s, `{"describe":"upload"}`)), "drag, upload_file, page_tool, downloads")) // which there are
	for _, argument := range []string{`{"describe":"fly"}`, `{"describe":7}`, `{"describe":"drag","action":{"type":"get_tabs"}}`} {
		r := call(t, s, argument)
		is.True(r.IsError)
		is.True(strings.HasPrefix(text(r), "invalid_action: describe "))
	}
}
