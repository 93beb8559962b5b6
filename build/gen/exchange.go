package gen

import (
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// exchange is one thing that crosses a boundary of the extension: a call of
// the core to its host, an event for the core, a question of the person's pages.
// Its declaration is a struct with a line //bua:call, //bua:event or
// //bua:message.
type exchange struct {
	*shape
	names []string // on the boundary; an event may have several
	// answer is what comes back, nil for nothing.
	answer *part
	// rules are the other words of the line: queued (an event waits for those
	// before it), later (a message is answered by a function), streams (a panel's call is
	// answered again and again).
	rules []string
}

// shape is a struct whose JSON crosses a boundary.
type shape struct {
	pkg, name, doc string
	parts          []*part
}

// part is one member of a shape.
type part struct {
	goName, wire, doc string
	kind              fkind
	// typ is the Go type as written in its own package, without what is around it.
	typ  string
	pkg  string // of typ, "" for the language's own
	list bool
	null bool // of an answer: it may be null
	// optional is left out when it is empty.
	optional bool
	// line says that an event has it on a line of its own, unread.
	line bool
	// must says that a stored row without it is none; long, that a stored text
	// may have more than 255 bytes.
	must, long bool
	// home says that a record has it for its home alone: no panel is shown it.
	home bool
	// pointer, inline: what a record has is at an address, or its members are the record's.
	pointer, inline bool
	// mend is the function that makes what a record had before what it has now.
	mend string
	// under is the type of elements where the list has a name of its own.
	under string
	ts    string   // its TypeScript type, where that says more
	but   []string // values of its type that it never has
}

// rooms are the packages that boundaries are declared in, or take types from,
// by name.
var rooms = map[string]string{
	"chrome": "wasm/chrome", "worker": "wasm/worker", "session": "core/session", "protocol": "core/protocol",
	"link": "core/link", "dispatch": "core/dispatch", "panel": "core/panel", "runs": "core/runs", "local": "wasm/local", "engine": "core/internal/engine", "agent": "core/agent", "risk": "core/agent/risk", "schedule": "core/agent/schedule",
	"adapter": "core/agent/adapter", "budget": "core/agent/budget", "chat": "core/agent/chat", "loop": "core/agent/loop", "tools": "core/agent/tools", "jobs": "core/jobs",
}

// house reads packages once.
type house struct {
	root string
	read map[string]*loader
}

func (h *house) room(pkg string) (*loader, error) {
	if l := h.read[pkg]; l != nil {
		return l, nil
	}
	dir, ok := rooms[pkg]
	if !ok {
		return nil, fmt.Errorf("package %s is none that a boundary takes types from", pkg)
	}
	l, err := read(filepath.Join(h.root, filepath.FromSlash(dir)))
	if err != nil {
		return nil, err
	}
	h.read[pkg] = l
	return l, nil
}

// exchanges returns those of one kind (call, event, message) that a package declares, in
// the order of their names in the source.
func (h *house) exchanges(pkg, kind string) (list []*exchange, err error) {
	l, err := h.room(pkg)
	if err != nil {
		return nil, err
	}
	for _, name := range l.order {
		for _, line := range directives(l.specs[name].doc) {
			if line[0] != kind {
				continue
			}
			x := &exchange{}
			for _, word := range line[1:] {
				switch answer, is := strings.CutPrefix(word, "answers="); {
				case is:
					if x.answer, err = h.answer(pkg, answer); err != nil {
						return nil, fmt.Errorf("%s: %w", name, err)
					}
				case word == "queued" || word == "later" || word == "streams":
					x.rules = append(x.rules, word)
				default:
					x.names = append(x.names, word)
				}
			}
			alone := kind == "read" || kind == "write" || kind == "record" // the struct is all there is
			if alone != (len(x.names) == 0) || kind != "event" && len(x.names) > 1 {
				return nil, fmt.Errorf("%s: a //bua:%s line has one name", name, kind)
			}
			if x.shape, err = h.shape(pkg, name, kind == "record"); err != nil {
				return nil, err
			}
			list = append(list, x)
		}
	}
	return list, nil
}

// answer reads the type after answers=: a type, also another package's, []type, ?type (it may be null),
// value (any JSON) or true.
func (h *house) answer(pkg, text string) (*part, error) {
	p := &part{goName: "answer"}
	text, p.null = strings.CutPrefix(text, "?")
	text, p.list = strings.CutPrefix(text, "[]")
	switch text {
	case "value":
		p.kind, p.typ = kindRaw, "JSON"
		return p, nil
	case "true":
		p.kind, p.ts = kindBool, "true"
		return p, nil
	}
	if other, name, is := strings.Cut(text, "."); is {
		pkg, text = other, name
	}
	return p, h.resolve(p, pkg, ast.NewIdent(text))
}

// shape reads a struct. The members of a record are called as in Go, and left out when they
// are empty, where no tag says otherwise.
func (h *house) shape(pkg, name string, record bool) (*shape, error) {
	l, err := h.room(pkg)
	if err != nil {
		return nil, err
	}
	d := l.specs[name]
	if d == nil {
		return nil, fmt.Errorf("there is no type %s.%s", pkg, name)
	}
	st, ok := d.spec.Type.(*ast.StructType)
	if !ok {
		return nil, fmt.Errorf("%s.%s is no struct", pkg, name)
	}
	s := &shape{pkg: pkg, name: name, doc: flatten(d.doc.Text())}
	for _, f := range st.Fields.List {
		if len(f.Names) != 1 && !record {
			return nil, fmt.Errorf("%s.%s: a member has one name and a line of its own", pkg, name)
		}
		for _, id := range f.Names {
			p := &part{goName: id.Name, doc: flatten(f.Doc.Text())}
			if record {
				p.wire, p.optional = camel(id.Name), true
			}
			if err := p.readTag(f.Tag); err != nil {
				return nil, fmt.Errorf("%s.%s.%s: %w", pkg, name, p.goName, err)
			}
			if p.wire == "-" {
				continue
			}
			if err := h.resolve(p, pkg, f.Type); err != nil {
				return nil, fmt.Errorf("%s.%s.%s: %w", pkg, name, p.goName, err)
			}
			s.parts = append(s.parts, p)
		}
	}
	return s, nil
}

// camel turns TabID into tabId.
func camel(name string) string {
	words := strings.Split(strings.ToLower(screaming(name)), "_")
	for i := range words[1:] {
		words[i+1] = capital(words[i+1])
	}
	return strings.Join(words, "")
}

func (p *part) readTag(lit *ast.BasicLit) error {
	if lit == nil {
		lit = &ast.BasicLit{Value: "``"}
	}
	text, err := strconv.Unquote(lit.Value)
	if err != nil {
		return err
	}
	tag := reflect.StructTag(text)
	if wire, rest, _ := strings.Cut(tag.Get("json"), ","); wire != "" {
		p.wire, p.optional = wire, rest == "omitempty"
	}
	p.ts = tag.Get("ts")
	if p.wire == "" {
		return fmt.Errorf("it has no name on the boundary")
	}
	for _, rule := range strings.FieldsFunc(tag.Get("bua"), func(r rune) bool { return r == ',' }) {
		value, but := strings.CutPrefix(rule, "but=")
		mend, mended := strings.CutPrefix(rule, "mend=")
		switch {
		case but:
			p.but = append(p.but, value)
		case mended:
			p.mend = mend
		case rule == "inline":
			p.inline = true
		case rule == "line":
			p.line = true
		case rule == "must":
			p.must = true
		case rule == "long":
			p.long = true
		case rule == "home":
			p.home = true
		default:
			return fmt.Errorf("unknown rule %q", rule)
		}
	}
	return nil
}

// resolve says what a type is that pkg writes as e.
func (h *house) resolve(p *part, pkg string, e ast.Expr) error {
	if to, ok := e.(*ast.StarExpr); ok && p.optional {
		p.pointer = true
		return h.resolve(p, pkg, to.X)
	}
	if list, ok := e.(*ast.ArrayType); ok {
		if types.ExprString(list.Elt) == "byte" {
			p.kind = kindRaw
			return nil
		}
		p.list = true
		return h.resolve(p, pkg, list.Elt)
	}
	if other, ok := e.(*ast.SelectorExpr); ok {
		return h.resolve(p, other.X.(*ast.Ident).Name, other.Sel)
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return fmt.Errorf("a type that no boundary has")
	}
	plain := map[string]fkind{"string": kindString, "int": kindInt, "int64": kindInt64, "bool": kindBool, "uint32": kindNumber}
	if kind, ok := plain[id.Name]; ok {
		p.kind, p.typ = kind, id.Name
		return nil
	}
	p.pkg, p.typ = pkg, id.Name
	if id.Name == "JSON" || id.Name == "Kind" && pkg == "protocol" { // Kind's constants are generated
		p.kind = kindRaw
		if id.Name == "Kind" {
			p.kind = kindWords
		}
		return nil
	}
	l, err := h.room(pkg)
	if err != nil {
		return err
	}
	d := l.specs[id.Name]
	if d == nil {
		return fmt.Errorf("there is no type %s.%s", pkg, id.Name)
	}
	switch under := d.spec.Type.(type) {
	case *ast.StructType:
		p.kind = kindStruct
		return nil
	case *ast.ArrayType:
		p.under = types.ExprString(under)
		return h.resolve(p, pkg, under)
	case *ast.Ident:
		switch under.Name {
		case "string":
			p.kind = kindWords
			return nil
		case "int":
			p.kind = kindNumber
			return nil
		}
	}
	return fmt.Errorf("%s.%s is neither a struct nor a string", pkg, id.Name)
}

// reached returns the structs that some exchanges are made of, each once, after
// those that it is made of.
func (h *house) reached(from []*exchange, record bool) (list []*shape, err error) {
	seen := map[string]bool{}
	var visit func(parts []*part) error
	visit = func(parts []*part) error {
		for _, p := range parts {
			key := path.Join(p.pkg, p.typ)
			if p.kind != kindStruct || seen[key] {
				continue
			}
			seen[key] = true
			s, err := h.shape(p.pkg, p.typ, record)
			if err != nil {
				return err
			}
			if err := visit(s.parts); err != nil {
				return err
			}
			list = append(list, s)
		}
		return nil
	}
	for _, x := range from {
		parts := x.parts
		if x.answer != nil {
			parts = append(slices.Clone(parts), x.answer)
		}
		if err := visit(parts); err != nil {
			return nil, err
		}
	}
	return list, nil
}
