package debugger

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/zapvol/bua/core/scan"
)

// object is the JSON of command parameters while they are being written. It
// is one pointer: in the worker each slice that a call hands on costs more.
type object struct{ scan.Object }

// newObject begins the parameters of a command.
func newObject() *object { return &object{} }

func (o *object) str(name, value string) *object {
	o.Str(name, value)
	return o
}

func (o *object) num(name string, value int) *object {
	o.Int(name, int64(value))
	return o
}

func (o *object) flag(name string, value bool) *object {
	o.Bool(name, value)
	return o
}

func (o *object) raw(name, value string) *object {
	o.Raw(name, value)
	return o
}

// end returns the JSON; more may still be added, for another.
func (o *object) end() []byte { return o.JSON() }

// quote appends the JSON of a string.
func quote(dst []byte, s string) []byte { return scan.AppendQuote(dst, s) }

func members(data []byte, names ...string) [][]byte { return scan.Members(data, names...) }

func member(data []byte, path ...string) []byte { return scan.Path(data, path...) }

func element(data []byte, n int) []byte { return scan.Nth(data, n) }

func text(v []byte) string { return scan.String(v) }

func whole(v []byte) int { return scan.Whole(v) }

func truth(v []byte) bool { return scan.True(v) }

// wellFormed mends lone surrogates, which JavaScript's strings may hold and
// the wire refuses. v is changed in place.
func wellFormed(v jsontext.Value) jsontext.Value {
	for i := 0; i+5 < len(v); i++ {
		if v[i] != '\\' {
			continue
		}
		if v[i+1] != 'u' {
			i++ // an escape of another kind, maybe of the backslash itself
			continue
		}
		switch surrogate(v, i) {
		case 1:
			if surrogate(v, i+6) == 2 {
				i += 11
				continue
			}
			fallthrough
		case 2:
			copy(v[i+2:], "fffd")
		}
		i += 5
	}
	return v
}

// surrogate tells what the escape at i is: 1 a high, 2 a low surrogate, 0
// anything else.
func surrogate(v []byte, i int) int {
	if i+5 >= len(v) || v[i] != '\\' || v[i+1] != 'u' || v[i+2]|0x20 != 'd' {
		return 0
	}
	switch c := v[i+3] | 0x20; {
	case c == '8' || c == '9' || c == 'a' || c == 'b':
		return 1
	case c >= 'c' && c <= 'f':
		return 2
	}
	return 0
}
