package model

import (
	"bytes"
	"iter"
	"strings"

	"github.com/zapvol/bua/core/scan"
)

// value is JSON that somebody wrote, as it stands; nil is none. What is null, of another
// type or no JSON is read as what is not there.
type value []byte

// deepest is how many levels of JSON are read.
const deepest = 1000

// parse reports whether data is one JSON value, and returns it.
func parse(data []byte) (value, bool) {
	return bytes.Trim(data, " \t\r\n"), scan.Valid(data, deepest)
}

// is reports whether a value begins so: with {, [ or ".
func (v value) is(first byte) bool { return len(v) > 0 && v[0] == first }

// at is what stands at a path of names, nil where nothing does. Of a name that is there
// twice the last counts.
func (v value) at(path ...string) value {
	for _, name := range path {
		var found value
		for has, x := range v.members() {
			if has == name {
				found = x
			}
		}
		if v = found; string(v) == "null" {
			return nil
		}
	}
	return v
}

// text is the string that v is, "" when it is none.
func (v value) text() string {
	return strings.ToValidUTF8(scan.String(v), "\ufffd")
}

// whole is the number that v is without its fraction, 0 when it is none.
func (v value) whole() int { return scan.Whole(v) }

// isNumber reports whether v is a number.
func (v value) isNumber() bool {
	return len(v) > 0 && (v[0] == '-' || '0' <= v[0] && v[0] <= '9')
}

// true reports whether v is true.
func (v value) true() bool { return scan.True(v) }

// members are those of an object.
func (v value) members() iter.Seq2[string, value] {
	return func(yield func(string, value) bool) {
		c := scan.Cursor{Data: v}
		if !c.Eat('{') {
			return
		}
		for {
			name, more := c.Member()
			if !more || !yield(string(name), c.Skip()) {
				return
			}
		}
	}
}

// each are the elements of an array.
func (v value) each() iter.Seq[value] {
	return func(yield func(value) bool) {
		c := scan.Cursor{Data: v}
		if !c.Eat('[') {
			return
		}
		for c.Element() {
			x := c.Skip()
			if len(x) == 0 || !yield(x) {
				return
			}
		}
	}
}

// first is the first element of an array.
func (v value) first() value {
	for x := range v.each() {
		return x
	}
	return nil
}

// texts are the strings of an array.
func (v value) texts() (list []string) {
	for x := range v.each() {
		list = append(list, x.text())
	}
	return list
}
