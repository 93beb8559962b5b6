package main

import (
	"context"
	"encoding/json"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zapvol/bua/build/command"
)

// rooms are the packages of one run by how they are tested.
type rooms struct {
	// raced have the race detector, for they start goroutines; plain do not.
	raced, plain []string
	// worker are those of them that are compiled by TinyGo too, where all of their
	// tests run; other are those that only -all compiles.
	worker, other []string
	// across is what crosses rooms; browsers are those of it that need a browser.
	across, browsers []string
	// built says that some of all this needs the extension, which the backend
	// carries.
	built bool
}

// drivers are the packages that bring a browser up. A test that needs one
// imports one of them.
var drivers = []string{modulePath + "/backend/chromium", modulePath + "/tests/e2e"}

// roomsOf lists the packages that a pick covers.
func (h *workspace) roomsOf(ctx context.Context, p pick) (rooms, error) {
	patterns := p.rooms
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	list, err := h.roomList(ctx, patterns)
	if err != nil {
		return rooms{}, err
	}
	return sortRooms(list, p), nil
}

// roomList lists packages, and looks into their files.
func (h *workspace) roomList(ctx context.Context, patterns []string) ([]room, error) {
	out, err := command.Output(ctx, command.Cmd{Dir: h.root, Argv: append([]string{"go", "list", "-json=ImportPath,Dir,GoFiles,IgnoredGoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports"}, patterns...)})
	if err != nil {
		return nil, err
	}
	var list []room
	for in := json.NewDecoder(strings.NewReader(out)); ; {
		var r room
		if err := in.Decode(&r); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		if r.concurrent, r.differs, err = r.read(); err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// room is a package as go list tells of it.
type room struct {
	ImportPath, Dir                                    string
	GoFiles, IgnoredGoFiles, TestGoFiles, XTestGoFiles []string
	Imports, TestImports, XTestImports                 []string
	// concurrent says that it or its tests start goroutines, differs that it has a
	// file for TinyGo alone.
	concurrent, differs bool
}

func (r room) tested() bool { return len(r.TestGoFiles)+len(r.XTestGoFiles) > 0 }

func (r room) imports(any []string) bool {
	return slices.ContainsFunc(any, func(path string) bool {
		return slices.Contains(r.Imports, path) || slices.Contains(r.TestImports, path) || slices.Contains(r.XTestImports, path)
	})
}

// read looks into a room's files.
func (r room) read() (concurrent, differs bool, err error) {
	concurrent = r.imports([]string{"net/http", "net/http/httptest"}) // a server answers each request in a goroutine
	for _, name := range slices.Concat(r.GoFiles, r.TestGoFiles, r.XTestGoFiles) {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(r.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return false, false, err
		}
		concurrent = concurrent || starts(file)
		differs = differs || !strings.HasSuffix(name, "_test.go") && forTinyGo(file)
	}
	for _, name := range r.IgnoredGoFiles {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(r.Dir, name), nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			return false, false, err
		}
		differs = differs || !strings.HasSuffix(name, "_test.go") && forTinyGo(file)
	}
	return concurrent, differs, nil
}

// starts reports whether a file starts goroutines: by the statement, by the method Go
// that groups have, by a timer, or by having tests run side by side.
func starts(file *ast.File) (yes bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			yes = true
		case *ast.CallExpr:
			f, method := n.Fun.(*ast.SelectorExpr)
			yes = yes || method && slices.Contains([]string{"Go", "Parallel", "RunParallel", "AfterFunc"}, f.Sel.Name)
		}
		return !yes
	})
	return yes
}

// forTinyGo reports whether TinyGo compiles a file that other compilers leave out. What
// these alone compile is no part of TinyGo's programs.
func forTinyGo(file *ast.File) bool {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if x, err := constraint.Parse(c.Text); err == nil {
				with := func(tinygo bool) bool { return x.Eval(func(tag string) bool { return tag != "tinygo" || tinygo }) }
				return with(true) && !with(false)
			}
		}
	}
	return false
}

func sortRooms(list []room, p pick) (r rooms) {
	for _, one := range list {
		rel := strings.TrimPrefix(one.ImportPath, modulePath+"/")
		first, _, _ := strings.Cut(rel, "/")
		core := first == "core" || first == "wasm"
		r.built = r.built || !core
		if first == "tests" {
			browser := one.imports(drivers)
			if !one.tested() || browser && p.quick {
				continue
			}
			r.across = append(r.across, one.ImportPath)
			if browser {
				r.browsers = append(r.browsers, one.ImportPath)
			}
			continue
		}
		if one.concurrent {
			r.raced = append(r.raced, one.ImportPath)
		} else {
			r.plain = append(r.plain, one.ImportPath)
		}
		if core && one.tested() && !p.quick && p.run == "" {
			// Where TinyGo is given no file of its own, the default suite leaves its
			// tests to -all; the vectors and the specs run its program.
			if p.chosen() && !one.differs {
				r.other = append(r.other, one.ImportPath)
			} else {
				r.worker = append(r.worker, one.ImportPath)
			}
		}
	}
	return r
}
