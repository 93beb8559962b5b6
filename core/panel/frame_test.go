package panel

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
	"github.com/zapvol/bua/core/runs"
)

// What a panel is told is what encoding/json makes of the same members, of a full value and of
// an empty one: the panel's types are made from these.
func TestCodec(t *testing.T) {
	for _, empty := range []record.Object{&Abilities{}, &runs.View{}, &Job{}, &Paid{}, &runs.Update{}, &Need{}, &Found{}, &Switched{}, &Start{}, &Decide{}, &SetCaps{}} {
		for _, name := range []string{"empty", "full"} {
			t.Run(reflect.TypeOf(empty).Elem().Name()+"/"+name, func(t *testing.T) {
				is := is.New(t)
				v := reflect.New(reflect.TypeOf(empty).Elem())
				fill(v.Elem(), name == "full")
				data := record.Append(nil, v.Interface().(record.Object))
				other, err := json.Marshal(v.Interface())
				is.NoErr(err)
				var a, b any
				is.NoErr(json.Unmarshal(data, &a))
				is.NoErr(json.Unmarshal(other, &b))
				is.Equal(a, b)
				back := reflect.New(reflect.TypeOf(empty).Elem()).Interface().(record.Object)
				is.True(record.Read(data, back))
				is.Equal(string(record.Append(nil, back)), string(data))
			})
		}
	}
}

// fill sets every member, or only what is never null.
func fill(v reflect.Value, all bool) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), all)
		}
	case reflect.String:
		if all {
			v.SetString("é \"x\"\n")
		}
	case reflect.Int, reflect.Int64:
		if all {
			v.SetInt(7)
		}
	case reflect.Bool:
		v.SetBool(all)
	case reflect.Pointer:
		if all {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), all)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 0, 1))
		if all {
			v.Set(v.Slice(0, 1))
			fill(v.Index(0), all)
		}
	}
}

func TestTold(t *testing.T) {
	for want, x := range map[string]told{
		`{"n":1,"id":2,"ok":true}`:                                {N: 1, ID: 2, OK: True()},
		`{"n":1,"id":2,"told":["a",{"on":false}]}`:                {N: 1, ID: 2, Told: [][]byte{Text("a"), One(Switched{})}},
		`{"n":1,"id":2,"end":true}`:                               {N: 1, ID: 2, End: true},
		`{"n":1,"id":2,"error":{"code":"a","message":"b \"c\""}}`: {N: 1, ID: 2, Error: protocol.NewError("a", `b "c"`)},
		`{"n":1,"id":2,"ok":[]}`:                                  {N: 1, ID: 2, OK: List([]Need{})},
	} {
		is.New(t).Equal(string(x.json()), want)
	}
}

// A journal is told in pieces that are text each, and whole together.
func TestExportEntry(t *testing.T) {
	is := is.New(t)
	entry := strings.Repeat("aé日", exported)
	var told strings.Builder
	pieces := 0
	is.NoErr(exportEntry([]byte(entry), func(data []byte) error {
		var s string
		is.NoErr(json.Unmarshal(data, &s))
		is.True(utf8.ValidString(s) && !strings.ContainsRune(s, utf8.RuneError) && len(s) <= exported)
		told.WriteString(s)
		pieces++
		return nil
	}))
	is.True(pieces > 5)
	is.Equal(told.String(), entry+"\n")
}

func TestHostOf(t *testing.T) {
	for address, want := range map[string]string{"": "", "about:blank": "", "https://a.test": "a.test", "https://a.test:8443/x?y#z": "a.test:8443", "https://u:p@a.test?x": "a.test", "http://[::1]:3/": "[::1]:3"} {
		is.New(t).Equal(hostOf(address), want)
	}
}
