package protocol_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/coretest"
	"github.com/zapvol/bua/core/protocol"
)

func TestValidate_holds_values_built_in_Go_to_the_rules_of_the_wire(t *testing.T) {
	uid := protocol.Target{UID: "e3"}
	for _, row := range []struct {
		name   string
		action protocol.Action
		want   string
	}{
		{"a click on a uid", protocol.Click{Target: uid}, ""},
		{"a pointer to an action", &protocol.Click{Target: uid}, ""},
		{"a scroll of the page", protocol.Scroll{Direction: protocol.ScrollUp}, ""},
		{"an empty text to type", protocol.Type{Target: uid}, ""},
		{"no action", nil, "action is required"},
		{"no element", protocol.Click{}, "action must have exactly one of uid and selector, got neither"},
		{"two elements", protocol.Hover{Target: protocol.Target{UID: "e3", Selector: "a"}}, "action must have exactly one of uid and selector, got both"},
		{"two elements to scroll in", protocol.Scroll{Direction: "up", Target: protocol.Target{UID: "e3", Selector: "a"}},
			"action must have at most one of uid and selector, got both"},
		{"no URL", protocol.Navigate{}, "action.url must not be empty"},
		{"a URL over its limit", protocol.OpenTab{URL: strings.Repeat("a", 2049)}, "action.url must be at most 2048 bytes long, got 2049"},
		{"no direction", protocol.Scroll{}, `action.direction must be up or down, got ""`},
		{"a negative tab", protocol.Extract{OnTab: protocol.OnTab{TabID: -1}}, "action.tabId must be at least 1, got -1"},
		{"no tab to close", protocol.CloseTab{}, "action.tabId must be at least 1, got 0"},
		{"a wait over its limit", protocol.WaitFor{Target: uid, TimeoutMS: 60_001}, "action.timeoutMs must be at most 60000, got 60001"},
		{"text that is no UTF-8", protocol.Type{Target: uid, Text: "\xff"}, "action.text must be valid UTF-8"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			err := protocol.Validate(row.action)
			if row.want == "" {
				is.NoErr(err)
				return
			}
			is.True(err != nil)
			is.Equal(err.Error(), "invalid_action: "+row.want)
		})
	}
}

func TestAppend_writes_JSON_whatever_the_page_held(t *testing.T) {
	is := is.New(t)
	long := make([]protocol.Element, protocol.MaxElements+1)
	for i := range long {
		long[i] = protocol.Element{UID: "e1", Role: "link", Name: "\xff\x00<\u2028"}
	}
	text := protocol.AppendResult([]byte("{"), protocol.ExtractResult{Elements: long})[1:]
	_, err := protocol.DecodeResult(protocol.KindExtract, text)
	is.True(err != nil)
	is.Equal(err.Error(), "invalid_action: result.elements must have at most 200 entries, got 201") // the text is JSON; its length is at fault
	r, err := protocol.DecodeResult(protocol.KindExtract, protocol.AppendResult(nil, protocol.ExtractResult{Elements: long[:1]}))
	is.NoErr(err)
	is.Equal(r.(protocol.ExtractResult).Elements[0].Name, "\ufffd\x00<\u2028") // repaired rather than refused
	is.Equal(string(protocol.AppendResult(nil, protocol.TabsResult(nil))), "[]")
	is.Equal(string(protocol.AppendResult(nil, protocol.ExtractResult{})), `{"text":"","markdown":"","elements":[]}`)
}

func TestDecode_keeps_nothing_of_the_message_it_read(t *testing.T) {
	is := is.New(t)
	data := []byte(`{"type":"response","id":"abc","result":{"value":"secret"}}`)
	m, err := protocol.Decode(data)
	is.NoErr(err)
	for i := range data {
		data[i] = 'x' // the buffer is used again
	}
	r := m.(protocol.Response)
	is.Equal(r.ID, "abc")
	is.Equal(string(r.Result), `{"value":"secret"}`)
}

func TestKind_every_action_needs_a_capability(t *testing.T) {
	is := is.New(t)
	for _, k := range protocol.Kinds() {
		is.True(k.Can() != "") // declared
	}
	is.Equal(len(protocol.Kinds()), len(coretest.Actions()))
	for name, a := range coretest.Actions() {
		is.Equal(string(a.Kind()), name)
	}
	is.Equal(protocol.KindEvaluate.Can(), protocol.CanScript)
	is.Equal(protocol.Kind("teleport").Can(), protocol.Capability(""))
}

func TestNeeds(t *testing.T) {
	is := is.New(t)
	inFrame := protocol.InFrame{FrameID: "F1"}
	for _, row := range []struct {
		name string
		a    protocol.Action
		want protocol.Feature
	}{
		{"one of the thirteen needs nothing", protocol.Click{Target: protocol.Target{UID: "e1"}}, ""},
		{"a frame needs a peer that knows frames", protocol.Click{Target: protocol.Target{UID: "e1"}, InFrame: inFrame}, "frames"},
		{"a click that an older peer would make an ordinary one", protocol.Click{Target: protocol.Target{UID: "e1"}, Button: protocol.ButtonRight}, "clicks"},
		{"and in a frame", protocol.Click{Target: protocol.Target{UID: "e1"}, Count: 2, InFrame: inFrame}, "clicks"},
		{"a key held down too", protocol.Click{Target: protocol.Target{UID: "e1"}, Modifier: protocol.ModifierShift}, "clicks"},
		{"a further action needs itself", protocol.Reload{}, "reload"},
	} {
		is.Equal(protocol.Needs(row.a), row.want) // row
	}
	for _, k := range protocol.Kinds()[13:] {
		is.True(slices.Contains(protocol.Features(), protocol.Feature(k))) // offered
	}
	is.True(len(protocol.Features()) <= protocol.MaxFeatures)
}
