package gen

import (
	"slices"
	"strings"
)

// toolSchema writes the whole input schema of the browser tool: one flat object with
// the members of all actions, and a line for each action that says which of
// them it takes. A union of objects would say it exactly, but many clients give
// their model no union: some turn the action into a string, some drop its
// members. The lines stand with the type, because some also drop what is said
// of an object. What is valid is the decoder's to say.
func toolSchema(m *model) []byte {
	return (&tool{model: m}).schema("Which action. Each takes the members in its line and no others: a|b is one of them, what has a ? may be left out.\n" + each(m.actions, "\n", line))
}

// commonSchema writes the schema that agents get without asking for more. It takes
// what the whole one takes, since a client may refuse what it does not list; but of
// rare actions and members it says no more than names and types.
func commonSchema(m *model) []byte {
	var lines, rare, alone []string
	for _, a := range m.actions {
		signature := strings.TrimSpace(a.tag + " " + strings.Join(memberNames(a.shape, (*field).anyTab), ", "))
		if a.has("rare") {
			rare = append(rare, signature)
		} else {
			lines = append(lines, signature+": "+prose(a.name, a.doc))
		}
		if !slices.ContainsFunc(a.fields, func(f *field) bool { return f.wire == "tabId" }) {
			alone = append(alone, a.tag)
		}
	}
	what := "Each takes what its line names (a|b: one of them; ?: may be left out) and tabId (not " + strings.Join(alone, ", ") + "), no more.\n" +
		strings.Join(lines, "\n") + "\nRare ones, which describe explains: " + strings.Join(rare, "; ")
	return (&tool{model: m, common: true}).schema(what)
}

// schema is the argument, whose types are told of by what.
func (t *tool) schema(what string) []byte {
	var tags []string
	for _, a := range t.actions {
		tags = append(tags, a.tag)
		t.collect(a)
	}
	properties := ordered{{"type", ordered{{"type", "string"}, {"enum", tags}, {"description", what}}}}
	return pretty(ordered{
		{"type", "object"},
		{"properties", ordered{{"action", ordered{
			{"type", "object"},
			{"properties", append(properties, t.properties()...)},
			{"required", []string{"type"}},
			{"additionalProperties", false},
		}}}},
		{"required", []string{"action"}},
		{"additionalProperties", false},
	})
}

// line is an action with its members and what it does: click uid|selector,
// count?, tabId?: Presses ….
func line(v *exchange) string {
	return strings.TrimSpace(v.tag+" "+strings.Join(memberNames(v.shape, nil), ", ")) + ": " + prose(v.name, v.doc)
}

// anyTab reports whether a field is the tab, as most actions have it.
func (f *field) anyTab() bool { return f.wire == "tabId" && f.embedded }

// memberNames are the members of a structure that an agent may give, as a line
// shows them; without leaves some out.
func memberNames(s *shape, without func(*field) bool) (names []string) {
	instead := map[string]string{} // the other one of two
	for _, o := range s.ones {
		mark := ""
		if o.optional {
			mark = "?"
		}
		for i, name := range o.names() {
			if instead[name] = ""; i == 0 {
				instead[name] = strings.Join(o.names(), "|") + mark
			}
		}
	}
	for _, f := range s.fields {
		if f.rules["unless"] != "" {
			instead[f.wire], instead[f.rules["unless"]] = f.wire+"|"+f.rules["unless"], ""
		}
	}
	for _, f := range s.fields {
		name, one := instead[f.wire]
		switch {
		case f.has("inside") || one && name == "" || without != nil && without(f):
			continue
		case one:
		case f.optional:
			name = f.wire + "?"
		default:
			name = f.wire
		}
		names = append(names, name)
	}
	return names
}

// tool gathers the members of all actions.
type tool struct {
	*model
	list   []*merged
	common bool // without a word on what is rare
}

// merged is a member that one or more actions have.
type merged struct {
	*field          // as the first of them has it
	words  []string // what it may be, in any of them
	docs   []doc
}

// doc is what a member means, and in which actions.
type doc struct {
	text  string
	words []string
	tags  []string // none: wherever no other says otherwise
}

func (t *tool) collect(a *exchange) {
	for _, f := range a.fields {
		if f.has("inside") {
			continue
		}
		i := slices.IndexFunc(t.list, func(m *merged) bool { return m.wire == f.wire })
		if i < 0 {
			i = len(t.list)
			t.list = append(t.list, &merged{field: f})
		}
		m := t.list[i]
		if m.kind != f.kind || m.list != f.list || f.kind == kindStruct && m.typ != f.typ {
			refuse("%s: its %s is not of the kind that another action gives that name", a.tag, f.wire)
		}
		words := t.choices(f)
		for _, w := range words {
			if !slices.Contains(m.words, w) {
				m.words = append(m.words, w)
			}
		}
		if t.common && (a.has("rare") || f.has("rare")) {
			continue
		}
		text := prose(f.goName, f.doc)
		if f.kind == kindStruct && !f.list {
			text = strings.TrimSuffix(text, ".") + ": " + strings.Join(memberNames(t.byName[f.typ], nil), ", ") + "."
		}
		m.add(doc{text: text, words: words}, a.tag, f.embedded)
	}
}

// choices are the words that a field may be, nil for any.
func (t *tool) choices(f *field) []string {
	if f.kind != kindWords {
		return nil
	}
	return t.wordsOf(f.typ).all()
}

func (m *merged) add(d doc, tag string, general bool) {
	if d.text == "" {
		return
	}
	i := slices.IndexFunc(m.docs, func(o doc) bool { return o.text == d.text })
	if i < 0 {
		i = len(m.docs)
		m.docs = append(m.docs, d)
	}
	if !general {
		m.docs[i].tags = append(m.docs[i].tags, tag)
	}
}

// properties are the members with what they mean, which says of which actions
// where it is not the same in all.
func (t *tool) properties() (out ordered) {
	for _, m := range t.list {
		var parts []string
		for _, d := range m.docs {
			if len(m.docs) > 1 && len(d.tags) > 0 {
				d.text = strings.Join(d.tags, ", ") + ": " + d.text
			}
			if len(m.docs) > 1 && len(d.words) > 0 {
				d.text = strings.TrimSuffix(d.text, ".") + " (" + strings.Join(d.words, ", ") + ")."
			}
			parts = append(parts, d.text)
		}
		schema := t.plain(m)
		if len(parts) > 0 {
			schema.set("description", strings.Join(parts, " "))
		}
		out.set(m.wire, schema)
	}
	return out
}

// plain is a member's type alone. Limits stay in what is said of it and in the
// decoder's refusals.
func (t *tool) plain(m *merged) ordered {
	one := ordered{{"type", jsonTypes[m.kind]}}
	switch m.kind {
	case kindWords:
		one.set("enum", m.words)
	case kindStruct:
		one = t.inner(t.byName[m.typ])
	}
	if !m.list {
		return one
	}
	if m.kind == kindStruct {
		one = append(ordered{one[0], {"description", strings.Join(memberNames(t.byName[m.typ], nil), ", ")}}, one[1:]...)
	}
	return ordered{{"type", "array"}, {"items", one}}
}

// inner is a structure inside a member. What is embedded in it was described
// with the action's own members.
func (t *tool) inner(s *shape) ordered {
	inside := &tool{model: t.model, common: t.common}
	for _, f := range s.fields {
		if f.has("inside") {
			continue
		}
		m := &merged{field: f, words: t.choices(f)}
		if !f.embedded && !(t.common && f.has("rare")) {
			m.add(doc{text: prose(f.goName, f.doc)}, "", true)
		}
		inside.list = append(inside.list, m)
	}
	return ordered{{"type", "object"}, {"properties", inside.properties()}}
}
