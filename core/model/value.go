package model

import (
	"bytes"
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

// at is what stands at a path of names with points between them, nil where nothing does.
func (v value) at(path string) value {
	for {
		name, rest, more := strings.Cut(path, ".")
		if v = v.member(name); !more {
			return v
		}
		path = rest
	}
}

// str is the string at a path, "" where there is none.
func (v value) str(path string) string { return v.at(path).text() }

// num is the number at a path without its fraction, 0 where there is none.
func (v value) num(path string) int { return v.at(path).whole() }

// yes reports whether there is true at a path.
func (v value) yes(path string) bool { return scan.True(v.at(path)) }

// member is one of an object, nil where there is none. Of a name that is there twice the
// last counts.
func (v value) member(name string) value {
	var found value
	for l := v.members(); l.next(); {
		if string(l.name) == name {
			found = l.is
		}
	}
	if string(found) == "null" {
		return nil
	}
	return found
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

// members walks over those of an object: for l := v.members(); l.next(); {}. It is no
// iterator of the language: calls of functions that are values cost all that is above
// them much room in the extension's program.
func (v value) members() parts {
	p := parts{c: scan.Cursor{Data: v}}
	p.open = p.c.Eat('{')
	p.named = p.open
	return p
}

// each walks over the elements of an array.
func (v value) each() parts {
	p := parts{c: scan.Cursor{Data: v}}
	p.open = p.c.Eat('[')
	return p
}

type parts struct {
	c           scan.Cursor
	named, open bool
	// name is that of a member, is the member or element.
	name []byte
	is   value
}

// next goes to the next part, and reports whether there is one.
func (p *parts) next() bool {
	switch {
	case !p.open:
		return false
	case p.named:
		p.name, p.open = p.c.Member()
	default:
		p.open = p.c.Element()
	}
	if p.open {
		p.is = p.c.Skip()
		p.open = len(p.is) > 0
	}
	return p.open
}

// first is the first element of an array.
func (v value) first() value {
	l := v.each()
	l.next()
	return l.is
}

// texts are the strings of an array.
func (v value) texts() (list []string) {
	for l := v.each(); l.next(); {
		list = append(list, l.is.text())
	}
	return list
}
