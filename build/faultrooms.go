package main

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/zapvol/bua/build/faults"
)

// batch are rooms whose tests are tried together on a fault.
type batch struct {
	rooms []string
	// run names their tests, "" for all.
	run string
	// browser says that they need one, and with it the extension.
	browser bool
}

// bundled are the packages by which a test comes to the TypeScript.
var bundled = append([]string{"github.com/evanw/esbuild/pkg/api", modulePath + "/build/bundle"}, drivers...)

// batchesOf are the rooms that reach a fault, the cheapest first: its own, the tests that
// it names, those that import its own, the nearer ones first, what crosses rooms without a
// browser, and then with one, a room at a time. tests/deps is not among them, since it
// reads what the source looks like.
func batchesOf(f faults.Fault, list []room) []batch {
	distance := distances(f.File, list)
	named := modulePath + "/" + f.In
	near := map[int][]string{}
	var across, browsers []string
	for _, r := range list {
		d, reached := distance[r.ImportPath]
		rel := strings.TrimPrefix(r.ImportPath, modulePath+"/")
		switch crosses := strings.HasPrefix(rel, "tests/"); {
		case !reached, !r.tested(), rel == "tests/deps", strings.HasPrefix(rel, "build"):
		case !crosses:
			near[d] = append(near[d], r.ImportPath)
		case r.imports(drivers):
			browsers = append(browsers, r.ImportPath)
		default:
			across = append(across, r.ImportPath)
		}
	}
	var out []batch
	for _, d := range slices.Sorted(maps.Keys(near)) {
		out = append(out, batch{rooms: near[d]})
	}
	if len(across) > 0 {
		out = append(out, batch{rooms: across})
	}
	long, rest := longest(browsers)
	slices.Reverse(long)
	own := path.Base(path.Dir(f.File)) // tests/page is about page
	browsers = append(rest, long...)
	slices.SortStableFunc(browsers, func(a, b string) int { return cmp.Compare(foremost(a, own), foremost(b, own)) })
	for _, name := range browsers {
		out = append(out, batch{rooms: []string{name}, browser: true})
	}
	if f.In != "" {
		first := 0
		if len(near[0]) > 0 {
			first = 1
		}
		out = slices.Insert(out, first, batch{rooms: []string{named}, run: f.Run, browser: slices.Contains(browsers, named)})
	}
	return out
}

func foremost(room, own string) int {
	if path.Base(room) == own {
		return 0
	}
	return 1
}

// distances are how many imports lie between the room of a file and those that reach it.
// What is no Go is in the extension, which the tests reach that bundle it or bring up a
// browser with it.
func distances(file string, list []room) map[string]int {
	at := map[string]int{}
	if !strings.HasSuffix(file, ".go") {
		for _, r := range list {
			if r.imports(bundled) {
				at[r.ImportPath] = 1
			}
		}
		return at
	}
	at[modulePath+"/"+path.Dir(file)] = 0
	for d, more := 1, true; more; d++ {
		more = false
		for _, r := range list {
			if _, known := at[r.ImportPath]; !known && slices.ContainsFunc(r.Imports, func(name string) bool { x, is := at[name]; return is && x == d-1 }) {
				at[r.ImportPath], more = d, true
			}
		}
	}
	// A room may reach it by its tests alone.
	byTests := map[string]int{}
	for _, r := range list {
		if _, known := at[r.ImportPath]; known {
			continue
		}
		for _, name := range slices.Concat(r.TestImports, r.XTestImports) {
			if d, is := at[name]; is && (byTests[r.ImportPath] == 0 || d+1 < byTests[r.ImportPath]) {
				byTests[r.ImportPath] = d + 1
			}
		}
	}
	maps.Copy(at, byTests)
	return at
}
