package deps

import (
	"go/build/constraint"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"
)

// ceiling is the most lines a written file may have.
const ceiling = 500

func TestShape_FileCeiling(t *testing.T) {
	for _, file := range files(t, ".", ".go", ".ts", ".tsx", ".css") {
		text := read(t, file)
		if n := strings.Count(text, "\n"); n > ceiling && !generated(text) {
			t.Errorf("%s has %d lines, more than %d\n  a file tells one story: split it at a noun", file, n, ceiling)
		}
	}
}

func TestShape_OnePackageComment(t *testing.T) {
	comments := map[string][]string{}
	for _, file := range goFiles(t, ".") {
		f, err := parser.ParseFile(token.NewFileSet(), file, read(t, file), parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			t.Fatal(err)
		}
		dir := path.Dir(file)
		comments[dir] = append(comments[dir], nil...)
		if f.Doc == nil {
			continue
		}
		comments[dir] = append(comments[dir], file)
		first := strings.Fields(f.Doc.Text())
		if len(first) < 2 || first[0] != "Package" && first[0] != "Command" && f.Name.Name != "main" || first[0] == "Package" && first[1] != f.Name.Name {
			t.Errorf("%s: the package comment begins %q, not \"Package %s …\"", file, strings.Join(first[:min(2, len(first))], " "), f.Name.Name)
		}
	}
	for dir, where := range comments {
		if len(where) != 1 {
			t.Errorf("%s has %d package comments %v\n  exactly one file says what the package decides and what it must never import", dir, len(where), where)
		}
	}
}

// The program in wasm/ is kept out of the host's build, because what it
// imports from its host (//go:wasmimport) does not exist there. The rooms below
// it build everywhere: there the ports on the seam are tested natively.
func TestShape_WasmBuildTags(t *testing.T) {
	host := func(tag string) bool { return tag == "linux" || tag == "amd64" || tag == "unix" || tag == "gc" }
	worker := func(tag string) bool { return tag == "js" || tag == "wasm" || tag == "tinygo" || tag == "tinygo.wasm" }
	for _, file := range goFiles(t, "wasm") {
		expr := buildLine(t, file)
		seam := path.Dir(file) == "wasm" || strings.Contains(read(t, file), "\n//go:wasm") || strings.Contains(read(t, file), "\n//export ")
		switch {
		case strings.HasSuffix(file, "_test.go"):
		case seam && (expr == nil || expr.Eval(host)):
			t.Errorf("%s is in the host's build\n  write //go:build tinygo", file)
		case expr != nil && !expr.Eval(worker) && !strings.HasSuffix(file, "_notwasm.go"):
			t.Errorf("%s: //go:build %s keeps it out of the worker\n  write //go:build tinygo, or name it x_notwasm.go when it stands in for something natively", file, expr)
		}
	}
}

func buildLine(t testing.TB, file string) constraint.Expr {
	t.Helper()
	for line := range strings.Lines(read(t, file)) {
		line = strings.TrimSpace(line)
		if constraint.IsGoBuild(line) {
			expr, err := constraint.Parse(line)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			return expr
		}
		if strings.HasPrefix(line, "package ") {
			break
		}
	}
	return nil
}

func TestShape_Gofmt(t *testing.T) {
	for _, file := range goFiles(t, ".") {
		text := read(t, file)
		if formatted, err := format.Source([]byte(text)); err != nil {
			t.Errorf("%s: %v", file, err)
		} else if string(formatted) != text {
			t.Errorf("%s is not formatted: gofmt -w %s", file, file)
		}
	}
}
