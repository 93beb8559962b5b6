//go:build !tinygo

package agent

import (
	"os"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/zapvol/bua/core/record"
)

// recorded holds a value of each kind that a journal has, every member of it set: what
// stands there has been written, and must be read for ever.
const recorded = "testdata/record.jsonl"

// TestRecord: what a journal has stays as it is, byte for byte.
func TestRecord(t *testing.T) {
	want, err := os.ReadFile(recorded)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(want), "\n")
	for i, o := range []record.Object{&State{}, &Event{}, &arguments{}, &message{}} {
		fill(reflect.ValueOf(o).Elem(), "it")
		text := string(record.Append(nil, o))
		if text != lines[i] {
			t.Errorf("%T is written as\n%s\nwas\n%s", o, text, lines[i])
		}
		back := reflect.New(reflect.TypeOf(o).Elem()).Interface().(record.Object)
		if !record.Read([]byte(text), back) || string(record.Append(nil, back)) != text {
			t.Errorf("%T is not read as it was written: %s", o, record.Append(nil, back))
		}
	}
}

// fill sets everything in a value, by the names of its members.
func fill(v reflect.Value, name string) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			fill(reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem(), v.Type().Field(i).Name)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), name)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte(`["` + name + `"]`))
			return
		}
		fill(v.Index(0), name)
	case reflect.String:
		v.SetString(name)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint32:
		v.SetUint(1<<32 - uint64(sum(name)))
	default:
		v.SetInt(sum(name))
	}
}

// sum is a number that a name has.
func sum(name string) (n int64) {
	for _, c := range name {
		n = n*7%1000 + int64(c)
	}
	return n
}
