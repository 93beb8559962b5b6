package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/matryer/is"
)

func TestSortRooms(t *testing.T) {
	tests := []string{"x_test.go"}
	list := []room{
		{ImportPath: modulePath + "/core/uid", TestGoFiles: tests, Imports: []string{"strings"}},
		{ImportPath: modulePath + "/core/coretest", Imports: []string{"time"}},
		{ImportPath: modulePath + "/core/protocol", TestGoFiles: tests, differs: true},
		{ImportPath: modulePath + "/wasm/heap", TestGoFiles: tests},
		{ImportPath: modulePath + "/backend/chromium", TestGoFiles: tests, concurrent: true},
		{ImportPath: modulePath + "/tests/e2e", Imports: []string{modulePath + "/backend/chromium"}},
		{ImportPath: modulePath + "/tests/actions", XTestGoFiles: tests, XTestImports: []string{modulePath + "/tests/e2e"}},
		{ImportPath: modulePath + "/tests/model", TestGoFiles: tests},
	}
	at := func(names ...string) (out []string) {
		for _, name := range names {
			out = append(out, modulePath+"/"+name)
		}
		return out
	}
	plain, raced := at("core/uid", "core/coretest", "core/protocol", "wasm/heap"), at("backend/chromium")
	across, browsers := at("tests/actions", "tests/model"), at("tests/actions")
	every, some, other := at("core/uid", "core/protocol", "wasm/heap"), at("core/protocol"), at("core/uid", "wasm/heap")
	for _, row := range []struct {
		name string
		p    pick
		want rooms
	}{
		{"the default suite", pick{}, rooms{raced: raced, plain: plain, worker: some, other: other, across: across, browsers: browsers, built: true}},
		{"everything", pick{all: true}, rooms{raced: raced, plain: plain, worker: every, across: across, browsers: browsers, built: true}},
		{"rooms that somebody picked", pick{rooms: []string{"./..."}}, rooms{raced: raced, plain: plain, worker: every, across: across, browsers: browsers, built: true}},
		{"what needs no browser", pick{quick: true}, rooms{raced: raced, plain: plain, across: at("tests/model"), built: true}},
		{"tests by name run natively alone", pick{run: "TestX"}, rooms{raced: raced, plain: plain, across: across, browsers: browsers, built: true}},
	} {
		t.Run(row.name, func(t *testing.T) { is.New(t).Equal(sortRooms(list, row.p), row.want) })
	}
	t.Run("a room of core needs nothing built", func(t *testing.T) {
		is.New(t).Equal(sortRooms(list[:2], pick{all: true}), rooms{plain: plain[:2], worker: every[:1]})
	})
}

func TestReadsAFile(t *testing.T) {
	for _, row := range []struct {
		name, text      string
		starts, differs bool
	}{
		{"nothing", "package a\n\nfunc f() { g() }", false, false},
		{"the statement", "package a\n\nfunc f() { go g() }", true, false},
		{"a group", "package a\n\nfunc f() { all.Go(g) }", true, false},
		{"tests side by side", "package a\n\nfunc f() { t.Parallel() }", true, false},
		{"a word in a comment", "package a\n\n// go f() for tinygo", false, false},
		{"a file for TinyGo alone", "//go:build tinygo\n\npackage a", false, true},
		{"a file for it on one system", "//go:build tinygo && js\n\npackage a", false, true},
		{"a file for the others", "//go:build !tinygo\n\npackage a", false, false},
		{"a file for one system", "//go:build js\n\npackage a", false, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			file, err := parser.ParseFile(token.NewFileSet(), "a.go", row.text, parser.ParseComments)
			is.NoErr(err)
			is.Equal(starts(file), row.starts)
			is.Equal(forTinyGo(file), row.differs)
		})
	}
	is.New(t).True(!starts(&ast.File{Name: ast.NewIdent("a")}))
}
