package gen

import (
	"fmt"
	"maps"
	"slices"
)

// panelCodec is core/panel/codec_gen.go: how the calls of a panel are read, and what they
// answer is written.
func panelCodec(s *seams) []byte {
	w := newGoWriter("panel")
	w.f("// readCall reads the call of that name from its arguments.\nfunc readCall(name string, args []byte) (Call, error) {\nswitch name {")
	for _, x := range s.panel {
		w.f("case %q:\nreturn read[%s](args)", x.tag, x.name)
	}
	w.f("}\nreturn nil, refused(\"there is no call \" + name + \": what answers is older than the extension, so update it\")\n}\n")
	for _, x := range s.panel {
		w.fields(x.shape)
	}
	for _, one := range s.house.reached(s.panel, false) {
		if one.pkg == "panel" { // others are records of their own package
			w.fields(one)
		}
	}
	w.fields(s.house.shape("panel", "frame", true))
	return w.finish()
}

// records writes what is kept: a file for each package that has some of it. What a record
// is made of is one too.
func (h *house) records() (list []output) {
	found := map[string][]*shape{}
	for _, pkg := range []string{"runs", "jobs", "agent"} {
		roots := h.declared(pkg, "record")
		shapes := h.reached(roots, true)
		for _, x := range roots {
			shapes = append(shapes, x.shape)
		}
		for _, one := range shapes {
			if !slices.ContainsFunc(found[one.pkg], func(o *shape) bool { return o.name == one.name }) {
				found[one.pkg] = append(found[one.pkg], one)
			}
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(found)) {
		w := newGoWriter(pkg)
		for _, one := range h.sorted(pkg, found[pkg]) {
			w.fields(one)
		}
		list = append(list, output{rooms[pkg] + "/record_gen.go", w.finish()})
	}
	return list
}

// fields writes the method that describes a shape to a record.
func (w *goWriter) fields(s *shape) {
	w.uses["record"] = true
	if len(s.fields) == 0 {
		w.f("// Fields describes it to a record.\nfunc (*%s) Fields(*record.Pass) {}\n", s.name)
		return
	}
	w.f("// Fields describes it to a record.\nfunc (x *%s) Fields(p *record.Pass) {", s.name)
	for _, f := range s.fields {
		if f.has("home") {
			w.f("if !p.Shown() {")
		}
		if !f.optional && (f.list || f.kind != kindStruct) { // an object is always written
			w.f("p.Keep()")
		}
		w.f("%s", f.described(s))
		if f.has("home") {
			w.f("}")
		}
		if f.rules["mend"] != "" {
			w.f("if p.Reading() {\nx.%s = %s(x.%s)\n}", f.goName, f.rules["mend"], f.goName)
		}
	}
	w.f("}\n")
}

// described is the call that describes a member to a record.
func (f *field) described(s *shape) string {
	at, verb := "&x."+f.goName, ""
	switch number := f.kind == kindInt || f.kind == kindInt64 || f.kind == kindNumber; {
	case f.has("inline"):
		return "x." + f.goName + ".Fields(p)"
	case f.list && f.kind == kindStruct:
		verb = "record.List(p, "
	case f.list && number:
		verb = "record.Longs(p, "
	case f.list:
		verb = "record.Strs(p, "
	case f.kind == kindStruct && f.pointer:
		verb = "record.Maybe(p, "
	default:
		verb = map[fkind]string{kindStruct: "p.Nest(", kindString: "record.Str(p, ", kindWords: "record.Str(p, ", kindInt: "p.Int(", kindInt64: "p.Long(",
			kindNumber: "record.Num(p, ", kindBool: "p.Bool(", kindRaw: "p.Raw("}[f.kind]
	}
	if verb == "" {
		refuse("%s.%s.%s: a record has no such member", s.pkg, s.name, f.goName)
	}
	if f.under != "" {
		at = "(*" + f.under + ")(" + at + ")"
	}
	return fmt.Sprintf("%s%q, %s)", verb, f.wire, at)
}
