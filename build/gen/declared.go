package gen

import (
	"go/ast"
	"path"
	"slices"
	"strings"
)

// exchange is one thing that crosses a boundary. Its declaration is a struct with a line
// //bua:, which says of what kind it is, its names, and more.
type exchange struct {
	*shape
	tag   string   // its name on the boundary
	names []string // all of them: an event may have several
	says  map[string]string
	// answer is what comes back, nil for nothing.
	answer *field
}

// has reports whether its line has a word.
func (x *exchange) has(word string) bool { _, is := x.says[word]; return is }

// lines are the kinds of a //bua: line at a type, and the words that it may have beside its
// names:
//
//	can      an action's capability
//	answers  the type of what comes back
//	tells    page where an action's answer tells what a page says, else nothing
//	rare     the tool's usual text only names it
//	with     a type of the wire that an answer of the engine's holds as well
//	queued   an event waits for those before it
//	later    a message is answered by a function
//	streams  a panel's call is answered again and again
var lines = map[string]string{
	"action": "can answers tells rare", "event": "queued", "message": "answers later", "call": "answers", "panel": "answers streams",
	"op": "answers with", "objects": "", "read": "", "write": "", "record": "",
}

// directives returns the words of the //bua: lines of a comment.
func directives(doc *ast.CommentGroup) (all [][]string) {
	if doc == nil {
		return nil
	}
	for _, c := range doc.List {
		if rest, ok := strings.CutPrefix(c.Text, "//bua:"); ok {
			all = append(all, strings.Fields(rest))
		}
	}
	return all
}

// declared returns what a package declares of one kind, in the order of the source.
func (h *house) declared(pkg, kind string) (list []*exchange) {
	r := h.room(pkg)
	for _, name := range r.order {
		for _, line := range directives(r.specs[name].doc) {
			if _, known := lines[line[0]]; !known {
				refuse("%s: unknown union %q", name, line[0])
			}
			if line[0] == kind {
				list = append(list, h.exchange(pkg, name, line))
			}
		}
	}
	return list
}

// exchange reads the declaration of one.
func (h *house) exchange(pkg, name string, line []string) *exchange {
	x := &exchange{says: map[string]string{}}
	kind := line[0]
	for _, word := range line[1:] {
		key, value, set := strings.Cut(word, "=")
		switch is := slices.Contains(strings.Fields(lines[kind]), key); {
		case is:
			x.says[key] = value
		case set:
			refuse("%s: unknown word %q in its //bua: line", name, word)
		default:
			x.names = append(x.names, word)
		}
	}
	alone := slices.Contains([]string{"read", "write", "record", "objects"}, kind) // the type is all there is
	if alone != (len(x.names) == 0) || kind != "event" && len(x.names) > 1 {
		refuse("%s: a //bua:%s line has one name", name, kind)
	}
	if !alone {
		x.tag = x.names[0]
	}
	if kind == "objects" {
		x.shape = &shape{name: name}
		return x
	}
	if answer := x.says["answers"]; answer != "" && kind != "action" && kind != "op" {
		defer about("%s", name)
		x.answer = h.value(pkg, answer)
	}
	x.shape = h.shape(pkg, name, kind == "record")
	return x
}

// value reads the type of an answer or of what is stored: a type, also another package's,
// []type, ?type (it may be null), value (any JSON), true, or one|other for a choice of words.
func (h *house) value(pkg, text string) *field {
	f := &field{rules: map[string]string{}}
	text, null := strings.CutPrefix(text, "?")
	if null {
		f.rules["null"] = ""
	}
	text, f.list = strings.CutPrefix(text, "[]")
	switch words := strings.Split(text, "|"); {
	case text == "value":
		f.kind, f.typ = kindRaw, "JSON"
		return f
	case text == "true":
		f.kind, f.ts = kindBool, "true"
		return f
	case len(words) > 1:
		f.kind, f.ts = kindString, `"`+strings.Join(words, `" | "`)+`"`
		return f
	}
	if other, name, ok := strings.Cut(text, "."); ok {
		pkg, text = other, name
	}
	h.named(f, pkg, text)
	return f
}

// reached returns the structs that some exchanges are made of, each once, after
// those that it is made of.
func (h *house) reached(from []*exchange, record bool) (list []*shape) {
	seen := map[string]bool{}
	var visit func(fields []*field)
	visit = func(fields []*field) {
		for _, f := range fields {
			key := path.Join(f.pkg, f.typ)
			if f.kind != kindStruct || seen[key] {
				continue
			}
			seen[key] = true
			s := h.shape(f.pkg, f.typ, record)
			visit(s.fields)
			list = append(list, s)
		}
	}
	for _, x := range from {
		visit(x.fields)
		if x.answer != nil {
			visit([]*field{x.answer})
		}
	}
	return list
}

// from returns the structs of a package that some types are made of, they too, in the order
// of the source.
func (h *house) from(pkg string, names []string) []*shape {
	root := &exchange{shape: &shape{}}
	for _, name := range names {
		f := &field{}
		h.named(f, pkg, name)
		root.fields = append(root.fields, f)
	}
	return h.sorted(pkg, h.reached([]*exchange{root}, false))
}

// sorted puts structs of a package in the order of the source.
func (h *house) sorted(pkg string, list []*shape) []*shape {
	order := h.room(pkg).order
	slices.SortFunc(list, func(a, b *shape) int { return slices.Index(order, a.name) - slices.Index(order, b.name) })
	return list
}
