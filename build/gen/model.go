package gen

import (
	"go/ast"
	"slices"
	"strings"
)

// model is core/protocol as the writers need it, in source order.
type model struct {
	*room
	actions, events, messages []*exchange
	structs                   []*shape // every struct of the wire, variants too
	arrays                    []*array // named slices, such as TabsResult
	byName                    map[string]*shape
}

type array struct{ name, doc, elem string }

// wire reads core/protocol.
func (h *house) wire() *model {
	m := &model{room: h.room("protocol"), byName: map[string]*shape{}}
	m.actions, m.events, m.messages = h.declared("protocol", "action"), h.declared("protocol", "event"), h.declared("protocol", "message")
	var wanted []string
	for _, v := range m.variants() {
		wanted = append(wanted, v.name)
	}
	for _, a := range m.results() {
		if m.specs[a] == nil {
			refuse("answers=%s is no struct and no slice of this package", a)
		}
		wanted = append(wanted, a)
		if list, ok := m.specs[a].spec.Type.(*ast.ArrayType); ok {
			m.arrays = append(m.arrays, &array{a, m.doc(a), list.Elt.(*ast.Ident).Name})
		}
	}
	m.structs = h.from("protocol", wanted)
	for _, s := range m.structs {
		m.byName[s.name] = s
	}
	// The actions' names are a named string type without hand-written constants.
	if m.wordsOf("Kind") == nil {
		kinds := &words{name: "Kind", doc: m.doc("Kind")}
		for _, a := range m.actions {
			kinds.values = append(kinds.values, word{goName: "Kind" + a.name, value: a.tag})
		}
		m.words = append([]*words{kinds}, m.words...)
	}
	m.check()
	return m
}

// variants are the members of all unions.
func (m *model) variants() []*exchange { return slices.Concat(m.actions, m.events, m.messages) }

// tags are their names on the wire.
func (m *model) tags() map[string]string {
	tags := map[string]string{}
	for _, v := range m.variants() {
		tags[v.name] = v.tag
	}
	return tags
}

// check refuses a model that the writers cannot spell.
func (m *model) check() {
	for _, a := range m.actions {
		if a.says["can"] == "" || a.says["answers"] == "" {
			refuse("%s: an action says can= and answers= in its //bua:action line", a.name)
		}
		if a.says["tells"] != "page" && a.says["tells"] != "nothing" {
			refuse("%s: an action says tells=page where its answer tells what a page says, tells=nothing where it does not", a.name)
		}
		if !slices.Contains(m.wordsOf("Capability").all(), a.says["can"]) {
			refuse("%s: can=%s is no Capability", a.name, a.says["can"])
		}
		for _, f := range a.fields {
			if f.doc == "" {
				refuse("%s.%s needs a comment: it is what the agent's model reads", a.name, f.goName)
			}
		}
	}
	for _, v := range m.variants() {
		for _, f := range v.fields {
			if f.wire == "type" {
				refuse("%s.%s: the name type is the union's", v.name, f.goName)
			}
		}
	}
	for _, s := range m.structs {
		if len(s.fields) > 64 {
			refuse("%s has more fields than the codec can mark as seen", s.name)
		}
		for _, o := range s.ones {
			if len(o.fields) < 2 || o.optional && len(o.fields) > 2 {
				refuse("%s: a `one` rule is about two fields or more, an `optional` about two", s.name)
			}
		}
	}
}

// results returns the names of the results, in the order of the actions that
// first answer them.
func (m *model) results() (names []string) {
	for _, a := range m.actions {
		if name := a.says["answers"]; name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// limits are the least and the most that a field may be, as Go expressions.
func (f *field) limits() (least, most string) {
	least, most = f.rules["min"], f.rules["max"]
	if whole := map[fkind]string{kindInt: "MaxInt", kindInt64: "MaxTime"}[f.kind]; whole != "" {
		least, most = or(least, "0"), or(most, whole)
	}
	return least, most
}

// or is the text, or another where there is none.
func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// each is what every one of a list gives, with something between them.
func each[T any](list []T, between string, text func(T) string) string {
	all := make([]string, len(list))
	for i, one := range list {
		all[i] = text(one)
	}
	return strings.Join(all, between)
}

// which are those of a list that are kept.
func which[T any](list []T, keep func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(one T) bool { return !keep(one) })
}
