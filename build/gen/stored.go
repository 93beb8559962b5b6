package gen

import (
	"bytes"
	"fmt"
	"go/constant"
	"slices"
	"strconv"
	"strings"
)

// key is a storage key. Its declaration is a constant with a line //bua:stored,
// which says in which areas it is and what is under it.
type key struct {
	goName, name, doc string
	areas             []string
	value             *field
	// writer says who else than the core writes it: pages, removed (the pages
	// remove it), shim; "" for nobody.
	writer string
}

// keys returns the storage keys that some packages declare, in their order.
func (h *house) keys(pkgs ...string) (list []*key) {
	seen := map[string]string{}
	for _, pkg := range pkgs {
		for _, c := range h.room(pkg).consts {
			if len(c.lines) == 0 || c.lines[0][0] != "stored" {
				continue
			}
			k := h.key(pkg, c)
			if other := seen[k.name]; other != "" {
				refuse("%s and %s are one key, %s", other, k.goName, k.name)
			}
			seen[k.name] = k.goName
			list = append(list, k)
		}
	}
	return list
}

// key reads the declaration of one.
func (h *house) key(pkg string, c constDecl) *key {
	defer about("%s", c.name)
	line := c.lines[0][1:]
	if c.value.Kind() != constant.String || len(line) < 2 || len(line) > 3 {
		refuse("a //bua:stored line has areas and a type, and stands at a string")
	}
	k := &key{goName: c.name, name: constant.StringVal(c.value), doc: c.doc, areas: strings.Split(line[0], ",")}
	for _, area := range k.areas {
		if area != "local" && area != "session" && area != "managed" {
			refuse("%s is no area", area)
		}
	}
	k.value = h.value(pkg, line[1])
	if len(line) == 3 {
		k.writer = line[2]
	}
	if !slices.Contains([]string{"", "pages", "removed", "shim"}, k.writer) {
		refuse("%s writes no storage", k.writer)
	}
	return k
}

// rows are the structs that keys hold lists of, each once.
func (h *house) rows(keys []*key) (list []*shape) {
	seen := map[string]bool{}
	for _, k := range keys {
		if k.value.kind != kindStruct || !k.value.list || seen[k.value.typ] {
			continue
		}
		seen[k.value.typ] = true
		s := h.shape(k.value.pkg, k.value.typ, false)
		for _, p := range s.fields {
			if p.list || p.kind == kindStruct || p.kind == kindRaw || p.kind == kindBool {
				refuse("%s.%s: a stored row is flat, of texts and numbers", s.name, p.goName)
			}
		}
		list = append(list, s)
	}
	return list
}

// rowCodec is core/session/rows_gen.go.
func rowCodec(s *seams) []byte {
	w := newGoWriter("session")
	rows := s.house.rows(s.keys)
	for _, r := range rows {
		w.f("// encode is the row's JSON; what is empty is left out.\nfunc (x %s) encode() []byte {\nvar o object", r.name)
		for _, p := range r.fields {
			call := map[fkind]string{kindString: "text(%q, x.%s)", kindWords: "text(%q, string(x.%s))", kindInt: "count(%q, int64(x.%s))", kindInt64: "count(%q, x.%s)"}[p.kind]
			w.f("o."+call, p.wire, p.goName)
		}
		w.f("return o.JSON()\n}\n")
		w.f("// %s reads a [%s].\nfunc %s(f fields) (x %s) {", reader(r.name), r.name, reader(r.name), r.name)
		for _, p := range r.fields {
			value := fmt.Sprintf("f.text(%q)", p.wire)
			switch {
			case p.kind == kindInt:
				value = fmt.Sprintf("f.small(%q)", p.wire)
			case p.kind == kindInt64:
				value = fmt.Sprintf("f.count(%q)", p.wire)
			case p.has("long"):
				value = fmt.Sprintf("f[%q].text", p.wire)
			}
			if p.kind == kindWords {
				value = w.of(p.pkg, p.typ) + "(" + value + ")"
			}
			w.f("x.%s = %s", p.goName, value)
		}
		w.f("return x\n}\n")
	}
	return w.finish()
}

// storageTypes is contracts/storage.gen.ts.
func storageTypes(s *seams) []byte {
	w := newTSWriter(s.house, "")
	for _, name := range []string{"Mode", "Profile"} {
		w.elsewhere["session."+name] = "./messages.gen"
	}
	w.words["session.Area"] = true
	w.f("/** The storage keys. */\nexport const Key = {")
	for _, k := range s.keys {
		w.comment("  ", strings.Join(k.areas, " and ")+": "+lower(prose(k.goName, k.doc)))
		w.f("  %s: %q,", lower(strings.TrimPrefix(strings.TrimPrefix(k.goName, "Key"), "key")), k.name)
	}
	w.f("} as const;\n\n/** What is under each key, by area; what is read may be damaged. */\nexport interface Areas {")
	for _, area := range []string{"local", "session", "managed"} {
		w.f("  %s: {", area)
		for _, k := range s.keys {
			if slices.Contains(k.areas, area) {
				w.f("    %s: %s;", k.name, w.typeOf(k.value))
			}
		}
		if area == "local" { // see CopyOf in core/session/managed.go
			for _, k := range s.keys {
				if slices.Contains(k.areas, "managed") && len(k.areas) > 1 {
					w.f("    managed%s: %s;", capital(k.name), w.typeOf(k.value))
				}
			}
		}
		w.f("  };")
	}
	w.f("}\n")
	for _, of := range []struct {
		name, doc string
		writers   []string
	}{
		{"PageKeys", "What the pages write.", []string{"pages"}},
		{"RemovedKeys", "What the pages remove.", []string{"pages", "removed"}},
		{"ShimKeys", "What the worker's shim writes.", []string{"shim"}},
	} {
		theirs := which(s.keys, func(k *key) bool { return slices.Contains(of.writers, k.writer) })
		w.f("/** %s */\nexport type %s = %s;\n", of.doc, of.name, each(theirs, " | ", func(k *key) string { return strconv.Quote(k.name) }))
	}
	rows := s.house.rows(s.keys)
	var values []string // the lists of words of the wire
	for _, r := range rows {
		w.comment("", prose(r.name, r.doc))
		w.f("export interface %s {", capital(r.name))
		for _, p := range r.fields {
			w.comment("  ", prose(p.goName, p.doc))
			w.f("  %s%s: %s;", p.wire, question(!p.has("must")), w.typeOf(p))
		}
		w.f("}\n")
		must := which(r.fields, func(p *field) bool { return p.has("must") })
		w.f("/** Reads what is stored; a row without what it must have is left out. */\nexport const read%ss = rows<%s>([%s], {", capital(r.name), capital(r.name), each(must, ", ", func(p *field) string { return strconv.Quote(p.wire) }))
		for _, p := range r.fields {
			is := "isText"
			switch {
			case p.kind == kindWords && p.pkg == "protocol":
				values = append(values, plural(p.typ))
				is = "isOneOf(" + plural(p.typ) + ")"
			case p.kind == kindWords:
				is = "isOneOf([" + s.house.room(p.pkg).wordsOf(p.typ).quoted(", ") + "])"
			case p.kind != kindString:
				is = "isNumber"
			}
			w.f("  %s: %s,", p.wire, is)
		}
		w.f("});\n")
	}
	text := w.finish("core/session, core/link, core/dispatch and wasm/chrome", "What the extension's storage holds.")
	slices.Sort(values)
	head := "import { isNumber, isOneOf, isText, rows } from \"./rows\";\nimport { " + strings.Join(slices.Compact(values), ", ") + " } from \"./protocol.gen\";\n"
	return bytes.Replace(text, []byte("import "), []byte(head+"import "), 1)
}
