package deps

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/zapvol/bua"

// listed is one package as `go list` tells it, for the host's GOOS.
type listed struct {
	ImportPath   string
	Dir          string
	Standard     bool
	Imports      []string
	TestImports  []string
	XTestImports []string
}

// graph is every package that anything in the module needs.
type graph map[string]listed

// loadGraph asks the go command once for all tests.
var loadGraph = sync.OnceValues(func() (graph, error) {
	cmd := exec.Command("go", "list", "-deps", "-test=false", "-json=ImportPath,Dir,Standard,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil, errors.New("go list: " + string(exit.Stderr))
		}
		return nil, err
	}
	g := graph{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return g, nil
		} else if err != nil {
			return nil, err
		}
		g[p.ImportPath] = p
	}
})

func packages(t testing.TB) graph {
	t.Helper()
	g, err := loadGraph()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// own returns the module's packages below a room, "core" or "core/link" or "."
// for all, sorted.
func (g graph) own(room string) []string {
	var list []string
	for path, p := range g {
		if rel, ok := local(path); ok && !p.Standard && (room == "." || within(rel, room)) {
			list = append(list, path)
		}
	}
	slices.Sort(list)
	return list
}

// chain returns the shortest import chain from a package to one that bad
// refuses, nil when there is none.
func (g graph) chain(from string, bad func(path string) bool) []string {
	type node struct {
		path string
		up   *node
	}
	seen := map[string]bool{from: true}
	queue := []*node{{path: from}}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, imp := range g[n.path].Imports {
			if seen[imp] {
				continue
			}
			seen[imp] = true
			next := &node{imp, n}
			if bad(imp) {
				var found []string
				for ; next != nil; next = next.up {
					found = append(found, next.path)
				}
				slices.Reverse(found)
				return found
			}
			queue = append(queue, next)
		}
	}
	return nil
}

// local returns a package's path inside the module.
func local(path string) (string, bool) {
	rel, ok := strings.CutPrefix(path, module+"/")
	return rel, ok
}

// roomOf is the room that a file is in: a top-level folder; in core and in the
// backend a folder of that, or of its internal.
func roomOf(file string) string {
	parts := strings.Split(file, "/")
	deep := 1
	if parts[0] == "core" || parts[0] == "backend" {
		deep = 2
		if parts[1] == "internal" {
			deep = 3
		}
	}
	return strings.Join(parts[:min(deep, len(parts)-1)], "/")
}

// within reports whether path is room or below it.
func within(path, room string) bool {
	return path == room || strings.HasPrefix(path, room+"/")
}

// matches reports whether an import path is one of the patterns: a path, or a
// path with /... for everything at or below it.
func matches(path string, patterns []string) bool {
	for _, p := range patterns {
		if base, ok := strings.CutSuffix(p, "/..."); ok && within(path, base) || path == p {
			return true
		}
	}
	return false
}

// root is the module's folder, seen from this package.
var root = func() string {
	dir, err := filepath.Abs("../..")
	if err != nil {
		panic(err)
	}
	return dir
}()
