package model

import (
	"strconv"

	"github.com/zapvol/bua/core/scan"
)

// object is a JSON object that is being written. The zero value is an empty one.
type object struct{ list []member }

type member struct {
	name string
	is   value
}

// open reads an object, to write it again otherwise; what is none is an empty one.
func open(v value) *object {
	o := &object{}
	for l := v.members(); l.next(); {
		name, x := string(l.name), l.is
		o.set(name, x)
	}
	return o
}

// set adds a member, in place of one of its name.
func (o *object) set(name string, v value) *object {
	for i := range o.list {
		if o.list[i].name == name {
			o.list[i].is = v
			return o
		}
	}
	o.list = append(o.list, member{name, v})
	return o
}

func (o *object) str(name, text string) *object { return o.set(name, quote(text)) }

// some adds a text that is not empty.
func (o *object) some(name, text string) *object {
	if text == "" {
		return o
	}
	return o.str(name, text)
}

func (o *object) num(name string, n int) *object {
	return o.set(name, strconv.AppendInt(nil, int64(n), 10))
}

func (o *object) flag(name string, yes bool) *object {
	return o.set(name, strconv.AppendBool(nil, yes))
}

// obj adds an object as it is now.
func (o *object) obj(name string, x *object) *object { return o.set(name, x.json()) }

func (o *object) array(name string, list []value) *object { return o.set(name, array(list)) }

// at is the member of a name, nil for none.
func (o *object) at(name string) value {
	for _, m := range o.list {
		if m.name == name {
			return m.is
		}
	}
	return nil
}

// json is the object as it is now.
func (o *object) json() value {
	size := 2
	for _, m := range o.list {
		size += len(m.name) + len(m.is) + 4
	}
	out := append(make(value, 0, size), '{')
	for i, m := range o.list {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(scan.AppendQuote(out, m.name), ':'), m.is...)
	}
	return append(out, '}')
}

// with is a new object with one text.
func with(name, text string) *object { return new(object).str(name, text) }

func quote(text string) value { return scan.AppendQuote(nil, text) }

func array(list []value) value {
	out := value{'['}
	for i, v := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, v...)
	}
	return append(out, ']')
}
