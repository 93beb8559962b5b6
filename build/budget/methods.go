package budget

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// domains are CDP's domains, of the browser protocol and of V8's. A literal
// "Page.navigate" is a method because Page is one of them.
const domains = `Accessibility|Animation|Audits|Autofill|BackgroundService|BluetoothEmulation|Browser|CacheStorage|Cast|Console|` +
	`CSS|Debugger|DeviceAccess|DeviceOrientation|DOM|DOMDebugger|DOMSnapshot|DOMStorage|Emulation|EventBreakpoints|Extensions|` +
	`FedCm|Fetch|FileSystem|HeadlessExperimental|HeapProfiler|IO|IndexedDB|Input|Inspector|LayerTree|Log|Media|Memory|Network|` +
	`Overlay|PWA|Page|Performance|PerformanceTimeline|Preload|Profiler|Runtime|Schema|Security|ServiceWorker|Storage|SystemInfo|` +
	`Target|Tethering|Tracing|WebAudio|WebAuthn`

var (
	literal  = regexp.MustCompile(`^(?:` + domains + `)\.[a-z][A-Za-z]+$`)
	embedded = regexp.MustCompile(`(?:` + domains + `)\.[a-z][A-Za-z]+`)
)

// methods returns the CDP methods and events that the Go source below dirs
// names in string literals, tests aside, sorted.
func methods(dirs ...string) ([]string, error) {
	found := map[string]bool{}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && d.Name() == "coretest" {
				return filepath.SkipDir
			}
			if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
					if s, err := strconv.Unquote(l.Value); err == nil && literal.MatchString(s) {
						found[s] = true
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return sorted(found), nil
}

// unnamed returns what looks like a CDP method in the program and begins with
// none of the known ones. Go's strings lie in the program without separators,
// so a method may run on into the next string; it can only be told by its
// beginning, and a longer domain may hide a shorter one (DOM in CSSDOM).
func unnamed(program []byte, known []string) []string {
	found := map[string]bool{}
	for _, m := range embedded.FindAll(program, -1) {
		s := string(m)
		if !slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(s, k) || strings.Contains(s, k) }) {
			found[s] = true
		}
	}
	return sorted(found)
}

// call is one use of the extension's API: chrome and the names after it.
var call = regexp.MustCompile(`\bchrome(?:\??\.[A-Za-z_$][\w$]*)+(?:\??\.?\[)?|\bchrome\s*\[`)

// calls returns the uses of chrome.* in a bundle that has kept its names. A
// name computed at run time shows as […]: it may be any.
func calls(script []byte) []string {
	found := map[string]bool{}
	for _, m := range call.FindAll(script, -1) {
		s := strings.ReplaceAll(string(m), "?", "")
		if rest, ok := strings.CutSuffix(s, "["); ok {
			s = strings.TrimRight(rest, ". ") + "[…]"
		}
		found[s] = true
	}
	return sorted(found)
}

func sorted(set map[string]bool) []string {
	list := make([]string, 0, len(set))
	for s := range set {
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}
