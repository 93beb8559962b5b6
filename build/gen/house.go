package gen

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

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
	read map[string]*room
}

// room is what a package declares.
type room struct {
	scope  *types.Scope
	specs  map[string]*typeDecl
	order  []string // of the types
	words  []*words // named string types with their constants
	consts []constDecl
}

type typeDecl struct {
	spec *ast.TypeSpec
	doc  *ast.CommentGroup
}

type words struct {
	name, doc string
	values    []word
}

type word struct {
	goName, value, doc string
	lines              [][]string // its //bua: lines
}

type constDecl struct {
	name, doc string
	lines     [][]string // its //bua: lines
	value     constant.Value
}

// number reports whether it is a number that others may name.
func (c constDecl) number() bool { return c.value.Kind() == constant.Int && ast.IsExported(c.name) }

// room reads the declarations of a package.
func (h *house) room(pkg string) *room {
	if r := h.read[pkg]; r != nil {
		return r
	}
	dir, ok := rooms[pkg]
	if !ok {
		refuse("package %s is none that a boundary takes types from", pkg)
	}
	dir = filepath.Join(h.root, filepath.FromSlash(dir))
	fset := token.NewFileSet()
	var files []*ast.File
	for _, e := range sure(os.ReadDir(dir)) {
		if name := e.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "_gen.go") {
			files = append(files, sure(parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)))
		}
	}
	// Errors are expected: the generated methods are not there. Constants are
	// evaluated all the same, and only they are asked for: what functions do is not read.
	conf := types.Config{Error: func(error) {}, Importer: noImports{}, IgnoreFuncBodies: true}
	checked, _ := conf.Check(pkg, fset, files, nil)
	r := &room{scope: checked.Scope(), specs: map[string]*typeDecl{}}
	h.read[pkg] = r
	for _, f := range files {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				r.collect(g)
			}
		}
	}
	for _, w := range r.words {
		w.doc = r.doc(w.name)
	}
	return r
}

type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, filepath.Base(path))
	p.MarkComplete()
	return p, nil
}

func (r *room) collect(g *ast.GenDecl) {
	for _, s := range g.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			doc := s.Doc
			if doc == nil {
				doc = g.Doc
			}
			r.specs[s.Name.Name] = &typeDecl{s, doc}
			r.order = append(r.order, s.Name.Name)
		case *ast.ValueSpec:
			if g.Tok == token.CONST {
				r.constants(g, s)
			}
		}
	}
}

// constants keeps those of a line, and the exported ones with their named string type.
func (r *room) constants(g *ast.GenDecl, s *ast.ValueSpec) {
	group := s.Doc
	if group == nil && !g.Lparen.IsValid() {
		group = g.Doc
	}
	doc := flatten(or(s.Doc.Text(), or(s.Comment.Text(), group.Text())))
	for _, name := range s.Names {
		c, ok := r.scope.Lookup(name.Name).(*types.Const)
		if !ok {
			continue
		}
		r.consts = append(r.consts, constDecl{name.Name, doc, directives(group), c.Val()})
		id, ok := s.Type.(*ast.Ident)
		if !ok || c.Val().Kind() != constant.String || !name.IsExported() {
			continue
		}
		w := r.wordsOf(id.Name)
		if w == nil {
			w = &words{name: id.Name}
			r.words = append(r.words, w)
		}
		w.values = append(w.values, word{name.Name, constant.StringVal(c.Val()), doc, directives(s.Doc)})
	}
}

// doc is the comment of a type.
func (r *room) doc(name string) string {
	if d := r.specs[name]; d != nil {
		return flatten(d.doc.Text())
	}
	return ""
}

// wordsOf is a named string type with its constants, nil for none.
func (r *room) wordsOf(name string) *words {
	for _, w := range r.words {
		if w.name == name {
			return w
		}
	}
	return nil
}

// all returns the values.
func (w *words) all() []string {
	all := make([]string, len(w.values))
	for i, v := range w.values {
		all[i] = v.value
	}
	return all
}

// quoted are the values as they stand in a program, with something between them.
func (w *words) quoted(between string) string {
	return `"` + strings.Join(w.all(), `"`+between+`"`) + `"`
}

// number evaluates a literal or the name of a constant.
func (r *room) number(expr string) int64 {
	if c, ok := r.scope.Lookup(expr).(*types.Const); ok {
		if n, exact := constant.Int64Val(c.Val()); exact {
			return n
		}
	}
	return sure(strconv.ParseInt(or(expr, "0"), 10, 64))
}

// flatten joins the lines of a comment's first paragraph: what follows it is
// for those who read the Go.
func flatten(doc string) string {
	doc, _, _ = strings.Cut(doc, "\n\n")
	return strings.Join(strings.Fields(doc), " ")
}
