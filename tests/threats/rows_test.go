package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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
				for _, way := range alternatives(p.run) {
					run := regexp.MustCompile(cut(way, '/')[0])
					if !slices.ContainsFunc(tests(t, p.pkg), run.MatchString) {
						t.Errorf("%s has no test that matches %s", p.pkg, way)
					}
				}
			}
		})
	}
}

// tests are the names of a package's tests.
func tests(t *testing.T, pkg string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pkg), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && regexp.MustCompile("^(Test|Fuzz)").MatchString(f.Name.Name) {
				names = append(names, f.Name.Name)
			}
		}
	}
	return names
}

// Every fuzz target of the tree is in the table.
func TestRows_Fuzz(t *testing.T) {
	listed := map[string]bool{}
	for _, p := range targets() {
		listed[p.pkg+" "+strings.Trim(p.run, "^$")] = true
	}
	everyTest(t, regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`), func(pkg, name string) bool { return listed[pkg+" "+name] })
}

// So is every test that shows that others can fail.
func TestRows_Proofs(t *testing.T) {
	everyTest(t, regexp.MustCompile(`(?m)^func (Test\w+_Teeth)\(`), func(pkg, name string) bool {
		return slices.ContainsFunc(rows(), func(r row) bool {
			return slices.ContainsFunc(r.tests, func(p proof) bool {
				return p.pkg == pkg && slices.ContainsFunc(alternatives(p.run), func(way string) bool { return matches(way, name) })
			})
		})
	})
}

// everyTest fails for each test of the tree with such a name that is in no row.
func everyTest(t *testing.T, named *regexp.Regexp, listed func(pkg, name string) bool) {
	t.Helper()
	root, found := filepath.Join("..", ".."), 0
	for _, room := range []string{"core", "backend", "wasm", "tests", "build"} {
		err := filepath.WalkDir(filepath.Join(root, room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			pkg, err := filepath.Rel(root, filepath.Dir(path))
			for _, m := range named.FindAllSubmatch(text, -1) {
				found++
				if !listed(filepath.ToSlash(pkg), string(m[1])) {
					t.Errorf("%s of %s is in no row", m[1], pkg)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found == 0 {
		t.Error("the tree has none")
	}
}
