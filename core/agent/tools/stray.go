package tools

import (
	"strings"

	"github.com/zapvol/bua/core/scan"
)

// Stray says which member of arguments a schema does not know, and which it has
// there. Both are JSON that was checked. It looks into the objects that a schema
// describes, and into lists of such.
func Stray(schema string, args []byte) (name, known string) {
	s := object([]byte(schema))
	properties := s.get("properties")
	if properties == nil {
		if items := s.get("items"); items != nil && len(args) > 0 && args[0] == '[' {
			c := scan.Cursor{Data: args}
			c.Eat('[')
			for c.Element() {
				if name, known = Stray(string(items), c.Skip()); name != "" {
					return name, known
				}
			}
		}
		return "", ""
	}
	if len(args) == 0 || args[0] != '{' {
		return "", "" // of another type: the decoder's to say
	}
	here := object(properties)
	for _, m := range object(args) {
		inner := here.get(m.name)
		if inner == nil && string(m.value) != "null" {
			return m.name, here.names()
		}
		if n, k := Stray(string(inner), m.value); n != "" {
			return m.name + "." + n, k
		}
	}
	return "", ""
}

// member is one of an object.
type member struct {
	name  string
	value []byte
}

type members []member

// object reads the members of one.
func object(data []byte) (list members) {
	c := scan.Cursor{Data: data}
	if !c.Eat('{') {
		return nil
	}
	for {
		name, more := c.Member()
		if !more {
			return list
		}
		list = append(list, member{string(name), c.Skip()})
	}
}

func (l members) get(name string) []byte {
	for _, m := range l {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

func (l members) names() string {
	all := make([]string, len(l))
	for i, m := range l {
		all[i] = m.name
	}
	return strings.Join(all, ", ")
}
