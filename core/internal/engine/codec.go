package engine

import (
	"strconv"

	"github.com/zapvol/bua/core/scan"
)

// fielded is a structure that hands each of its fields to a codec.
type fielded interface{ fields(c *codec) }

// codec carries fields one way: into JSON, or out of one member of it. It reads
// what the engine wrote: of JSON that is not well formed it finds less, and it
// never fails.
type codec struct {
	reading bool
	out     []byte
	name    []byte
	value   []byte
}

// at reports whether a field is the member that is being read or, in writing,
// begins it.
func (c *codec) at(name string, absent bool) bool {
	if c.reading {
		return string(c.name) == name
	}
	if absent {
		return false
	}
	if c.out[len(c.out)-1] != '{' {
		c.out = append(c.out, ',')
	}
	c.out = append(append(append(c.out, '"'), name...), '"', ':')
	return true
}

func (c *codec) str(name string, p *string, optional bool) {
	switch {
	case !c.at(name, optional && *p == ""):
	case c.reading:
		*p = scan.String(c.value)
	default:
		c.out = scan.AppendQuote(c.out, *p)
	}
}

// number reads a number as it is written.
func (c *codec) number(name string, p *Decimal) {
	if c.reading && c.at(name, false) {
		*p = Decimal(c.value)
	}
}

func (c *codec) int(name string, p *int, optional bool) {
	long := int64(*p)
	c.int64(name, &long, optional)
	*p = int(long)
}

func (c *codec) int64(name string, p *int64, optional bool) {
	switch {
	case !c.at(name, optional && *p == 0):
	case c.reading:
		*p = int64(scan.Whole(c.value))
	default:
		c.out = strconv.AppendInt(c.out, *p, 10)
	}
}

func (c *codec) bool(name string, p *bool, optional bool) {
	switch {
	case !c.at(name, optional && !*p):
	case c.reading:
		*p = scan.True(c.value)
	default:
		c.out = strconv.AppendBool(c.out, *p)
	}
}

// strings leaves an optional list out when it is nil.
func (c *codec) strings(name string, p *[]string, optional bool) {
	switch {
	case !c.at(name, optional && *p == nil):
	case c.reading:
		*p = scan.Strings(c.value)
	default:
		c.out = scan.AppendStrings(c.out, *p)
	}
}

// inner and the two after it only read: no argument is a structure.
func (c *codec) inner(name string, x fielded) {
	if c.reading && c.at(name, false) {
		read(c.value, x)
	}
}

func optional[T any, P interface {
	*T
	fielded
}](c *codec, name string, p *P) {
	if c.reading && c.at(name, false) {
		*p = new(T)
		read(c.value, *p)
	}
}

func list[T any, P interface {
	*T
	fielded
}](c *codec, name string, p *[]T) {
	if !c.reading || !c.at(name, false) {
		return
	}
	all := scan.Cursor{Data: c.value}
	for more := all.Eat('['); more && all.Element(); {
		var x T
		value := all.Skip()
		read(value, P(&x))
		*p = append(*p, x)
		more = len(value) > 0
	}
}

// read takes the members of an object apart. Of a name that is there twice the
// last counts.
func read(data []byte, x fielded) {
	members := scan.Cursor{Data: data}
	if !members.Eat('{') {
		return
	}
	c := codec{reading: true}
	for {
		name, ok := members.Member()
		if !ok {
			return
		}
		c.name, c.value = name, members.Skip()
		x.fields(&c)
	}
}

// appendObject writes the fields as an object.
func appendObject(dst []byte, x fielded) []byte {
	c := codec{out: append(dst, '{')}
	x.fields(&c)
	return append(c.out, '}')
}
