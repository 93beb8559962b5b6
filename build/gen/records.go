package gen

import (
	"fmt"
	"maps"
	"slices"
)

// panelCodec is core/panel/codec_gen.go: how the calls of a panel are read, and what they
// answer is written.
func panelCodec(s *seams) ([]byte, error) {
	w := newGoWriter("panel")
	w.f("// readCall reads the call of that name from its arguments.\nfunc readCall(name string, args []byte) (Call, error) {\nswitch name {")
	for _, x := range s.panel {
		w.f("case %q:\nreturn read[%s](args)", x.names[0], x.name)
	}
	w.f("}\nreturn nil, refused(\"there is no call \" + name + \": what answers is older than the extension, so update it\")\n}\n")
	for _, x := range s.panel {
		if err := w.fields(x.shape); err != nil {
			return nil, err
		}
	}
	shapes, err := s.house.reached(s.panel, false)
	if err != nil {
		return nil, err
	}
	for _, one := range shapes {
		if one.pkg != "panel" {
			continue // a record of its own package
		}
		if err := w.fields(one); err != nil {
			return nil, err
		}
	}
	list, err := s.house.exchanges("panel", "record")
	if err != nil {
		return nil, err
	}
	for _, x := range list {
		if err := w.fields(x.shape); err != nil {
			return nil, err
		}
	}
	return w.finish()
}

// records writes what is kept: a file for each package that has some of it. What a record
// is made of is one too.
func (s *seams) records() (list []output, err error) {
	found := map[string][]*shape{}
	for _, pkg := range []string{"runs", "jobs", "agent"} {
		roots, err := s.house.exchanges(pkg, "record")
		if err != nil {
			return nil, err
		}
		shapes, err := s.house.reached(roots, true)
		if err != nil {
			return nil, err
		}
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
		order := s.house.read[pkg].order
		slices.SortFunc(found[pkg], func(a, b *shape) int { return slices.Index(order, a.name) - slices.Index(order, b.name) })
		for _, one := range found[pkg] {
			if err := w.fields(one); err != nil {
				return nil, err
			}
		}
		text, err := w.finish()
		if err != nil {
			return nil, err
		}
		list = append(list, output{rooms[pkg] + "/record_gen.go", text})
	}
	return list, nil
}

// fields writes the method that describes a shape to a record.
func (w *goWriter) fields(s *shape) error {
	if s.pkg != w.pkg {
		return fmt.Errorf("%s.%s: a record is described in its own package", s.pkg, s.name)
	}
	w.uses["record"] = true
	if len(s.parts) == 0 {
		w.f("// Fields describes it to a record.\nfunc (*%s) Fields(*record.Pass) {}\n", s.name)
		return nil
	}
	w.f("// Fields describes it to a record.\nfunc (x *%s) Fields(p *record.Pass) {", s.name)
	for _, p := range s.parts {
		call, ok := p.described()
		if !ok {
			return fmt.Errorf("%s.%s: a record has no such member", s.name, p.goName)
		}
		if p.home {
			w.f("if !p.Shown() {")
		}
		if !p.optional && (p.list || p.kind != kindStruct) { // an object is always written
			w.f("p.Keep()")
		}
		w.f("%s", call)
		if p.home {
			w.f("}")
		}
		if p.mend != "" {
			w.f("if p.Reading() {\nx.%s = %s(x.%s)\n}", p.goName, p.mend, p.goName)
		}
	}
	w.f("}\n")
	return nil
}

// described is the call that describes a member to a record.
func (p *part) described() (call string, ok bool) {
	at, verb := "&x."+p.goName, ""
	switch number := p.kind == kindInt || p.kind == kindInt64 || p.kind == kindNumber; {
	case p.inline:
		return "x." + p.goName + ".Fields(p)", p.kind == kindStruct && !p.list
	case p.list && p.kind == kindStruct:
		verb = "record.List(p, "
	case p.list && number:
		verb = "record.Longs(p, "
	case p.list:
		verb = "record.Strs(p, "
	case p.kind == kindStruct && p.pointer:
		verb = "record.Maybe(p, "
	default:
		verb = map[fkind]string{kindStruct: "p.Nest(", kindString: "record.Str(p, ", kindWords: "record.Str(p, ", kindInt: "p.Int(", kindInt64: "p.Long(",
			kindNumber: "record.Num(p, ", kindBool: "p.Bool(", kindRaw: "p.Raw("}[p.kind]
	}
	if p.under != "" {
		at = "(*" + p.under + ")(" + at + ")"
	}
	return fmt.Sprintf("%s%q, %s)", verb, p.wire, at), verb != ""
}
