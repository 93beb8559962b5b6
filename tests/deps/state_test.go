package deps

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// Package-level state in core: two connections, two tests or a restarted
// worker would share it, and nobody owns it. The rule is decided so: a
// package-level var is allowed only as a proof that a type fits an interface
// (var _ I = T{}), as an unexported error with a fixed sentence, as an
// unexported string that the compiler fills from a file, or as an unexported
// table, an array of plain values; and nothing in the package may write it,
// slice an array or take its address. Everything else is a const, a
// function with a switch, or a field of something that has an owner.
func TestState_Core(t *testing.T) {
	byPackage := map[string]map[string]string{}
	for _, file := range append(goFiles(t, "core"), goFiles(t, "wasm")...) {
		if strings.HasSuffix(file, "_test.go") || within(file, "wasm") {
			continue // the wasm program is the owner: its state is its instance
		}
		dir := path.Dir(file)
		if byPackage[dir] == nil {
			byPackage[dir] = map[string]string{}
		}
		byPackage[dir][file] = read(t, file)
	}
	for _, texts := range byPackage {
		found, err := state(texts)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			t.Errorf("%s\n  core keeps no package-level state: make it a const, a function, an unexported array that nobody writes, or a field with an owner", f)
		}
	}
}

// state returns the package-level vars of one package that break the rule.
func state(texts map[string]string) ([]string, error) {
	set := token.NewFileSet()
	tables := map[string]token.Pos{}
	var found []string
	say := func(p token.Pos, what string) { found = append(found, fmt.Sprintf("%s: %s", set.Position(p), what)) }
	var parsed []*ast.File
	for file, text := range texts {
		f, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, f)
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				v := s.(*ast.ValueSpec)
				for i, n := range v.Names {
					switch {
					case n.Name == "_":
					case !n.IsExported() && embedded(g, v):
						tables[n.Name] = n.Pos()
					case !n.IsExported() && i < len(v.Values) && (plainTable(v.Values[i]) || fixedError(v.Values[i])):
						tables[n.Name] = n.Pos()
					default:
						say(n.Pos(), "var "+n.Name)
					}
				}
			}
		}
	}
	for _, f := range parsed {
		ast.Inspect(f, func(n ast.Node) bool {
			for _, e := range written(n) {
				if id := base(e); id != nil {
					if _, ok := tables[id.Name]; ok {
						say(n.Pos(), "the fixed "+id.Name+" is written, sliced or has its address taken")
					}
				}
			}
			return true
		})
	}
	return found, nil
}

// plainTable reports whether the value is an array literal of values that
// cannot be changed through it.
func plainTable(e ast.Expr) bool {
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return false
	}
	a, ok := lit.Type.(*ast.ArrayType)
	if !ok || a.Len == nil {
		return false
	}
	plain := true
	ast.Inspect(a.Elt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StarExpr, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType:
			plain = false
		case *ast.ArrayType:
			plain = plain && n.Len != nil
		}
		return plain
	})
	return plain
}

// embedded reports whether the compiler fills the string from a file.
func embedded(g *ast.GenDecl, v *ast.ValueSpec) bool {
	id, ok := v.Type.(*ast.Ident)
	if !ok || id.Name != "string" {
		return false
	}
	for _, doc := range []*ast.CommentGroup{g.Doc, v.Doc} {
		if doc == nil {
			continue
		}
		for _, c := range doc.List {
			if strings.HasPrefix(c.Text, "//go:embed ") {
				return true
			}
		}
	}
	return false
}

// fixedError reports whether the value is an error made of constants.
func fixedError(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	maker, ok := call.Fun.(*ast.SelectorExpr)
	if ok && len(call.Args) == 0 && (maker.Sel.Name == "Unknown" || maker.Sel.Name == "NotDone") {
		return fixedError(maker.X) // with its outcome
	}
	if !ok || maker.Sel.Name != "New" && maker.Sel.Name != "NewError" {
		return false
	}
	if pkg, ok := maker.X.(*ast.Ident); !ok || pkg.Name != "errors" && pkg.Name != "protocol" {
		return false
	}
	for _, arg := range call.Args {
		switch arg := arg.(type) {
		case *ast.BasicLit:
		case *ast.SelectorExpr: // protocol.CodeInternal
			if pkg, ok := arg.X.(*ast.Ident); !ok || pkg.Name != "protocol" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// written returns the expressions that a node may change.
func written(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return []ast.Expr{n.X}
		}
	case *ast.SliceExpr:
		return []ast.Expr{n.X}
	}
	return nil
}

func base(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

func TestState_SeesWhatIsRefused(t *testing.T) {
	rows := []struct {
		name, text string
		refused    bool
	}{
		{"a counter", "var n int", true},
		{"a map", "var m = map[string]int{}", true},
		{"a slice", "var s = []string{}", true},
		{"an error with a fixed sentence", "var errX = errors.New(`x`)", false},
		{"an error with a fixed sentence and a code", "var errX = protocol.NewError(protocol.CodeInternal, `x`)", false},
		{"an error with an outcome", "var errX = protocol.NewError(protocol.CodeInternal, `x`).NotDone()", false},
		{"the outcome of a computed error", "var errX = f().NotDone()", true},
		{"an exported error", "var ErrX = errors.New(`x`)", true},
		{"an error with a computed sentence", "var errX = errors.New(f())", true},
		{"an error whose sentence is written", "var errX = protocol.NewError(protocol.CodeInternal, `x`); func f() { errX.Message = `y` }", true},
		{"an exported table", "var T = [...]string{`a`}", true},
		{"a table that nobody writes", "var t = [...]string{`a`}; func f() string { return t[0] }", false},
		{"a table of structs", "var t = [...]struct{a, b string}{{`a`, `b`}}", false},
		{"a table of pointers", "var t = [...]*int{nil}", true},
		{"a table that is written", "var t = [...]string{`a`}; func f() { t[0] = `b` }", true},
		{"a table that is sliced", "var t = [...]string{`a`}; func f() []string { return t[:] }", true},
		{"a proof that a type fits", "var _ I = (*T)(nil)", false},
		{"a string from a file", "//go:embed x.json\nvar t string", false},
		{"bytes from a file", "//go:embed x.json\nvar t []byte", true},
		{"a local variable", "func f() { var n int; n++ }", false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			found, err := state(map[string]string{"x.go": "package x\n" + row.text})
			is.NoErr(err)
			is.Equal(len(found) > 0, row.refused)
		})
	}
}
