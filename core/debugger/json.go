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

// The readers below take apart what the browser wrote: JSON that is well
// formed, but may hold a name twice or a lone surrogate, which a page can put
// there. Of JSON that is not well formed they find less, and never fail. They
// are not jsontext's because its decoder is four times all of this package's
// readers in the worker.

// members returns the raw values of the named members of a JSON object, nil
// for each that is not there. Of a name that is there twice the last counts.
func members(data []byte, names ...string) []jsontext.Value {
	out := make([]jsontext.Value, len(names))
	c := scan.Cursor{Data: data}
	if !c.Eat('{') {
		return out
	}
	for {
		name, ok := c.Member()
		if !ok {
			return out
		}
		value := c.Skip()
		for n, want := range names {
			if string(name) == want {
				out[n] = value
			}
		}
	}
}

// member returns the raw value at a path of member names.
func member(data []byte, path ...string) jsontext.Value {
	v := jsontext.Value(data)
	for _, name := range path {
		v = members(v, name)[0]
	}
	return v
}

// element returns the nth element of a JSON array, nil when there is none.
func element(data []byte, n int) jsontext.Value {
	c := scan.Cursor{Data: data}
	if !c.Eat('[') {
		return nil
	}
	for ; c.Element(); n-- {
		e := c.Skip()
		switch {
		case len(e) == 0:
			return nil
		case n == 0:
			return e
		}
	}
	return nil
}

func text(v jsontext.Value) string { return scan.String(v) }

func whole(v jsontext.Value) int { return scan.Whole(v) }

func truth(v jsontext.Value) bool { return scan.True(v) }

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
