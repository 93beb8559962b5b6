package scan_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/scan"
)

func TestMembers(t *testing.T) {
	for _, row := range []struct{ name, data, want string }{
		{"a plain member", `{"x":1,"a":2}`, "2"},
		{"white space everywhere", " {\n \"x\" : [1 , {\"a\":3}] , \"a\" : \"b,}\\\"\" } ", `"b,}\""`},
		{"an inner member of the same name", `{"x":{"a":1}}`, ""},
		{"a name twice: the last counts", `{"a":1,"a":2}`, "2"},
		{"an object", `{"a":{"b":"]"}}`, `{"b":"]"}`},
		{"no object", `[1]`, ""},
		{"nothing", ``, ""},
		{"cut off", `{"a":{"b":1`, `{"b":1`},
		{"cut off in a name", `{"a`, ""},
		{"no colon", `{"a" 1}`, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(string(scan.Path([]byte(row.data), "a")), row.want)
		})
	}
}

func TestNth(t *testing.T) {
	is := is.New(t)
	data := []byte(` [ 1 , "a,b" , [2,3] , {"x":[4]} ] `)
	for n, want := range []string{"1", `"a,b"`, "[2,3]", `{"x":[4]}`, ""} {
		is.Equal(string(scan.Nth(data, n)), want)
	}
	is.Equal(string(scan.Nth([]byte("[]"), 0)), "")
}

func TestReaders(t *testing.T) {
	is := is.New(t)
	data := []byte(`{"a":"x","b":{"c":"y","d":7.5},"e":[1,"2",[3]]}`)
	is.Equal(scan.Texts(data, "a", "b", "none"), []string{"x", "", ""}) // what is no string is empty
	is.Equal(scan.TextAt(data, "b", "c"), "y")
	is.Equal(scan.TextAt(data, "b", "d"), "")
	is.Equal(scan.WholeAt(data, "b", "d"), 7)
	for _, row := range []struct {
		data string
		want int
	}{{`[1,"2",[3]]`, 3}, {`[]`, 0}, {`{}`, 0}, {``, 0}, {`[1,`, 1}} {
		got := 0
		for _, one := range scan.Elements([]byte(row.data)) {
			if len(one) > 0 {
				got++
			}
		}
		is.Equal(got, row.want)
	}
}
