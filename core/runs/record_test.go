package runs

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/record"
)

// fill sets every member of a struct, so that one that a record leaves out is noticed.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.String:
		v.SetString("é \"x\"\n")
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i))
		}
	}
}

// What is written is what encoding/json makes of the same members: doors write views with
// that, and journals of before were written with it.
func TestRecord(t *testing.T) {
	for _, row := range []struct {
		name      string
		full, got record.Object
	}{
		{"a head", &Head{}, &Head{}},
		{"a view", &View{}, &View{}},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			fill(reflect.ValueOf(row.full).Elem())
			data := record.Append(nil, row.full)
			other, err := json.Marshal(row.full)
			is.NoErr(err)
			var a, b any
			is.NoErr(json.Unmarshal(data, &a))
			is.NoErr(json.Unmarshal(other, &b))
			is.Equal(a, b)
			is.True(record.Read(other, row.got))
			is.Equal(row.got, row.full)
		})
	}
}

// A journal begins with its head, and nothing else does.
func TestHead(t *testing.T) {
	is := is.New(t)
	data := record.Append(nil, &headed{Head{ID: "abcdefgh", Wanted: Wanted{Task: "x", Mode: agent.ModeAct, Grants: []Grant{{Site: "a.test", Sinks: []risk.Sink{"send"}}}}}})
	h, ok := head(data)
	is.True(ok)
	is.Equal(h.Wanted.Grants[0].Site, "a.test")
	for _, other := range []string{``, `{}`, `{"head":{}}`, `{"head":null}`, `{"type":"acted","id":3}`, `[]`} {
		_, ok := head([]byte(other))
		is.True(!ok) // what is no head
	}
}
