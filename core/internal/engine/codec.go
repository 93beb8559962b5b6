package engine

import "github.com/zapvol/bua/core/scan"

// fielded is a structure that hands each of its fields to a codec.
type fielded interface{ fields(c *codec) }

// codec carries fields one way: into JSON, or out of one member of it. It reads
// what the engine wrote: of JSON that is not well formed it finds less, and it
// never fails.
type codec struct {
	reading bool
	out     scan.Object
	name    []byte
	value   []byte
}

// reads reports whether a field is the member that is being read.
func (c *codec) reads(name string) bool { return c.reading && string(c.name) == name }

// writes reports whether a field is to be written; one that is absent is not.
func (c *codec) writes(absent bool) bool { return !c.reading && !absent }

func (c *codec) str(name string, p *string, optional bool) {
	if c.reads(name) {
		*p = scan.String(c.value)
	} else if c.writes(optional && *p == "") {
		c.out.Str(name, *p)
	}
}

// number reads a number as it is written.
func (c *codec) number(name string, p *Decimal) {
	if c.reads(name) {
		*p = Decimal(c.value)
	}
}

func (c *codec) int(name string, p *int, optional bool) {
	long := int64(*p)
	c.int64(name, &long, optional)
	*p = int(long)
}

func (c *codec) int64(name string, p *int64, optional bool) {
	if c.reads(name) {
		*p = int64(scan.Whole(c.value))
	} else if c.writes(optional && *p == 0) {
		c.out.Int(name, *p)
	}
}

func (c *codec) bool(name string, p *bool, optional bool) {
	if c.reads(name) {
		*p = scan.True(c.value)
	} else if c.writes(optional && !*p) {
		c.out.Bool(name, *p)
	}
}

// strings leaves an optional list out when it is nil.
func (c *codec) strings(name string, p *[]string, optional bool) {
	if c.reads(name) {
		*p = scan.Strings(c.value)
	} else if c.writes(optional && *p == nil) {
		c.out.Strings(name, *p)
	}
}

// inner and the two after it only read: no argument is a structure.
func (c *codec) inner(name string, x fielded) {
	if c.reads(name) {
		read(c.value, x)
	}
}

func optional[T any, P interface {
	*T
	fielded
}](c *codec, name string, p *P) {
	if c.reads(name) {
		*p = new(T)
		read(c.value, *p)
	}
}

func list[T any, P interface {
	*T
	fielded
}](c *codec, name string, p *[]T) {
	if !c.reads(name) {
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

// write writes the fields as an object.
func write(x fielded) []byte {
	var c codec
	x.fields(&c)
	return c.out.JSON()
}
