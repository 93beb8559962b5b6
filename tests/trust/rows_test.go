package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/matryer/is"
)

// Every row names tests that there are, or says why there are none.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rows() {
		t.Run(r.id, func(t *testing.T) {
			is := is.New(t)
			is.True(!seen[r.id]) // each row once
			seen[r.id] = true
			is.True(len(r.tests) > 0 || r.not != "")
			for _, p := range r.tests {
				run := regexp.MustCompile(p.run)
				files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(p.pkg), "*_test.go"))
				is.NoErr(err)
				found := false
				for _, file := range files {
					parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
					is.NoErr(err)
					for _, d := range parsed.Decls {
						f, ok := d.(*ast.FuncDecl)
						found = found || ok && f.Recv == nil && run.MatchString(f.Name.Name)
					}
				}
				if !found {
					t.Errorf("%s has no test that matches %s", p.pkg, p.run)
				}
			}
		})
	}
}
