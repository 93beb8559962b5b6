package gen

import (
	"slices"
	"strconv"
	"strings"
)

// mingled are the members of several exchanges as one reader keeps them: one local
// variable each, whichever of them it is for. Those of one name are read in one way.
func mingled(list []*exchange) (all []*field) {
	for _, x := range list {
		for _, p := range x.fields {
			if p.has("line") {
				continue
			}
			if p.list || p.optional {
				refuse("%s.%s: what the core reads has no lists and nothing optional", x.name, p.goName)
			}
			if i := slices.IndexFunc(all, func(o *field) bool { return o.wire == p.wire }); i < 0 {
				all = append(all, p)
			} else if plainKind(all[i]) != plainKind(p) {
				refuse("%s.%s: another has a %s of another kind", x.name, p.goName, p.wire)
			}
		}
	}
	return all
}

// plainKind is how the reader keeps a member: words as text, structs as JSON.
func plainKind(p *field) fkind {
	switch p.kind {
	case kindWords:
		return kindString
	case kindStruct:
		return kindRaw
	}
	return p.kind
}

// variables writes the loop over an object that fills those of some exchanges; failed is
// what happens when it is none.
func (w *goWriter) variables(list []*exchange, object, failed string, more ...string) {
	all := mingled(list)
	w.uses["chrome"] = true
	for _, kind := range []struct {
		of  fkind
		typ string
	}{{kindString, "string"}, {kindInt, "int"}, {kindInt64, "int64"}, {kindBool, "bool"}, {kindRaw, "[]byte"}} {
		var names []string
		if kind.of == kindString {
			names = append(names, more...)
		}
		for _, p := range all {
			if plainKind(p) == kind.of {
				names = append(names, local(p.wire))
			}
		}
		if len(names) > 0 {
			w.f("var %s %s", strings.Join(names, ", "), kind.typ)
		}
	}
	w.f("o := chrome.Open(%s)\nfor o.Next() {\nswitch o.Name {", object)
	for _, name := range more {
		w.f("case %q:\n%s = chrome.Text(o.Value)", name, name)
	}
	for _, p := range all {
		w.f("case %q:\n%s = %s", p.wire, local(p.wire), w.read(&field{kind: plainKind(p)}, "o.Value"))
	}
	w.f("}\n}")
	if failed != "" {
		w.f("if o.End() != nil {\n%s\n}", failed)
	}
}

// local is a member's variable.
func local(wire string) string { return "the" + string(wire[0]-'a'+'A') + wire[1:] }

// made is the expression of an exchange with what was read; structs are read before.
func (w *goWriter) made(x *exchange, line string) string {
	return x.name + "{" + each(x.fields, ", ", func(p *field) string {
		value := local(p.wire)
		switch {
		case p.has("line"):
			value = line
		case p.kind == kindWords:
			value = w.of(p.pkg, p.typ) + "(" + value + ")"
		case p.kind == kindStruct:
			value = "one"
		}
		return p.goName + ": " + value
	}) + "}"
}

// events writes how the core is told what happens in the browser.
func (w *goWriter) events(list []*exchange) {
	w.f("// event reads one event, in line what stands on its own, and has its handler\n// told. What is not understood is dropped.")
	w.f("func (w *Worker) event(head, line []byte) {")
	w.variables(list, "head", "return", "event")
	w.f("switch event {")
	for _, x := range list {
		w.f("case %s:", each(x.names, ", ", strconv.Quote))
		for _, p := range x.fields {
			if p.kind == kindStruct {
				w.f("one, err := %s(%s)\nif err != nil {\nreturn\n}", w.of(p.pkg, reader(p.typ)), local(p.wire))
			}
		}
		made := w.made(x, "line")
		if x.has("queued") {
			w.f("x := %s\nw.browser.put(func() { x.tell(w) })", made) // the variables are not captured: they would be on the heap
		} else {
			w.f("%s.tell(w)", made)
		}
	}
	w.f("}\n}\n")
}

// messages writes how the pages' questions are answered.
func (w *goWriter) messages(list []*exchange) {
	w.uses["strconv"] = true
	w.f("// answer has a question of a page's answered by its handler. Arguments that are\n// no object are none.")
	w.f("func (w *Worker) answer(id int, method string, args []byte) {")
	w.variables(list, "args", "")
	w.f("ok, refusal := []byte(\"true\"), \"\"\nswitch method {")
	for _, x := range list {
		w.f("case %q:", x.tag)
		made, a := w.made(x, "nil"), x.answer
		if a == nil {
			refuse("%s: a message has an answer", x.name)
		}
		switch later := x.has("later"); {
		case later && a.kind == kindStruct:
			w.f("%s.answer(w, func(ok %s) { w.reply(id, %s(nil, ok), \"\") })\nreturn", made, w.of(a.pkg, a.typ), w.of(a.pkg, writer(a.typ)))
		case later:
			refuse("%s: only a struct is answered later", x.name)
		case a.ts == "true":
			w.f("refusal = %s.answer(w)", made)
		case a.kind == kindBool:
			w.f("var is bool\nis, refusal = %s.answer(w)\nok = strconv.AppendBool(nil, is)", made)
		case a.kind == kindInt:
			w.f("var n int\nn, refusal = %s.answer(w)\nok = strconv.AppendInt(nil, int64(n), 10)", made)
		default:
			refuse("%s: no message answers that", x.name)
		}
	}
	w.f("default:\nrefusal = noMethod\n}\nw.reply(id, ok, refusal)\n}\n")
}
