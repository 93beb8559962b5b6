package gen

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// shape is a struct whose JSON crosses a boundary, or is kept.
type shape struct {
	pkg, name, doc string
	fields         []*field // those of embedded structs in place
	ones           []one
}

// one is a group of fields of which exactly one (or, optional, at most one)
// may be there.
type one struct {
	fields   []*field
	optional bool
}

// names are those of the fields on the wire.
func (o one) names() (list []string) {
	for _, f := range o.fields {
		list = append(list, f.wire)
	}
	return list
}

// field is one member of a shape, or the type of an answer or of what is stored.
type field struct {
	goName, wire, doc string
	kind              fkind
	// typ is the Go type as written in its own package pkg ("" for the language's own),
	// without what is around it.
	typ, pkg      string
	list, pointer bool
	// under is the type of a list that has a name of its own.
	under    string
	optional bool // left out when it is empty
	embedded bool // promoted from an embedded struct
	ts       string
	// rules are what a `bua` tag says: a value by each name, "" for one that stands alone.
	rules map[string]string
}

// ruled are the rules that there are.
//
//	one      exactly one of those with this rule is there
//	min max  how little and how much it may be, as Go expressions
//	unless   the wire name of the field that may stand instead
//	open     a choice that later versions may widen
//	else     what an unknown word is read as
//	null     it may be null
//	true     it is true or absent
//	object   JSON that is an object
//	rare     the tool's usual text says no more than its name and type
//	inside   between backend and extension only: no agent is told of it
//	line     an event has it on a line of its own, unread
//	must     a stored row without it is none
//	long     a stored text may have more than 255 bytes
//	but      a value of its type that it never has
//	home     a record has it for its home alone: no panel is shown it
//	inline   its members are the record's
//	mend     the function that makes what a record had before what it has now
const ruled = "one min max unless open else null true object rare inside line must long but home inline mend"

// has reports whether a field has a rule.
func (f *field) has(rule string) bool { _, is := f.rules[rule]; return is }

type fkind int

const (
	kindString fkind = iota
	kindWords        // a named string type
	kindInt
	kindInt64
	kindNumber // another type of whole numbers
	kindBool
	kindRaw // any JSON
	kindStruct
	kindAction
	kindEvent
)

// shape reads a struct. The members of a record are called as in Go, and left out when they
// are empty, where no tag says otherwise.
func (h *house) shape(pkg, name string, record bool) *shape {
	s := &shape{pkg: pkg, name: name, doc: h.room(pkg).doc(name)}
	h.members(s, h.structure(pkg, name), record, false, nil)
	return s
}

// structure is how a struct is declared.
func (h *house) structure(pkg, name string) *ast.StructType {
	d := h.room(pkg).specs[name]
	if d == nil {
		refuse("there is no type %s.%s", pkg, name)
	}
	st, ok := d.spec.Type.(*ast.StructType)
	if !ok {
		refuse("%s.%s is no struct", pkg, name)
	}
	return st
}

// members appends those of t, and to a group where they are one's.
func (h *house) members(s *shape, t *ast.StructType, record, embedded bool, group *one) {
	own := &one{}
	for _, f := range t.Fields.List {
		tag := reflect.StructTag("")
		if f.Tag != nil {
			tag = reflect.StructTag(sure(strconv.Unquote(f.Tag.Value)))
		}
		if len(f.Names) == 0 {
			inner := h.structure(s.pkg, types.ExprString(f.Type))
			if rule := tag.Get("bua"); rule == "" {
				h.members(s, inner, record, true, nil)
			} else { // one of its members, or at most one
				together := &one{optional: rule == "optional"}
				h.members(s, inner, record, true, together)
				s.ones = append(s.ones, *together)
			}
		} else if len(f.Names) > 1 && !record {
			refuse("%s.%s: a member has one name and a line of its own", s.pkg, s.name)
		}
		for _, id := range f.Names {
			m := h.member(s, id.Name, f, tag, record)
			if m.wire == "-" {
				continue
			}
			m.embedded = embedded
			s.fields = append(s.fields, m)
			if m.has("one") {
				own.fields = append(own.fields, m)
			}
			if group != nil {
				group.fields = append(group.fields, m)
			}
		}
	}
	if len(own.fields) == 0 {
		return
	}
	if i := slices.IndexFunc(s.ones, func(o one) bool { return !o.optional }); i >= 0 {
		s.ones[i].fields = append(s.ones[i].fields, own.fields...)
	} else {
		s.ones = append(s.ones, *own)
	}
}

// member reads one.
func (h *house) member(s *shape, name string, f *ast.Field, tag reflect.StructTag, record bool) *field {
	defer about("%s.%s.%s", s.pkg, s.name, name)
	m := &field{goName: name, doc: flatten(f.Doc.Text()), ts: tag.Get("ts"), rules: map[string]string{}}
	if record {
		m.wire, m.optional = camel(name), true
	}
	if wire, rest, _ := strings.Cut(tag.Get("json"), ","); wire != "" {
		m.wire, m.optional = wire, rest == "omitempty"
	}
	if m.wire == "" {
		refuse("it has no name on the boundary")
	}
	for _, rule := range strings.FieldsFunc(tag.Get("bua"), func(r rune) bool { return r == ',' }) {
		key, value, _ := strings.Cut(rule, "=")
		if !slices.Contains(strings.Fields(ruled), key) {
			refuse("unknown rule %q", rule)
		}
		m.rules[key] = strings.TrimPrefix(m.rules[key]+","+value, ",")
	}
	if m.wire != "-" {
		h.resolve(m, s.pkg, f.Type)
	}
	return m
}

// resolve says what a type is that pkg writes as e.
func (h *house) resolve(f *field, pkg string, e ast.Expr) {
	switch e := e.(type) {
	case *ast.StarExpr:
		f.pointer = true
		h.resolve(f, pkg, e.X)
	case *ast.ArrayType:
		if types.ExprString(e.Elt) == "byte" {
			f.kind = kindRaw
			return
		}
		f.list = true
		h.resolve(f, pkg, e.Elt)
	case *ast.SelectorExpr:
		if e.Sel.Name == "Value" { // of JSON
			f.kind = kindRaw
			return
		}
		h.resolve(f, types.ExprString(e.X), e.Sel)
	case *ast.Ident:
		h.named(f, pkg, e.Name)
	default:
		refuse("a type that no boundary has")
	}
}

// named says what a type is that has a name.
func (h *house) named(f *field, pkg, name string) {
	f.typ = name
	plain := map[string]fkind{"string": kindString, "int": kindInt, "int64": kindInt64, "bool": kindBool, "uint32": kindNumber}
	if kind, ok := plain[name]; ok {
		f.kind = kind
		return
	}
	f.pkg = pkg
	d := h.room(pkg).specs[name]
	if d == nil {
		refuse("there is no type %s.%s", pkg, name)
	}
	switch under := d.spec.Type.(type) {
	case *ast.StructType:
		f.kind = kindStruct
		return
	case *ast.InterfaceType:
		f.kind = map[string]fkind{"Action": kindAction, "Event": kindEvent}[name]
		return
	case *ast.ArrayType:
		f.under = types.ExprString(under)
		h.resolve(f, pkg, under)
		return
	case *ast.Ident:
		if kind, ok := map[string]fkind{"string": kindWords, "int": kindNumber}[under.Name]; ok {
			f.kind = kind
			return
		}
	}
	refuse("%s.%s is neither a struct nor a string", pkg, name)
}
