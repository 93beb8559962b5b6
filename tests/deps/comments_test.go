package deps

import (
	"go/parser"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// stated is the sentence in a package comment that names what the package
// imports of this module: "It imports: core/protocol, core/scan." or
// "It imports: no other room."
var stated = regexp.MustCompile(`(?m)\bIt imports: ([^.]*)\.$`)

// A reader believes the package comment. So what it says of imports is
// compared with the files, under every build tag. Core, the worker and the
// backend must say it; elsewhere it is checked where it is said.
func TestComments_Imports(t *testing.T) {
	comments, imports := map[string]string{}, map[string]map[string]bool{}
	for _, file := range goFiles(t, ".") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, read(t, file), parser.ParseComments|parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		dir := path.Dir(file)
		if imports[dir] == nil {
			imports[dir] = map[string]bool{}
		}
		for _, spec := range f.Imports {
			if room, ok := local(strings.Trim(spec.Path.Value, `"`)); ok {
				imports[dir][room] = true
			}
		}
		if f.Doc != nil {
			comments[dir] = f.Doc.Text()
		}
	}
	for dir, set := range imports {
		must := within(dir, "core") || within(dir, "wasm") || within(dir, "backend")
		real := "no other room"
		if len(set) > 0 {
			real = strings.Join(slices.Sorted(maps.Keys(set)), ", ")
		}
		said := stated.FindStringSubmatch(comments[dir])
		switch {
		case said == nil && must:
			t.Errorf("%s does not say what it imports\n  write into its package comment: It imports: %s.", dir, real)
		case said != nil && strings.Join(strings.Fields(said[1]), " ") != real:
			t.Errorf("%s says that it imports %s\n  it imports: %s.", dir, strings.Join(strings.Fields(said[1]), " "), real)
		}
	}
}
