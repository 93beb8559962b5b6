package gen

import "fmt"

// panelCodec is core/panel/codec_gen.go: how the calls of a panel are read, and what they
// answer is written.
func panelCodec(s *seams) ([]byte, error) {
	w := newGoWriter("panel")
	w.uses["record"] = true
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
	shapes, err := s.house.reached(s.panel)
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
	return w.finish()
}

// runRecords is core/runs/record_gen.go: what is kept of runs.
func runRecords(s *seams) ([]byte, error) {
	w := newGoWriter("runs")
	w.uses["record"] = true
	list, err := s.house.exchanges("runs", "record")
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

// fields writes the method that describes a shape to a record.
func (w *goWriter) fields(s *shape) error {
	if s.pkg != w.pkg {
		return fmt.Errorf("%s.%s: a record is described in its own package", s.pkg, s.name)
	}
	if len(s.parts) == 0 {
		w.f("// Fields describes it to a record.\nfunc (*%s) Fields(*record.Pass) {}\n", s.name)
		return nil
	}
	w.f("// Fields describes it to a record.\nfunc (x *%s) Fields(p *record.Pass) {", s.name)
	for _, p := range s.parts {
		if p.home {
			w.f("if !p.Shown() {")
		}
		if !p.optional {
			w.f("p.Keep()")
		}
		at := "&x." + p.goName
		switch {
		case p.list && p.kind == kindStruct:
			w.f("record.List(p, %q, %s)", p.wire, at)
		case p.list:
			w.f("record.Strs(p, %q, %s)", p.wire, at)
		case p.kind == kindStruct && p.optional:
			w.f("record.Maybe(p, %q, %s)", p.wire, at)
		case p.kind == kindStruct:
			w.f("p.Nest(%q, %s)", p.wire, at)
		case p.kind == kindString, p.kind == kindWords:
			w.f("record.Str(p, %q, %s)", p.wire, at)
		case p.kind == kindInt:
			w.f("p.Int(%q, %s)", p.wire, at)
		case p.kind == kindInt64:
			w.f("p.Long(%q, %s)", p.wire, at)
		case p.kind == kindBool:
			w.f("p.Bool(%q, %s)", p.wire, at)
		default:
			return fmt.Errorf("%s.%s: a record has no such member", s.name, p.goName)
		}
		if p.home {
			w.f("}")
		}
	}
	w.f("}\n")
	return nil
}
