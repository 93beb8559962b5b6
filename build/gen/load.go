package gen

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

// load reads core/protocol, which lies in dir.
func load(dir string) (*model, error) {
	l, err := read(dir)
	if err != nil {
		return nil, err
	}
	if err := l.build(); err != nil {
		return nil, err
	}
	return l.model, l.model.check()
}

// read reads the declarations of the package in dir.
func read(dir string) (*loader, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go") {
			continue
		}
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	// Errors are expected: the generated methods are not there. Constants are
	// evaluated all the same, and only they are asked for: what functions do is not read.
	conf := types.Config{Error: func(error) {}, Importer: noImports{}, IgnoreFuncBodies: true}
	pkg, _ := conf.Check("protocol", fset, files, nil)
	l := &loader{scope: pkg.Scope(), specs: map[string]*typeDecl{}, model: &model{byName: map[string]*structure{}}}
	for _, f := range files {
		l.collect(f)
	}
	return l, nil
}

type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, filepath.Base(path))
	p.MarkComplete()
	return p, nil
}

type typeDecl struct {
	spec *ast.TypeSpec
	doc  *ast.CommentGroup
}

type loader struct {
	*model
	scope *types.Scope
	specs map[string]*typeDecl
	order []string
	// foreign are the types of other packages that were met, nil where none may be.
	foreign map[string]bool
	// keyed are the constants with comments.
	keyed []constDoc
}

func (l *loader) collect(f *ast.File) {
	l.keyed = append(l.keyed, documented(f)...)
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range g.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				doc := s.Doc
				if doc == nil {
					doc = g.Doc
				}
				l.specs[s.Name.Name] = &typeDecl{s, doc}
				l.order = append(l.order, s.Name.Name)
			case *ast.ValueSpec:
				if g.Tok == token.CONST {
					l.constant(g, s)
				}
			}
		}
	}
}

// constant keeps an exported constant: with its named string type, or among
// the numbers.
func (l *loader) constant(g *ast.GenDecl, s *ast.ValueSpec) {
	for _, name := range s.Names {
		c, ok := l.scope.Lookup(name.Name).(*types.Const)
		if !ok || !name.IsExported() {
			continue
		}
		doc := s.Doc.Text()
		if doc == "" {
			doc = s.Comment.Text()
		}
		if doc == "" && !g.Lparen.IsValid() {
			doc = g.Doc.Text()
		}
		if c.Val().Kind() == constant.Int {
			l.consts = append(l.consts, constDecl{name.Name, flatten(doc), c.Val()})
			continue
		}
		id, ok := s.Type.(*ast.Ident)
		if !ok || c.Val().Kind() != constant.String {
			continue
		}
		w := l.wordsOf(id.Name)
		if w == nil {
			w = &words{name: id.Name}
			l.words = append(l.words, w)
		}
		w.values = append(w.values, word{name.Name, constant.StringVal(c.Val()), flatten(doc), directives(s.Doc)})
	}
}

func (l *loader) build() error {
	wanted := map[string]bool{}
	for _, name := range l.order {
		d := l.specs[name]
		for _, v := range directives(d.doc) {
			if err := l.variant(name, v); err != nil {
				return err
			}
			wanted[name] = true
		}
		if w := l.wordsOf(name); w != nil {
			w.doc = flatten(d.doc.Text())
		}
	}
	for _, a := range l.actions {
		wanted[a.answers] = true
	}
	// Whatever a wanted type refers to is of the wire too.
	for again := true; again; {
		again = false
		for _, name := range l.order {
			if !wanted[name] || l.byName[name] != nil || l.arrayOf(name) != nil {
				continue
			}
			refs, err := l.declare(name)
			if err != nil {
				return err
			}
			for _, r := range refs {
				wanted[r] = true
			}
			again = true
		}
	}
	position := func(name string) int {
		for i, n := range l.order {
			if n == name {
				return i
			}
		}
		return -1
	}
	sort.Slice(l.structs, func(i, j int) bool { return position(l.structs[i].name) < position(l.structs[j].name) })
	for _, vs := range [][]*variant{l.actions, l.events, l.messages} {
		for _, v := range vs {
			v.structure = l.byName[v.name]
		}
	}
	// The actions' names are a named string type without hand-written constants.
	kinds := &words{name: "Kind", doc: flatten(l.specs["Kind"].doc.Text())}
	for _, a := range l.actions {
		kinds.values = append(kinds.values, word{goName: "Kind" + a.name, value: a.tag})
	}
	l.words = append([]*words{kinds}, l.words...)
	return nil
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

func (l *loader) variant(name string, line []string) error {
	if len(line) < 2 {
		return fmt.Errorf("%s: a //bua: line has a union and a wire name", name)
	}
	v := &variant{structure: &structure{name: name}, tag: line[1]}
	for _, w := range line[2:] {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "can":
			v.can = value
		case "answers":
			v.answers = value
		case "tells":
			v.tells = value
		case "rare":
			v.rare = true
		default:
			return fmt.Errorf("%s: unknown word %q in its //bua: line", name, w)
		}
	}
	switch line[0] {
	case "action":
		l.actions = append(l.actions, v)
	case "event":
		l.events = append(l.events, v)
	case "message":
		l.messages = append(l.messages, v)
	default:
		return fmt.Errorf("%s: unknown union %q", name, line[0])
	}
	return nil
}

// declare reads one type and returns the names of those it refers to.
func (l *loader) declare(name string) (refs []string, err error) {
	d := l.specs[name]
	doc := flatten(d.doc.Text())
	switch t := d.spec.Type.(type) {
	case *ast.ArrayType:
		elem, ok := t.Elt.(*ast.Ident)
		if !ok {
			return nil, fmt.Errorf("%s: a slice of structs is expected", name)
		}
		l.arrays = append(l.arrays, &array{name, doc, elem.Name})
		return []string{elem.Name}, nil
	case *ast.StructType:
		s := &structure{name: name, doc: doc}
		if err := l.structFields(s, t, false, nil); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		l.structs = append(l.structs, s)
		l.byName[name] = s
		for _, f := range s.fields {
			if f.typ.kind == kindStruct || f.typ.kind == kindPointer {
				refs = append(refs, f.typ.name)
			}
		}
		return refs, nil
	}
	return nil, fmt.Errorf("%s is neither a struct nor a slice", name)
}

// structFields appends the fields of t, those of embedded structs in place.
func (l *loader) structFields(s *structure, t *ast.StructType, embedded bool, group *one) error {
	own := &one{}
	for _, f := range t.Fields.List {
		tag := reflect.StructTag("")
		if f.Tag != nil {
			text, err := strconv.Unquote(f.Tag.Value)
			if err != nil {
				return err
			}
			tag = reflect.StructTag(text)
		}
		if len(f.Names) == 0 {
			if err := l.embed(s, f, tag.Get("bua")); err != nil {
				return err
			}
			continue
		}
		fd := &field{goName: f.Names[0].Name, doc: flatten(f.Doc.Text()), embedded: embedded}
		wire, opts, _ := strings.Cut(tag.Get("json"), ",")
		fd.wire, fd.optional = wire, opts == "omitempty"
		if wire == "" {
			return fmt.Errorf("%s has no name on the wire", fd.goName)
		}
		typ, err := l.typeOf(f.Type)
		if err != nil {
			return fmt.Errorf("%s: %w", fd.goName, err)
		}
		fd.typ = typ
		isOne, err := l.readRules(fd, tag.Get("bua"))
		if err != nil {
			return fmt.Errorf("%s: %w", fd.goName, err)
		}
		s.fields = append(s.fields, fd)
		if isOne {
			own.fields = append(own.fields, fd)
		}
		if group != nil {
			group.fields = append(group.fields, fd)
		}
	}
	if len(own.fields) == 0 {
		return nil
	}
	for i, o := range s.ones {
		if !o.optional {
			s.ones[i].fields = append(o.fields, own.fields...)
			return nil
		}
	}
	s.ones = append(s.ones, *own)
	return nil
}

func (l *loader) embed(s *structure, f *ast.Field, rule string) error {
	name := f.Type.(*ast.Ident).Name
	inner, ok := l.specs[name].spec.Type.(*ast.StructType)
	if !ok {
		return fmt.Errorf("%s is embedded and no struct", name)
	}
	var group *one
	if rule != "" {
		group = &one{optional: rule == "optional"}
	}
	if err := l.structFields(s, inner, true, group); err != nil {
		return err
	}
	if group != nil {
		s.ones = append(s.ones, *group)
	}
	return nil
}

func (l *loader) typeOf(e ast.Expr) (ftype, error) {
	switch e := e.(type) {
	case *ast.StarExpr:
		t, err := l.typeOf(e.X)
		if err == nil && t.kind != kindStruct {
			return t, fmt.Errorf("a pointer to something other than a struct")
		}
		t.kind = kindPointer
		return t, err
	case *ast.ArrayType:
		t, err := l.typeOf(e.Elt)
		t.slice = true
		return t, err
	case *ast.SelectorExpr:
		if e.Sel.Name == "Value" {
			return ftype{kind: kindRaw}, nil
		}
		if t, ok := l.foreignType(e); ok {
			return t, nil
		}
	case *ast.Ident:
		switch e.Name {
		case "string":
			return ftype{kind: kindString}, nil
		case "int":
			return ftype{kind: kindInt}, nil
		case "int64":
			return ftype{kind: kindInt64}, nil
		case "bool":
			return ftype{kind: kindBool}, nil
		case "Action":
			return ftype{kind: kindAction, name: e.Name}, nil
		case "Event":
			return ftype{kind: kindEvent, name: e.Name}, nil
		}
		if d := l.specs[e.Name]; d != nil {
			if id, ok := d.spec.Type.(*ast.Ident); ok && id.Name == "string" {
				return ftype{kind: kindWords, name: e.Name}, nil
			}
			if _, ok := d.spec.Type.(*ast.StructType); ok {
				return ftype{kind: kindStruct, name: e.Name}, nil
			}
		}
	}
	return ftype{}, fmt.Errorf("a type that the wire does not have")
}

// readRules reads a `bua` tag.
func (l *loader) readRules(f *field, tag string) (isOne bool, err error) {
	if l.foreign != nil {
		return false, nil // limits are the wire's
	}
	if f.typ.kind == kindInt || f.typ.kind == kindInt64 {
		f.min, f.max = "0", "MaxInt"
		if f.typ.kind == kindInt64 {
			f.max = "MaxTime"
		}
	}
	for _, r := range strings.Split(tag, ",") {
		key, value, _ := strings.Cut(r, "=")
		switch key {
		case "":
		case "one":
			isOne = true
		case "min":
			f.min = value
		case "max":
			f.max = value
		case "open":
			f.open = true
		case "null":
			f.null = true
		case "true":
			f.isTrue = true
		case "object":
			f.isObject = true
		case "unless":
			f.unless = value
		case "inside":
			f.inside = true
		case "rare":
			f.rare = true
		case "else":
			f.otherwise = value
		default:
			return false, fmt.Errorf("unknown rule %q", r)
		}
	}
	if f.minVal, err = l.number(f.min); err != nil {
		return false, err
	}
	f.maxVal, err = l.number(f.max)
	return isOne, err
}

// number evaluates a literal or the name of a constant.
func (l *loader) number(expr string) (int64, error) {
	if expr == "" {
		return 0, nil
	}
	if c, ok := l.scope.Lookup(expr).(*types.Const); ok {
		if n, exact := constant.Int64Val(c.Val()); exact {
			return n, nil
		}
	}
	return strconv.ParseInt(expr, 10, 64)
}

// flatten joins the lines of a comment's first paragraph: what follows it is
// for those who read the Go.
func flatten(doc string) string {
	doc, _, _ = strings.Cut(doc, "\n\n")
	return strings.Join(strings.Fields(doc), " ")
}
