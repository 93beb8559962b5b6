package gen

import "fmt"

// wireSchema writes the schema of every message and of what is inside them.
func wireSchema(m *model) []byte {
	var defs ordered
	union := func(name, doc string, vs []*exchange) {
		defs.set(name, ordered{{"description", doc}, {"oneOf", refs(vs)}})
	}
	union("Action", "One thing to do in the browser.", m.actions)
	union("Event", "Something that the extension tells unasked. A receiver ignores a type that is not listed.", m.events)
	tags := m.tags()
	for _, s := range m.structs {
		defs.set(s.name, m.object(s, tags[s.name]))
	}
	for _, a := range m.arrays {
		defs.set(a.name, ordered{{"description", prose(a.name, a.doc)}, {"type", "array"}, {"items", ref(a.elem)}})
	}
	var answers ordered
	for _, a := range m.actions {
		answers.set(a.tag, ref(a.says["answers"]))
	}
	defs.set("Results", ordered{
		{"description", "What each action answers, by its type: the result of a response."},
		{"type", "object"},
		{"properties", answers},
	})
	return pretty(ordered{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", fmt.Sprint("bua wire protocol, version ", m.number("Version"))},
		{"description", "One message on the socket between the extension and the backend. Members that are not listed are ignored; null for an optional member is absence; lengths are limits in bytes of UTF-8."},
		{"oneOf", refs(m.messages)},
		{"$defs", defs},
	})
}

func ref(name string) ordered { return ordered{{"$ref", "#/$defs/" + name}} }

func refs(vs []*exchange) (all []ordered) {
	for _, v := range vs {
		all = append(all, ref(v.name))
	}
	return all
}

// object writes a struct, with its name in a union.
func (m *model) object(s *shape, tag string) ordered {
	properties, required := ordered{}, []string{}
	if tag != "" {
		properties.set("type", ordered{{"type", "string"}, {"enum", []string{tag}}})
		required = append(required, "type")
	}
	var open []string // one or both of two
	for _, f := range s.fields {
		properties.set(f.wire, m.field(f))
		if f.rules["unless"] != "" {
			open = []string{f.wire, f.rules["unless"]}
		} else if !f.optional {
			required = append(required, f.wire)
		}
	}
	o := ordered{{"description", prose(s.name, s.doc)}, {"type", "object"}, {"properties", properties}}
	if s.doc == "" {
		o = o[1:]
	}
	if len(required) > 0 {
		o.set("required", required)
	}
	for _, r := range s.ones {
		if r.optional {
			o.set("not", ordered{{"required", r.names()}})
		} else {
			o.set("oneOf", either(r.names()...))
		}
	}
	if open != nil {
		o.set("anyOf", either(open...))
	}
	return o
}

// either says that one of the members is required.
func either(names ...string) (rules []any) {
	for _, n := range names {
		rules = append(rules, ordered{{"required", []string{n}}})
	}
	return rules
}

func (m *model) field(f *field) ordered {
	var o ordered
	if doc := prose(f.goName, f.doc); doc != "" {
		o.set("description", doc)
	}
	one := m.scalar(f)
	if !f.list {
		return append(o, one...)
	}
	o.set("type", "array")
	o.set("items", one)
	if f.rules["max"] != "" {
		o.set("maxItems", m.number(f.rules["max"]))
	}
	return o
}

// jsonTypes are the kinds that JSON Schema has a name for.
var jsonTypes = map[fkind]string{kindString: "string", kindWords: "string", kindInt: "integer", kindInt64: "integer", kindBool: "boolean", kindRaw: "object"}

func (m *model) scalar(f *field) ordered {
	least, most := f.limits()
	o := ordered{{"type", jsonTypes[f.kind]}}
	switch n := m.number(most); {
	case jsonTypes[f.kind] == "":
		return ref(f.typ)
	case f.kind == kindRaw && !f.has("object"):
		return ordered{}
	case f.kind == kindWords && !f.has("open") && f.rules["else"] == "":
		o.set("enum", m.wordsOf(f.typ).all())
	case f.kind == kindString && !f.list:
		if m.number(least) > 0 {
			o.set("minLength", m.number(least))
		}
		if n > 0 {
			o.set("maxLength", n)
		}
	case f.kind == kindInt, f.kind == kindInt64:
		o.set("minimum", m.number(least))
		if most != "MaxInt" {
			o.set("maximum", n)
		}
	case f.has("true"):
		o.set("enum", []bool{true})
	}
	return o
}
