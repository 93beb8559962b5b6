package debugger

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// FuzzEngine reads what an engine answers, which a page can fill with anything:
// the worker never sends what the backend would refuse, an error has a code that
// the engine may give, and what encoding/json finds is found.
func FuzzEngine(f *testing.F) {
	for _, s := range []string{
		`{"ok":{"url":"https://a.example/","title":"T","text":"x","markdown":"# T","elements":[{"uid":"e3","role":"button","name":"Go"}],"omitted":0,"snapshot":"s1","next":4}}`,
		`{"ok":{"url":"https://a.example/","title":"","markdown":"","elements":[],"status":403,"challenge":true,"size":-9e99,"captchaFrame":1}}`,
		`{"ok":{"url":"https://a.example/","title":"\ud83d","text":"\udc00","markdown":"","elements":[]}}`,
		`{"ok":{"url":"https://a.example/","elements":[{"uid":"e3","role":"link","name":"","value":"","states":["checked"]}],"changes":{"content":"unchanged","added":[],"changed":[],"removed":[]}}}`,
		`{"ok":{"url":"u","elements":[{"uid":"3"}]}}`, `{"ok":{"url":"u","elements":{"0":1}}}`, `{"ok":{"elements":[[[[[[[[[[]]]]]]]]]]}}`,
		`{"error":{"code":"element_stale","message":"the element is gone"}}`, `{"error":{"code":"domain_blocked","message":""}}`,
		`{"error":null,"ok":{}}`, `{"ok":1,"ok":{"url":"x"}}`, `{"ok"`, ``, `[]`, "{\"ok\":{\"text\":\"\xff\x00\"}}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		result := append(scan.AppendQuote([]byte(`{"type":"string","value":`), string(data)), '}')
		ok, err := (&run{action: &action{}}).read(result)
		var want struct {
			OK    json.RawMessage `json:"ok"`
			Error json.RawMessage `json:"error"`
		}
		sure := json.Valid(data) && utf8.Valid(data) && !bytesEscaped(data) && !strings.Contains(strings.ToLower(string(data)), `"ok":`+`null`)
		if err != nil {
			e := protocol.AsError(err)
			switch e.Code {
			case protocol.CodeElementNotFound, protocol.CodeElementStale, protocol.CodeInvalidAction, protocol.CodeTimeout, protocol.CodeInternal:
			default:
				t.Fatalf("%q has the code %s", data, e.Code)
			}
			return
		}
		if sure && json.Unmarshal(data, &want) == nil && bytes.Count(bytes.ToLower(data), []byte(`"ok"`)) == 1 && string(ok) != string(want.OK) {
			t.Fatalf("%q: got %q, want %q", data, ok, want.OK)
		}
		res, err := readExtract(bytes.Clone(ok))
		if err != nil {
			if protocol.CodeOf(err) != protocol.CodeInternal {
				t.Fatalf("%q: %v", data, err)
			}
			return
		}
		wire := protocol.AppendResult(nil, res)
		again, err := protocol.DecodeResult(protocol.KindExtract, wire)
		if err != nil || !reflect.DeepEqual(again, protocol.Result(res)) {
			t.Fatalf("%q would be sent as %s and read as %#v, %v", data, wire, again, err)
		}
	})
}
