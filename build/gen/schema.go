package gen

import (
	"strings"
)

// toolSchema writes the input schema of the browser tool. It uses what every
// client understands: an object at the top, no references, one-value enums for
// the discriminators. Members that an action does not have are refused here,
// so that a model does not invent them; a receiver ignores them all the same.
func toolSchema(m *model) ([]byte, error) {
	d := &describer{model: m, once: map[string]bool{}}
	var variants []any
	for _, a := range m.actions {
		variants = append(variants, d.variant(a, true))
	}
	return pretty(ordered{
		{"type", "object"},
		{"properties", ordered{{"action", ordered{
			{"description", "The one action to run."},
			{"oneOf", variants},
		}}}},
		{"required", []string{"action"}},
		{"additionalProperties", false},
	})
}

// wireSchema writes the schema of every message and of what is inside them.
func wireSchema(m *model) ([]byte, error) {
	d := &describer{model: m, refs: true}
	var defs ordered
	union := func(name, doc string, vs []*variant) {
		var refs []any
		for _, v := range vs {
			refs = append(refs, ref(v.name))
		}
		defs.set(name, ordered{{"description", doc}, {"oneOf", refs}})
	}
	union("Action", "One thing to do in the browser.", m.actions)
	union("Event", "Something that the extension tells unasked. A receiver ignores a type that is not listed.", m.events)
	variants := map[string]*variant{}
	for _, vs := range [][]*variant{m.actions, m.events, m.messages} {
		for _, v := range vs {
			variants[v.name] = v
		}
	}
	for _, s := range m.structs {
		if v := variants[s.name]; v != nil {
			defs.set(s.name, d.variant(v, false))
		} else {
			defs.set(s.name, d.object(s, nil, false))
		}
	}
	for _, a := range m.arrays {
		defs.set(a.name, ordered{{"description", prose(a.name, a.doc)}, {"type", "array"}, {"items", ref(a.elem)}})
	}
	var answers ordered
	for _, a := range m.actions {
		answers.set(a.tag, ref(a.answers))
	}
	defs.set("Results", ordered{
		{"description", "What each action answers, by its type: the result of a response."},
		{"type", "object"},
		{"properties", answers},
	})
	var messages []any
	for _, v := range m.messages {
		messages = append(messages, ref(v.name))
	}
	return pretty(ordered{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", "bua wire protocol, version " + m.number("Version")},
		{"description", "One message on the socket between the extension and the backend. Members that are not listed are ignored; null for an optional member is absence; lengths are limits in bytes of UTF-8."},
		{"oneOf", messages},
		{"$defs", defs},
	})
}

func ref(name string) ordered { return ordered{{"$ref", "#/$defs/" + name}} }

// number returns a constant of the package as text.
func (m *model) number(name string) string {
	for _, c := range m.consts {
		if c.name == name {
			return c.value.ExactString()
		}
	}
	return ""
}

// describer writes types as schemas.
type describer struct {
	*model
	refs bool
	// once holds the comments of embedded fields that were written: the same
	// sentence in ten variants is nine too many for a model's context.
	once map[string]bool
}

func (d *describer) variant(v *variant, closed bool) ordered {
	tag := ordered{{"type", "string"}, {"enum", []string{v.tag}}}
	return d.object(v.structure, &member{"type", tag}, closed)
}

func (d *describer) object(s *structure, tag *member, closed bool) ordered {
	properties, required := ordered{}, []string{}
	if tag != nil {
		properties = append(properties, *tag)
		required = append(required, tag.name)
	}
	var instead []string // either of two
	for _, f := range s.fields {
		if f.inside && closed {
			continue
		}
		properties.set(f.wire, d.field(f))
		if f.unless != "" {
			instead = []string{f.wire, f.unless}
		} else if !f.optional {
			required = append(required, f.wire)
		}
	}
	o := ordered{{"description", prose(s.name, s.doc)}, {"type", "object"}, {"properties", properties}}
	if s.doc == "" {
		o = o[1:]
	}
	var open []string // on the wire the backend may say both
	if !closed {
		instead, open = nil, instead
	}
	if len(required) > 0 {
		o.set("required", required)
	}
	for _, r := range s.ones {
		a, b := r.fields[0].wire, r.fields[1].wire
		if r.optional {
			o.set("not", ordered{{"required", []string{a, b}}})
		} else {
			o.set("oneOf", either([]string{a, b}, instead))
		}
	}
	if open != nil {
		o.set("anyOf", either(open, nil))
	}
	if closed {
		o.set("additionalProperties", false)
	}
	return o
}

// either says that one of a is required and, where there are any, one of b:
// combined, because not every client of a model knows more than oneOf. That
// also rules out both of b, as only an agent may not.
func either(a, b []string) (rules []any) {
	if len(b) == 0 {
		b = []string{""}
	}
	for _, y := range b {
		for _, x := range a {
			all := []string{x}
			if y != "" {
				all = append(all, y)
			}
			rules = append(rules, ordered{{"required", all}})
		}
	}
	return rules
}

func (d *describer) field(f *field) ordered {
	var o ordered
	if doc := prose(f.goName, f.doc); doc != "" && !(f.embedded && d.once[doc]) {
		o.set("description", doc)
		if d.once != nil {
			d.once[doc] = true
		}
	}
	one := d.scalar(f)
	if !f.typ.slice {
		return append(o, one...)
	}
	o.set("type", "array")
	o.set("items", one)
	if f.max != "" {
		o.set("maxItems", f.maxVal)
	}
	return o
}

func (d *describer) scalar(f *field) ordered {
	switch f.typ.kind {
	case kindWords:
		if !f.open && f.otherwise == "" {
			return ordered{{"type", "string"}, {"enum", strings.Fields(d.wordsOf(f.typ.name).list())}}
		}
		return ordered{{"type", "string"}}
	case kindString:
		o := ordered{{"type", "string"}}
		if f.typ.slice {
			return o
		}
		if f.minVal > 0 {
			o.set("minLength", f.minVal)
		}
		if f.maxVal > 0 {
			o.set("maxLength", f.maxVal)
		}
		return o
	case kindInt, kindInt64:
		o := ordered{{"type", "integer"}, {"minimum", f.minVal}}
		if f.max != "MaxInt" {
			o.set("maximum", f.maxVal)
		}
		return o
	case kindBool:
		if f.isTrue {
			return ordered{{"type", "boolean"}, {"enum", []bool{true}}}
		}
		return ordered{{"type", "boolean"}}
	case kindRaw:
		return ordered{}
	}
	return d.nested(f.typ.name)
}

// nested is a struct inside another: a reference, or the thing itself where
// references are not wanted.
func (d *describer) nested(name string) ordered {
	if d.refs {
		return ref(name)
	}
	return d.object(d.byName[name], nil, true)
}
