package deps

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// scripts are the rooms of TypeScript, and what each may import of the others.
// No arrow runs back up: what two rooms need is in one below both.
var scripts = map[string][]string{
	"contracts":     {"_locales"},
	"services":      {"contracts"},
	"ui":            {"contracts"},
	"popup":         {"contracts", "services", "ui"},
	"options":       {"contracts", "services", "ui"},
	"sidepanel":     {"contracts", "services", "ui"},
	"serviceworker": {"contracts", "services"},
	"offscreen":     {"contracts", "serviceworker"},
	"page":          {"page/acting", "page/reading", "page/guarding", "page/naming", "page/dom", "page/common"},
	"page/pdf":      {"page/reading", "page/common"},
	"page/acting":   {"page/reading", "page/guarding", "page/naming", "page/dom", "page/common"},
	"page/reading":  {"page/guarding", "page/naming", "page/dom", "page/common", "contracts"},
	"page/guarding": {"page/naming", "page/dom", "page/common", "_locales"},
	"page/naming":   {"page/dom", "page/common"},
	"page/dom":      {"page/common"},
	"page/common":   {"contracts"},
}

var scriptImport = regexp.MustCompile(`(?:from|import)\s*\(?\s*["'](\.[^"']+)["']`)

// scriptImports returns what each file of the rooms of TypeScript imports of the
// others: files, by their paths.
func scriptImports(t testing.TB) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for room := range scripts {
		for _, file := range files(t, room, ".ts", ".tsx") {
			if all[file] != nil {
				continue // of a room inside another
			}
			all[file] = []string{}
			for _, m := range scriptImport.FindAllStringSubmatch(read(t, file), -1) {
				all[file] = append(all[file], scriptFile(t, file, m[1]))
			}
		}
	}
	return all
}

func scriptFile(t testing.TB, from, name string) string {
	t.Helper()
	target := path.Join(path.Dir(from), name)
	for _, end := range []string{".ts", ".tsx", ""} {
		if i, err := os.Stat(filepath.Join(root, target+end)); err == nil && !i.IsDir() {
			return target + end
		}
	}
	t.Fatalf("%s imports %s, which is not there", from, name)
	return ""
}

// scriptRoom is the room that a file is in: the longest folder that scripts names.
func scriptRoom(file string) string {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if _, is := scripts[dir]; is {
			return dir
		}
	}
	top, _, _ := strings.Cut(file, "/")
	return top
}

func TestScripts_Rooms(t *testing.T) {
	for file, imports := range scriptImports(t) {
		own := scriptRoom(file)
		for _, other := range imports {
			if room := scriptRoom(other); room != own && !slices.Contains(scripts[own], room) {
				t.Errorf("%s imports %s\n  %s may import %v alone: what both need belongs below both", file, other, own, scripts[own])
			}
		}
	}
}

func TestScripts_NoCircle(t *testing.T) {
	if round := circle(scripts); round != nil {
		t.Errorf("rooms in a circle: %s\n  the table above lets an arrow run back up", strings.Join(round, " → "))
	}
	if round := circle(scriptImports(t)); round != nil {
		t.Errorf("files in a circle: %s\n  what two of them need belongs into a file below both; an import of types counts", strings.Join(round, " → "))
	}
}

// circle returns a way through the graph that comes back to its beginning, nil
// where there is none.
func circle(graph map[string][]string) []string {
	done := map[string]bool{}
	var way []string
	var visit func(string) []string
	visit = func(at string) []string {
		if i := slices.Index(way, at); i >= 0 {
			return append(slices.Clone(way[i:]), at)
		}
		if done[at] {
			return nil
		}
		way = append(way, at)
		for _, next := range graph[at] {
			if round := visit(next); round != nil {
				return round
			}
		}
		way, done[at] = way[:len(way)-1], true
		return nil
	}
	for _, at := range slices.Sorted(maps.Keys(graph)) {
		if round := visit(at); round != nil {
			return round
		}
	}
	return nil
}
