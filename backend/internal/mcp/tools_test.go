package mcp

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/matryer/is"
	"golang.org/x/tools/txtar"

	"github.com/zapvol/bua/core/protocol"
)

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
	is.True(!strings.Contains(string(text), "Drags an elem")) // without their prose
	pairs, err := txtar.ParseFile("../../../tests/vectors/action_negotiated.txtar")
	is.NoErr(err)
	for rare := range strings.SplitSeq(named, "; ") {
		kind, _, _ := strings.Cut(rare, " ")
		tried := 0
		for _, pair := range pairs.Files {
			a, err := protocol.DecodeFromAgent(pair.Data)
			if pair.Name != "reads as" || err != nil || string(a.Kind()) != kind || protocol.FromAgent(a) != nil {
				continue
			}
			argument := `{"action":` + string(pair.Data) + `,"read":"none"}`
			var value any
			is.NoErr(json.Unmarshal([]byte(argument), &value))
			is.NoErr(resolved.Validate(value)) // a client that checks sends it
			done = nil
			is.True(!call(t, s, argument).IsError)
			is.Equal(done, []protocol.Kind{a.Kind()})
			tried++
		}
		if tried == 0 {
			t.Errorf("tests/vectors/action_negotiated.txtar has no %s that is read", kind)
		}
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
	var all []string
	for _, kind := range protocol.Kinds() {
		all = append(all, string(kind))
	}
	is.True(strings.HasSuffix(text(call(t, s, `{"describe":"upload"}`)), strings.Join(all, ", "))) // which there are
	for _, argument := range []string{`{"describe":"fly"}`, `{"describe":7}`, `{"describe":"drag","action":{"type":"get_tabs"}}`} {
		r := call(t, s, argument)
		is.True(r.IsError)
		is.True(strings.HasPrefix(text(r), "invalid_action: describe "))
	}
}
