package gen

import (
	"fmt"
	"slices"
)

// mingled are the members of several exchanges as one reader keeps them: one
// local variable each, whichever of them it is for.
type mingled struct {
	order []string
	parts map[string]*part
}

// mingle refuses members of one name that are read in different ways.
func mingle(list []*exchange) (*mingled, error) {
	m := &mingled{parts: map[string]*part{}}
	for _, x := range list {
		for _, p := range x.parts {
			if p.line {
				continue
			}
			if p.list || p.optional {
				return nil, fmt.Errorf("%s.%s: what the core reads has no lists and nothing optional", x.name, p.goName)
			}
			known := m.parts[p.wire]
			if known == nil {
				m.order = append(m.order, p.wire)
				m.parts[p.wire] = p
			} else if plainKind(known) != plainKind(p) {
				return nil, fmt.Errorf("%s.%s: another has a %s of another kind", x.name, p.goName, p.wire)
			}
		}
	}
	return m, nil
}

// plainKind is how the reader keeps a member: words as text, structs as JSON.
func plainKind(p *part) fkind {
	switch p.kind {
	case kindWords:
		return kindString
	case kindStruct:
		return kindRaw
	}
	return p.kind
}

// read writes the loop over an object that fills the variables; failed is what
// happens when it is none.
func (m *mingled) read(w *goWriter, object, failed string, more ...string) {
	for _, kind := range []struct {
		of  fkind
		typ string
	}{{kindString, "string"}, {kindInt, "int"}, {kindInt64, "int64"}, {kindBool, "bool"}, {kindRaw, "[]byte"}} {
		var names []string
		if kind.of == kindString {
			names = append(names, more...)
		}
		for _, wire := range m.order {
			if plainKind(m.parts[wire]) == kind.of {
				names = append(names, local(wire))
			}
		}
		if len(names) > 0 {
			w.f("var %s %s", joined(names), kind.typ)
		}
	}
	w.f("o := chrome.Open(%s)\nfor o.Next() {\nswitch o.Name {", object)
	for _, name := range more {
		w.f("case %q:\n%s = chrome.Text(o.Value)", name, name)
	}
	for _, wire := range m.order {
		plain := &part{kind: plainKind(m.parts[wire])}
		w.f("case %q:\n%s = %s", wire, local(wire), w.read(plain, "o.Value"))
	}
	w.f("}\n}")
	if failed != "" {
		w.f("if o.End() != nil {\n%s\n}", failed)
	}
}

// local is a member's variable.
func local(wire string) string { return "the" + string(wire[0]-'a'+'A') + wire[1:] }

func joined(names []string) (all string) {
	for i, n := range names {
		if i > 0 {
			all += ", "
		}
		all += n
	}
	return all
}

// made is the expression of an exchange with what was read; structs are read before.
func (w *goWriter) made(x *exchange, line string) string {
	text := x.name + "{"
	for i, p := range x.parts {
		if i > 0 {
			text += ", "
		}
		value := local(p.wire)
		switch {
		case p.line:
			value = line
		case p.kind == kindWords:
			value = w.of(p.pkg, p.typ) + "(" + value + ")"
		case p.kind == kindStruct:
			value = "one"
		}
		text += p.goName + ": " + value
	}
	return text + "}"
}

// events writes how the core is told what happens in the browser.
func (w *goWriter) events(list []*exchange) error {
	m, err := mingle(list)
	if err != nil {
		return err
	}
	w.uses["chrome"] = true
	w.f("// event reads one event, in line what stands on its own, and has its handler\n// told. What is not understood is dropped.")
	w.f("func (w *Worker) event(head, line []byte) {")
	m.read(w, "head", "return", "event")
	w.f("switch event {")
	for _, x := range list {
		names := make([]string, len(x.names))
		for i, n := range x.names {
			names[i] = fmt.Sprintf("%q", n)
		}
		w.f("case %s:", joined(names))
		for _, p := range x.parts {
			if p.kind == kindStruct {
				w.f("one, err := %s(%s)\nif err != nil {\nreturn\n}", w.of(p.pkg, reader(p.typ)), local(p.wire))
			}
		}
		made := w.made(x, "line")
		if slices.Contains(x.rules, "queued") {
			w.f("x := %s\nw.browser.put(func() { x.tell(w) })", made) // the variables are not captured: they would be on the heap
		} else {
			w.f("%s.tell(w)", made)
		}
	}
	w.f("}\n}\n")
	return nil
}

// messages writes how the pages' questions are answered.
func (w *goWriter) messages(list []*exchange) error {
	m, err := mingle(list)
	if err != nil {
		return err
	}
	w.uses["chrome"], w.uses["strconv"] = true, true
	w.f("// answer has a question of a page's answered by its handler. Arguments that are\n// no object are none.")
	w.f("func (w *Worker) answer(id int, method string, args []byte) {")
	m.read(w, "args", "")
	w.f("ok, refusal := []byte(\"true\"), \"\"\nswitch method {")
	for _, x := range list {
		w.f("case %q:", x.names[0])
		made, a := w.made(x, "nil"), x.answer
		if a == nil {
			return fmt.Errorf("%s: a message has an answer", x.name)
		}
		switch later := slices.Contains(x.rules, "later"); {
		case later && a.kind == kindStruct:
			w.f("%s.answer(w, func(ok %s) { w.reply(id, %s(nil, ok), \"\") })\nreturn", made, w.of(a.pkg, a.typ), w.of(a.pkg, writer(a.typ)))
		case later:
			return fmt.Errorf("%s: only a struct is answered later", x.name)
		case a.ts == "true":
			w.f("refusal = %s.answer(w)", made)
		case a.kind == kindBool:
			w.f("var is bool\nis, refusal = %s.answer(w)\nok = strconv.AppendBool(nil, is)", made)
		case a.kind == kindInt:
			w.f("var n int\nn, refusal = %s.answer(w)\nok = strconv.AppendInt(nil, int64(n), 10)", made)
		default:
			return fmt.Errorf("%s: no message answers that", x.name)
		}
	}
	w.f("default:\nrefusal = noMethod\n}\nw.reply(id, ok, refusal)\n}\n")
	return nil
}
