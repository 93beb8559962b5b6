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

// A port is one interface, and whoever implements it says in a method what it
// does not do. A half that is looked for at run time is in no signature: a host
// or a fake that lacks it compiles, and does less without a word.
const assertionAdvice = "make it a method of the port: what a host cannot do it says in a method that does nothing or answers no"

// unions are where an interface is asked for by its shape: what the variants of
// a sealed union embed, and what is in an error.
const unions = "core/protocol"

func TestAssertions(t *testing.T) {
	checked, ours := 0, interfaces(t)
	for _, room := range []string{"core", "wasm", "backend/direct"} {
		for _, file := range goFiles(t, room) {
			if strings.HasSuffix(file, "_test.go") || within(file, unions) {
				continue
			}
			for _, found := range assertions(t, file, read(t, file), ours) {
				t.Errorf("%s\n  %s", found, assertionAdvice)
			}
			checked++
		}
	}
	if checked < 100 {
		t.Errorf("only %d files were looked at", checked)
	}
}

// interfaces are those that our rooms declare, as the last part of the import
// path and the name, joined by a dot.
func interfaces(t *testing.T) map[string]bool {
	t.Helper()
	list := map[string]bool{}
	for _, room := range []string{"core", "wasm", "backend"} {
		for _, file := range goFiles(t, room) {
			for _, decl := range parse(t, file, read(t, file)).Decls {
				group, ok := decl.(*ast.GenDecl)
				if !ok {
					continue
				}
				for _, spec := range group.Specs {
					if s, ok := spec.(*ast.TypeSpec); ok {
						if _, ok := s.Type.(*ast.InterfaceType); ok {
							list[path.Base(path.Dir(file))+"."+s.Name.Name] = true
						}
					}
				}
			}
		}
	}
	return list
}

// assertions lists where a file asserts that a value has an interface of ours,
// or one that is spelt out, in an assertion or in the case of a switch.
func assertions(t *testing.T, file, text string, ours map[string]bool) (found []string) {
	t.Helper()
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	say := func(n ast.Expr) {
		name := ""
		switch n := n.(type) {
		case *ast.InterfaceType:
			name = "an interface that is spelt out"
		case *ast.Ident:
			name = path.Base(path.Dir(file)) + "." + n.Name
		case *ast.SelectorExpr:
			if pkg, ok := n.X.(*ast.Ident); ok {
				name = pkg.Name + "." + n.Sel.Name
			}
		}
		if _, spelt := n.(*ast.InterfaceType); spelt || ours[name] {
			found = append(found, fmt.Sprint(set.Position(n.Pos()), ": asserts ", name))
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			if n.Type != nil {
				say(n.Type)
			}
		case *ast.TypeSwitchStmt:
			for _, c := range n.Body.List {
				for _, typ := range c.(*ast.CaseClause).List {
					say(typ)
				}
			}
		}
		return true
	})
	return found
}

func parse(t *testing.T, file, text string) *ast.File {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// TestAssertions_Finds: the rule finds what it is for.
func TestAssertions_Finds(t *testing.T) {
	const text = `package dispatch
func f(v any) {
	_, _ = v.(Loader)
	_, _ = v.(debugger.Sinks)
	_, _ = v.(interface{ Frame() string })
	switch v.(type) {
	case Asker:
	case protocol.Click, *Reading:
	}
	_, _ = v.(error)
	_, _ = v.(*protocol.Error)
}`
	ours := map[string]bool{"dispatch.Loader": true, "dispatch.Asker": true, "debugger.Sinks": true}
	found := assertions(t, "core/dispatch/x.go", text, ours)
	is.New(t).Equal(strings.Join(found, "; "), "core/dispatch/x.go:3:12: asserts dispatch.Loader; core/dispatch/x.go:4:12: asserts debugger.Sinks; "+
		"core/dispatch/x.go:5:12: asserts an interface that is spelt out; core/dispatch/x.go:7:7: asserts dispatch.Asker")
}
