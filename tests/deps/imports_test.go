package deps

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// heavy are the standard packages that must not get into the worker: they
// bring reflection, the outside world, or hundreds of kilobytes.
var heavy = []string{"fmt", "os/...", "net/...", "reflect", "regexp/...", "encoding/json/...", "math/rand/...", "syscall/js", "log/...", "crypto/...", "testing/..."}

// pure is all that core may name directly. Anything else is decided in review
// and then added here.
var pure = []string{
	"bytes", "cmp", "context", "embed", "encoding/base64", "errors", "io", "iter", "maps", "math", "math/bits", "path", "slices", "sort", "strconv", "strings",
	"sync", "sync/atomic", "time", "unicode", "unicode/utf8", "unicode/utf16",
	"github.com/go-json-experiment/json/jsontext",
	module + "/core/...",
}

// ban is one line of the table in ARCHITECTURE.md: what a room must not reach,
// directly or through what it imports.
type ban struct {
	room   string
	except string // a room below it that the line does not hold for
	never  []string
	why    string
}

func bans(t testing.TB) []ban {
	t.Helper()
	return []ban{
		{"core", "core/coretest", heavy, "core decides and must stay pure: it runs in the worker, where each of these costs size, leaks, or does not work"},
		{"core", "", []string{module + "/backend/...", module + "/wasm/...", module + "/build/...", module + "/tests/..."}, "core is what adapters are built on; it knows none of them"},
		{"core/protocol", "", rooms(t, "core/protocol", "core/scan"), "the wire is the bottom of the house: below it is only the walking of JSON text"},
		{"core/scan", "", rooms(t, "core/scan"), "walking JSON text knows nothing of what the text means"},
		{"core/tell", "", rooms(t, "core/tell", "core/protocol", "core/scan"), "what a model reads depends on the wire alone"},
		{"core/internal/engine", "", rooms(t, "core/internal/engine", "core/scan"), "what the engine is asked knows nothing of who asks"},
		{"core/internal/sink", "", rooms(t, "core/internal/sink"), "what a press does is judged by words and facts alone"},
		{"core/category", "", rooms(t, "core/category"), "a list of domains needs nothing of the other rooms"},
		{"core/internal/lock", "", rooms(t, "core/internal/lock"), "a lock knows nothing of what it guards"},
		{"backend", "", []string{module + "/wasm/...", module + "/build/...", module + "/tests/..."}, "the backend ships without the worker's adapter, the build and the tests"},
		{"build", "", []string{module + "/wasm/...", module + "/tests/..."}, "the build compiles these, it does not contain them"},
	}
}

// rooms is every room of the module but those named; backend is one here.
func rooms(t testing.TB, but ...string) []string {
	t.Helper()
	var list []string
	for _, path := range packages(t).own(".") {
		rel, _ := local(path)
		room := roomOf(rel + "/")
		if within(room, "backend") {
			room = "backend"
		}
		if pattern := module + "/" + room + "/..."; !slices.Contains(but, room) && !slices.Contains(list, pattern) {
			list = append(list, pattern)
		}
	}
	return append(list, module+"/wasm/...") // its program does not build for the host
}

func TestImports(t *testing.T) {
	g := packages(t)
	for _, b := range bans(t) {
		for _, path := range g.own(b.room) {
			if b.except != "" && within(path, module+"/"+b.except) {
				continue
			}
			if found := g.chain(path, func(p string) bool { return matches(p, b.never) }); found != nil {
				t.Errorf("%s\n  %s", strings.Join(found, " → "), b.why)
			}
		}
	}
}

func TestImports_CoreNamesOnlyPurePackages(t *testing.T) {
	g := packages(t)
	for _, path := range g.own("core") {
		if within(path, module+"/core/coretest") {
			continue
		}
		for _, imp := range g[path].Imports {
			if !matches(imp, pure) {
				t.Errorf("%s imports %s\n  core may import only %s; time, ids, storage and sockets arrive as ports", path, imp, strings.Join(pure, ", "))
			}
		}
	}
}

// wiring are the rooms of the backend that put the others together.
var wiring = []string{"backend/app", "backend/cmd", "backend/internal/doctor"}

// roomBelow returns the room below a floor, core or backend, that a package is in;
// "" for none.
func roomBelow(floor, rel string) string {
	part := strings.Split(rel, "/")
	switch {
	case part[0] != floor || len(part) < 2:
		return ""
	case part[1] == "internal" && len(part) > 2:
		return strings.Join(part[:3], "/")
	default:
		return strings.Join(part[:2], "/")
	}
}

// below are the backend's rooms that any other may import: they know of none.
var below = []string{"backend/internal/private", "backend/internal/loopback"}

func TestImports_BackendRoomsMeetInApp(t *testing.T) {
	g := packages(t)
	for _, path := range g.own("backend") {
		rel, _ := local(path)
		own := roomBelow("backend", rel)
		if slices.Contains(wiring, own) {
			continue
		}
		found := g.chain(path, func(p string) bool {
			other, ok := local(p)
			room := roomBelow("backend", other)
			return ok && room != "" && room != own && (!slices.Contains(below, room) || slices.Contains(below, own))
		})
		if found != nil {
			t.Errorf("%s\n  backend rooms never import one another: the caller declares an interface and backend/app passes the other in", strings.Join(found, " → "))
		}
	}
}

// offered are the rooms of the backend that are there for programs of others,
// although nothing outside of the backend imports them here: a product that
// mounts the pool ties several backends together with cluster, and a launcher of
// its own unpacks extension.
var offered = []string{"backend/cluster", "backend/extension", "backend/cmd"}

func TestImports_WhatNobodyElseImportsIsInternal(t *testing.T) {
	for _, floor := range []string{"core", "backend"} {
		g := packages(t)
		outside := slices.Clone(offered)
		for path, p := range g {
			rel, ok := local(path)
			if !ok || within(rel, floor) {
				continue
			}
			for _, imp := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
				if other, ok := local(imp); ok {
					outside = append(outside, roomBelow(floor, other))
				}
			}
		}
		for _, path := range g.own(floor) {
			rel, _ := local(path)
			if room := roomBelow(floor, rel); !within(room, floor+"/internal") && !slices.Contains(outside, room) {
				t.Errorf("%s is imported by %s alone\n  move %s below %s/internal, so that nobody else begins to", rel, floor, room, floor)
			}
		}
	}
}

func TestImports_OneHomePerLibrary(t *testing.T) {
	homes := []struct {
		library string
		homes   []string
		why     string
	}{
		{"github.com/coder/websocket", []string{"backend/ws", "backend/direct", "tests"}, "sockets are the affair of ws (and direct); everyone else gets an interface"},
		{"github.com/nats-io", []string{"backend/store", "backend/cluster", "tests"}, "what the backend keeps is the affair of store, what backends tell one another that of cluster; everyone else gets their types"},
		{"go.opentelemetry.io", []string{"backend/internal/telemetry"}, "what a trace may say is the affair of telemetry; everyone else names a span"},
		{"github.com/coreos/go-oidc", []string{"backend/internal/oauth"}, "whose tokens are good is the affair of oauth; everyone else gets a name and scopes"},
		{"github.com/zalando/go-keyring", []string{"backend/secrets"}, "what is secret is the affair of secrets; everyone else gets one value by its name"},
		{"github.com/chromedp/cdproto", []string{"backend/direct", "tests"}, "its JSON is large and reflective; the core speaks CDP in bytes"},
		{"github.com/modelcontextprotocol/go-sdk", []string{"backend/internal/mcp", "backend/cmd", "build", "tests"}, "MCP is the affair of mcp"},
		{"github.com/openai/openai-go/v3", []string{"tests"}, "it doubles the binary: model has a client of its own, and tests hold the two side by side"},
		{"github.com/anthropics/anthropic-sdk-go", []string{"tests"}, "it brings many modules: model has a client of its own, and tests hold the two side by side"},
		{"github.com/evanw/esbuild", []string{"build"}, "bundling happens in the build, never in the product"},
		{"github.com/tiktoken-go/tokenizer", []string{"tests"}, "real counts are for tests; the product estimates, see core/agent/budget"},
		{"golang.org/x/tools", []string{"build", "tests"}, "analysis of source happens in the build, never in the product"},
	}
	g := packages(t)
	for _, h := range homes {
		for _, path := range g.own(".") {
			rel, _ := local(path)
			if slices.ContainsFunc(h.homes, func(home string) bool { return within(rel, home) }) {
				continue
			}
			for _, imp := range g[path].Imports {
				if within(imp, h.library) {
					t.Errorf("%s imports %s\n  %s (allowed in %s)", rel, imp, h.why, strings.Join(h.homes, ", "))
				}
			}
		}
	}
}

func TestImports_NobodyImportsTests(t *testing.T) {
	g := packages(t)
	for _, path := range g.own(".") {
		if rel, _ := local(path); within(rel, "tests") {
			continue
		}
		p := g[path]
		for _, imp := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if rel, ok := local(imp); ok && within(rel, "tests") {
				t.Errorf("%s imports %s\n  tests/ is what crosses rooms: a room's own tests stand without it", path, imp)
			}
		}
	}
}

// The worker's program does not build for the host, so its imports are read
// from the source and followed on the host from there.
func TestImports_Wasm(t *testing.T) {
	const why = "the worker's program stays small and inside its seam"
	g := packages(t)
	never := append(slices.Clone(heavy), module+"/backend/...", module+"/build/...", module+"/tests/...", module+"/core/coretest/...")
	direct := append([]string{"unsafe", "runtime", module + "/wasm/..."}, pure...)
	for _, file := range goFiles(t, "wasm") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			imp := strings.Trim(spec.Path.Value, `"`)
			bad := func(p string) bool { return matches(p, never) }
			if bad(imp) || !matches(imp, direct) {
				t.Errorf("%s imports %s\n  %s", file, imp, why)
			} else if found := g.chain(imp, bad); found != nil {
				t.Errorf("%s → %s\n  %s", file, strings.Join(found, " → "), why)
			}
		}
	}
}
