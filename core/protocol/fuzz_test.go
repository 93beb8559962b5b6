//go:build !tinygo

package protocol_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"

	"github.com/zapvol/bua/core/protocol"
)

// seeds are the inputs of the vectors that go through a door.
func seeds(f *testing.F, door string, add func(door, input string)) {
	f.Helper()
	files, err := filepath.Glob("../../tests/vectors/*.txtar")
	if err != nil || len(files) == 0 {
		f.Fatal("no vectors to start from")
	}
	for _, name := range files {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, s := range a.Files {
			if d, _, ok := strings.Cut(s.Name, ": "); ok && strings.HasPrefix(d, door) {
				add(d, strings.TrimSuffix(string(s.Data), "\n"))
			}
		}
	}
}

// agree holds what the codec did with a text against the oracle: both read it
// or neither, and what was written is what should remain of it.
func agree(t *testing.T, data []byte, want any, ok bool, written []byte, err error) {
	t.Helper()
	if err != nil {
		refusal(t, err)
	}
	if (err == nil) != ok {
		t.Fatalf("codec: %v; the oracle reads it: %v\n%q", err, ok, data)
	}
	if err != nil {
		return
	}
	got, valid := parse(written)
	if !valid {
		t.Fatalf("written, but not to be read: %q", written)
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("written %s\nwanted %v\nread   %q", written, want, data)
	}
}

// refusal checks that an error is one that may cross a door.
func refusal(t *testing.T, err error) {
	t.Helper()
	var e *protocol.Error
	if !errors.As(err, &e) || e.Code != protocol.CodeInvalidAction {
		t.Fatalf("not an invalid_action: %v", err)
	}
	if len(e.Message) > 500 || !utf8.ValidString(e.Message) || strings.ContainsAny(e.Message, "\n\r") || e.Message == "" {
		t.Fatalf("not one sentence: %q", e.Message)
	}
}

// asMarshalled compares a value with what encoding/json makes of it, so that
// the fields hold what was read and not only what was written.
func asMarshalled(t *testing.T, v any, want any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	got, ok := parse(text)
	if !ok {
		t.Fatalf("marshalled as %q", text)
	}
	if got == nil {
		got = []any{} // a nil slice is an empty array on the wire
	}
	if o, isObject := got.(map[string]any); isObject {
		for _, list := range []string{"elements", "options", "fields", "frames", "entries", "files"} {
			if e, has := o[list]; has && e == nil {
				o[list] = []any{}
			}
		}
		if o["secret"] != nil && o["text"] == "" {
			delete(o, "text") // which it stands for
		}
		if r, isResult := v.(protocol.Result); !isResult || reflect.TypeOf(r) == nil {
			o["type"] = want.(map[string]any)["type"] // the tag is no field
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("the fields hold %s\nwanted %v", text, want)
	}
}

func FuzzDecode(f *testing.F) {
	seeds(f, "message", func(_, input string) { f.Add([]byte(input)) })
	f.Fuzz(func(t *testing.T, data []byte) {
		tree, ok := parse(data)
		var want any
		if ok {
			want, ok = messages().of(tree)
		}
		m, err := protocol.Decode(data)
		var written []byte
		if err == nil {
			written = protocol.Append(nil, m)
		}
		agree(t, data, want, ok, written, err)
		id := protocol.RequestID(data)
		if len(id) > protocol.MaxID {
			t.Fatalf("an id of %d bytes", len(id))
		}
		if err != nil {
			return
		}
		again, err := protocol.Decode(written)
		if err != nil || !reflect.DeepEqual(again, m) {
			t.Fatalf("%#v was written as %s and read as %#v, %v", m, written, again, err)
		}
		if o := want.(map[string]any); o["type"] != "hello" && o["type"] != "ack" && o["id"] != nil && id != o["id"] {
			t.Fatalf("RequestID says %q of %s", id, data)
		}
	})
}

func FuzzDecodeAction(f *testing.F) {
	seeds(f, "action", func(_, input string) { f.Add([]byte(input)) })
	f.Fuzz(func(t *testing.T, data []byte) {
		tree, ok := parse(data)
		var want any
		if ok {
			want, ok = actions().of(tree)
		}
		a, err := protocol.DecodeAction(data)
		var written []byte
		if err == nil {
			written = protocol.AppendAction(nil, a)
		}
		agree(t, data, want, ok, written, err)
		if err != nil {
			return
		}
		asMarshalled(t, a, want)
		if err := protocol.Validate(a); err != nil {
			t.Fatalf("read, but not valid: %v", err)
		}
		again, err := protocol.DecodeAction(written)
		if err != nil || !reflect.DeepEqual(again, a) {
			t.Fatalf("%#v was written as %s and read as %#v, %v", a, written, again, err)
		}
	})
}

func FuzzDecodeResult(f *testing.F) {
	seeds(f, "result", func(door, input string) { f.Add(strings.TrimPrefix(door, "result "), []byte(input)) })
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		tree, ok := parse(data)
		var want any
		if ok {
			var variant any
			if variant, ok = results()[kind]; ok {
				if rt := reflect.TypeOf(variant); rt.Kind() == reflect.Slice {
					want, _, ok = fieldOf(rt, tree, rules{})
				} else {
					want, ok = structure(rt, tree)
				}
			}
		}
		r, err := protocol.DecodeResult(protocol.Kind(kind), data)
		var written []byte
		if err == nil {
			written = protocol.AppendResult(nil, r)
		}
		agree(t, data, want, ok, written, err)
		if err != nil {
			return
		}
		asMarshalled(t, r, want)
		again, err := protocol.DecodeResult(protocol.Kind(kind), written)
		if err != nil || !reflect.DeepEqual(again, r) {
			t.Fatalf("%#v was written as %s and read as %#v, %v", r, written, again, err)
		}
	})
}

// What an agent's door lets pass, the extension must not refuse, and the other
// way round.
func FuzzValidate(f *testing.F) {
	f.Add(uint8(0), "https://example.com/", "", 0, false)
	f.Add(uint8(1), "e3", "a", -1, true)
	f.Add(uint8(5), "left", "", 1<<40, true)
	f.Fuzz(func(t *testing.T, pick uint8, s, s2 string, n int, b bool) {
		target, tab := protocol.Target{UID: s2, Selector: s}, protocol.OnTab{TabID: n}
		all := []protocol.Action{
			protocol.Navigate{URL: s, OnTab: tab}, protocol.Click{Target: target, OnTab: tab},
			protocol.Type{Target: target, Text: s, OnTab: tab}, protocol.Hover{Target: target},
			protocol.PressKey{Key: s}, protocol.Scroll{Direction: protocol.Direction(s), Amount: n, Target: protocol.Target{UID: s2}},
			protocol.Screenshot{FullPage: b, OnTab: tab}, protocol.Extract{Selector: s, Since: s2, Query: s2, MaxTokens: n},
			protocol.Evaluate{Expression: s}, protocol.WaitFor{Target: target, TimeoutMS: n}, protocol.GetTabs{},
			protocol.OpenTab{URL: s, Focus: b}, protocol.CloseTab{TabID: n},
			protocol.Scroll{Direction: protocol.ScrollUp, Amount: n, Target: target},
			protocol.Dialog{Do: protocol.Answer(s), Text: s2, DialogID: s2}, protocol.Reload{Hard: b},
			protocol.SelectOption{Target: target, Options: []string{s}}, protocol.Check{Target: target, Checked: b},
			protocol.FillForm{Fields: []protocol.Fill{{Target: target, Value: s}}, InFrame: protocol.InFrame{FrameID: s2}},
			protocol.Find{Query: s}, protocol.Help{Message: s, TimeoutMS: n}, protocol.UploadFile{Target: target, Name: s, Text: s2, More: b}, protocol.Drag{Target: target, To: protocol.DropTarget{Target: target}},
		}
		a := all[int(pick)%len(all)]
		valid := protocol.Validate(a)
		if valid != nil {
			refusal(t, valid)
		}
		if !utf8.ValidString(s) || !utf8.ValidString(s2) {
			return // writing repairs it, so reading cannot see it
		}
		_, err := protocol.DecodeAction(protocol.AppendAction(nil, a))
		if (err == nil) != (valid == nil) || err != nil && err.Error() != valid.Error() {
			t.Fatalf("%#v\nValidate: %v\nDecode:   %v", a, valid, err)
		}
	})
}

func FuzzRequestID(f *testing.F) {
	seeds(f, "id", func(_, input string) { f.Add([]byte(input)) })
	f.Fuzz(func(t *testing.T, data []byte) {
		id := protocol.RequestID(data)
		if len(id) > protocol.MaxID || !utf8.ValidString(id) {
			t.Fatalf("%q is no id", id)
		}
	})
}
