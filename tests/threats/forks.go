package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
)

// forks tells which top-level tests of a package run sub-tests, by themselves
// or through a function of the package that they hand their *testing.T to. Such
// a test that ran none has passed without looking at anything.
func forks(pkg string) (map[string]bool, error) {
	files, err := filepath.Glob(filepath.Join(filepath.FromSlash(pkg), "*_test.go"))
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	calls := map[string][]string{} // function: whom it hands a t to
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || f.Body == nil {
				continue
			}
			// Sub-tests that an if or a case decides on may rightly be none.
			for _, s := range f.Body.List {
				always(s, func(c *ast.CallExpr) {
					switch fun := c.Fun.(type) {
					case *ast.SelectorExpr:
						if x, ok := fun.X.(*ast.Ident); ok && x.Name == "t" && fun.Sel.Name == "Run" && len(c.Args) == 2 {
							found[f.Name.Name] = true
						}
					case *ast.Ident:
						if len(c.Args) > 0 {
							if x, ok := c.Args[0].(*ast.Ident); ok && x.Name == "t" {
								calls[f.Name.Name] = append(calls[f.Name.Name], fun.Name)
							}
						}
					}
				})
			}
		}
	}
	for more := true; more; {
		more = false
		for f, whom := range calls {
			for _, g := range whom {
				if found[g] && !found[f] {
					found[f], more = true, true
				}
			}
		}
	}
	return found, nil
}

// always calls f for each call in a statement that is reached whatever an if
// or a case decides; loops count, because a loop over nothing is the accident.
func always(s ast.Stmt, f func(*ast.CallExpr)) {
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.IfStmt, *ast.CaseClause, *ast.CommClause:
			return false
		case *ast.CallExpr:
			f(n)
		}
		return true
	})
}
