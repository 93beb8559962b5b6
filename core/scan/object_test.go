package scan_test

import (
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/core/scan"
)

func TestObject(t *testing.T) {
	is := is.New(t)
	var o scan.Object
	is.Equal(string(o.JSON()), "{}")
	o.Str("a", "x\"\xff")
	first := o.JSON()
	o.Int("b", -1<<40)
	o.Bool("c", true)
	o.Strings("d", []string{"1", `"`})
	o.Strings("e", nil)
	o.Raw("f", `{"g":null}`)
	is.Equal(string(o.JSON()), `{"a":"x\"`+"\ufffd"+`","b":-1099511627776,"c":true,"d":["1","\""],"e":[],"f":{"g":null}}`)
	is.Equal(string(first), `{"a":"x\"`+"\ufffd"+`"}`) // what came after is not in it
}

func TestValues(t *testing.T) {
	is := is.New(t)
	for in, want := range map[string]string{`"a\n\ud83d"`: "a\n\ufffd", `""`: "", `7`: "", ``: "", `{"a":"b"}`: ""} {
		is.Equal(scan.String([]byte(in)), want)
	}
	for in, want := range map[string]int{`12`: 12, `-3.9`: -3, `2147483648`: 0, `"7"`: 0, ``: 0, `1e3`: 1, `--1`: 0} {
		is.Equal(scan.Whole([]byte(in)), want)
	}
	is.True(scan.True([]byte("true")))
	is.True(!scan.True([]byte(`"true"`)))
	for in, want := range map[string][]string{`["e1", 2 ,"e\"3"]`: {"e1", "", `e"3`}, `[]`: nil, `"e1"`: nil, `["e1"`: {"e1"}, `[`: nil, `["a",`: {"a"}, ``: nil} {
		is.Equal(scan.Strings([]byte(in)), want)
	}
	is.Equal(string(scan.AppendStrings([]byte("x"), []string{"a"})), `x["a"]`)
}
