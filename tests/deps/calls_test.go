package deps

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// clockwork are the functions of package time that read or set a clock.
const clockwork = "Now Since Until Sleep After AfterFunc Tick NewTimer NewTicker"

// leaky are those that leak their stacks in the worker, measured: thousands of
// them end the instance. AfterFunc with Stop does not.
const leaky = "Sleep After Tick NewTimer NewTicker"

const contextClock = "WithTimeout WithTimeoutCause WithDeadline WithDeadlineCause"

// refusal is a call that a room must not contain.
type refusal struct {
	pkg   string // import path, "" for the language's own functions
	names string
	why   string
}

func coreRefusals() []refusal {
	return append(trapRefusals(),
		refusal{"time", clockwork, "the clock is a port: core decides the same way twice"},
		refusal{"context", contextClock, "it sets a timer of its own: use the clock port and cancel"})
}

func wasmRefusals() []refusal {
	return append(trapRefusals(),
		refusal{"time", leaky, "it leaks a goroutine's stack in TinyGo's wasm: use AfterFunc and Stop"},
		refusal{"context", contextClock, "its timer keeps a goroutine: use the clock and cancel"})
}

func trapRefusals() []refusal {
	return []refusal{
		{"", "panic", "a panic ends the wasm instance and every request in it: return a protocol.Error"},
		{"", "recover", "recover does nothing in the worker: code that needs it is wrong there"},
		{"", "print println", "it writes to the worker's console, where page content must not go"},
		{"*", "Must", "Must* panics: return the error"},
	}
}

func TestCalls_Core(t *testing.T) { refuse(t, "core", coreRefusals()) }

func TestCalls_Wasm(t *testing.T) { refuse(t, "wasm", wasmRefusals()) }

func refuse(t *testing.T, room string, list []refusal) {
	t.Helper()
	for _, file := range goFiles(t, room) {
		if strings.HasSuffix(file, "_test.go") || within(file, "core/coretest") {
			continue // tests and fakes may panic: they never ship
		}
		found, err := calls(file, read(t, file), list)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			t.Error(f)
		}
	}
}

// calls returns one line per mention of something refused: a function passed
// on as a value is as good as called.
func calls(file, text string, list []refusal) ([]string, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	names := importNames(parsed)
	var found []string
	say := func(n ast.Node, what, why string) {
		found = append(found, fmt.Sprintf("%s: %s\n  %s", set.Position(n.Pos()), what, why))
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			id, ok := n.Fun.(*ast.Ident)
			if !ok {
				return true
			}
			for _, r := range list {
				if r.pkg == "" && listHas(r.names, id.Name) || r.pkg == "*" && must(id.Name) {
					say(n, id.Name, r.why)
				}
			}
		case *ast.SelectorExpr:
			for _, r := range list {
				x, ok := n.X.(*ast.Ident)
				if ok && r.pkg != "" && names[x.Name] == r.pkg && listHas(r.names, n.Sel.Name) || r.pkg == "*" && must(n.Sel.Name) {
					say(n, "… ."+n.Sel.Name, r.why)
				}
			}
		}
		return true
	})
	return found, nil
}

func must(name string) bool {
	rest, ok := strings.CutPrefix(name, "Must")
	return ok && (rest == "" || rest[0] >= 'A' && rest[0] <= 'Z')
}

func listHas(list, name string) bool {
	for f := range strings.FieldsSeq(list) {
		if f == name {
			return true
		}
	}
	return false
}

// importNames maps the name that a file uses to the import path.
func importNames(f *ast.File) map[string]string {
	names := map[string]string{}
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path[strings.LastIndex(path, "/")+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = path
	}
	return names
}

func TestCalls_SeesWhatIsRefused(t *testing.T) {
	rows := []struct {
		name, body string
		refused    bool
	}{
		{"a panic", `panic("x")`, true},
		{"a recover in a deferred function", `defer func() { recover() }()`, true},
		{"a call of Must", `t.MustCompile("x")`, true},
		{"a word that only begins like Must", `t.Mustard()`, false},
		{"the clock by its name", `_ = tm.Now()`, true},
		{"the clock as a value", `f := tm.Now; _ = f`, true},
		{"a timer of a context", `context.WithTimeout(nil, 0)`, true},
		{"a context that is only cancelled", `context.WithCancel(nil)`, false},
		{"a type of time", `var d tm.Duration; _ = d`, false},
		{"a method of one's own clock", `clock.Now()`, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			found, err := calls("x.go", "package x\nimport (\"context\"; tm \"time\")\nfunc f() { "+row.body+" }", coreRefusals())
			is.NoErr(err)
			is.Equal(len(found) > 0, row.refused)
		})
	}
}
