package debugger

import (
	"encoding/json"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/scan"
)

func TestWellFormed(t *testing.T) {
	for _, row := range []struct{ name, in, want string }{
		{"a pair stays", `"\ud83d\ude00"`, `"\ud83d\ude00"`},
		{"a lone high one", `"a\ud83db"`, `"a\ufffdb"`},
		{"a lone low one", `"\udE00"`, `"\ufffd"`},
		{"two high ones", `"\ud83d\ud83d\ude00"`, `"\ufffd\ud83d\ude00"`},
		{"an escaped backslash before u", `"\\ud83d"`, `"\\ud83d"`},
		{"other escapes", `"\n\u00e9\t"`, `"\n\u00e9\t"`},
		{"at the end", `"\ud83d"`, `"\ufffd"`},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(string(wellFormed([]byte(row.in))), row.want)
		})
	}
}

// FuzzMembers compares the reader with encoding/json on what that accepts.
func FuzzMembers(f *testing.F) {
	for _, s := range []string{`{"a":1}`, `{"a":{"a":[1,2,"}"]},"b":null}`, `{"b":"\\","a":"x\"y"}`, `{`, `[{"a":1}]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got := scan.Path(append([]byte(nil), data...), "a")
		_ = scan.Nth(data, 1)
		_ = wellFormed(append([]byte(nil), data...))
		var want map[string]json.RawMessage
		if json.Unmarshal(data, &want) != nil || want == nil {
			return
		}
		for k := range want {
			if k != "a" && lower(k) == "a" {
				return
			}
		}
		if v, ok := want["a"]; ok && !bytesEscaped(data) && string(got) != string(v) {
			t.Fatalf("%s: got %s, want %s", data, got, v)
		}
	})
}

// bytesEscaped reports whether a member's name may be written with an escape,
// which the browser never does for the names that are asked for.
func bytesEscaped(data []byte) bool {
	for _, c := range data {
		if c == '\\' {
			return true
		}
	}
	return false
}
