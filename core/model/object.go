package model

import "github.com/zapvol/bua/core/scan"

// object is a JSON object that somebody else wrote, to be written again otherwise.
type object struct{ list []member }

type member struct {
	name string
	is   value
}

// open reads an object; what is none is an empty one.
func open(v value) *object {
	o := &object{}
	for l := v.members(); l.next(); {
		o.set(string(l.name), l.is)
	}
	return o
}

// set adds a member, in place of one of its name.
func (o *object) set(name string, v value) {
	for i := range o.list {
		if o.list[i].name == name {
			o.list[i].is = v
			return
		}
	}
	o.list = append(o.list, member{name, v})
}

// str adds a text, in place of what has its name.
func (o *object) str(name, text string) { o.set(name, quote(text)) }

// at is the member of a name, nil for none.
func (o *object) at(name string) value {
	for i := range o.list {
		if o.list[i].name == name {
			return o.list[i].is
		}
	}
	return nil
}

// json is the object as it is now.
func (o *object) json() value {
	t := text{}
	t.form("{")
	for i := range o.list {
		t.item("$:#", o.list[i].name, string(o.list[i].is))
	}
	t.form("}")
	return t.out
}

func quote(text string) value { return scan.AppendQuote(nil, text) }
