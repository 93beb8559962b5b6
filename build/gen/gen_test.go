package gen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/gen"
)

const root = "../.."

func TestCheck_passes_on_what_is_committed(t *testing.T) {
	if err := gen.Check(root); err != nil {
		t.Fatal(err)
	}
}

func TestCheck_fails_on_a_changed_type_until_it_is_generated_again(t *testing.T) {
	is := is.New(t)
	dir := copied(t)
	run(t, dir)
	is.Equal(len(run(t, dir)), 0) // nothing is written twice

	change(t, dir, "action.go", "// GetTabs lists", `// Refresh loads the page anew.
//
//bua:action refresh can=act answers=OK tells=nothing
type Refresh struct {
	// Hard bypasses the cache.
	Hard bool `+"`json:\"hard,omitempty\"`"+`
	OnTab
}

// GetTabs lists`)
	err := gen.Check(dir)
	is.True(err != nil)
	for _, file := range []string{"union_gen.go", "fields_gen.go", "tool.gen.json", "common.gen.json", "actions.gen.txt", "wire.gen.json", "protocol.gen.ts", "messages.gen.md"} {
		is.True(strings.Contains(err.Error(), file)) // one struct with one line changes every output
	}
	is.Equal(len(run(t, dir)), 10) // beside these the tools of the agent and the kinds of coretest
	is.NoErr(gen.Check(dir))
	for file, want := range map[string]string{
		"core/protocol/union_gen.go":           `KindRefresh      Kind = "refresh"`,
		"core/protocol/fields_gen.go":          `c.bool("hard", &x.Hard, 0)`,
		"core/protocol/schema/tool.gen.json":   `refresh hard?, tabId?: Loads the page anew.`,
		"core/protocol/schema/common.gen.json": `refresh hard?: Loads the page anew.`,
		"core/protocol/schema/actions.gen.txt": "refresh hard?, tabId?: Loads the page anew.\n- hard: (true or false) Bypasses the cache.\n",
		"contracts/protocol.gen.ts":            `refresh: OK;`,
		"docs/messages.gen.md":                 "| `refresh` | hard?, tabId? | OK | act | Loads the page anew. |",
	} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		is.NoErr(err)
		is.True(strings.Contains(string(text), want)) // what follows from the new action
	}
}

// TestRun_rare: the usual text of the tool says no more of it than names and types.
func TestRun_rare(t *testing.T) {
	is := is.New(t)
	dir := copied(t)
	read := func(name string) string {
		t.Helper()
		run(t, dir)
		text, err := os.ReadFile(filepath.Join(dir, "core/protocol/schema", name))
		is.NoErr(err)
		return string(text)
	}
	const does, means = "Moves the pointer", "A key name"
	is.True(strings.Contains(read("common.gen.json"), does))
	is.True(strings.Contains(read("common.gen.json"), means))
	change(t, dir, "action.go", "//bua:action hover can=act answers=OK tells=nothing", "//bua:action hover can=act answers=OK tells=nothing rare")
	change(t, dir, "action.go", `bua:"min=1,max=MaxKey"`, `bua:"min=1,max=MaxKey,rare"`)
	common := read("common.gen.json")
	is.True(!strings.Contains(common, does) && !strings.Contains(common, means))
	is.True(strings.Contains(common, "; hover uid|selector; ") || strings.Contains(common, ": hover uid|selector; "))
	is.True(strings.Contains(common, `"key": {`))
	whole := read("tool.gen.json")
	is.True(strings.Contains(whole, does) && strings.Contains(whole, means))
}

func TestRun_refuses_what_it_cannot_spell(t *testing.T) {
	for _, row := range []struct{ name, old, new, want string }{
		{"an action without its capability", "can=act answers=OK tells=nothing\ntype Click", "answers=OK tells=nothing\ntype Click", "Click: an action says can= and answers="},
		{"an action that nobody has said of whether it tells what a page says", " tells=nothing\ntype Click", "\ntype Click", "Click: an action says tells=page"},
		{"an action that answers nothing known", "answers=TabsResult", "answers=Tabz", "answers=Tabz is no struct"},
		{"an action with an unknown capability", "can=script", "can=fly", "can=fly is no Capability"},
		{"an unknown word in the line of an action", "can=script", "can=script loud=yes", `unknown word "loud=yes"`},
		{"an unknown union", "//bua:action hover", "//bua:act hover", `unknown union "act"`},
		{"a field of an action without a comment", "\t// FullPage takes the whole page instead of the viewport.\n", "", "Screenshot.FullPage needs a comment"},
		{"a field without a name on the wire", "`json:\"fullPage,omitempty\" bua:\"rare\"`", "", "Screenshot.FullPage: it has no name"},
		{"a field named as the discriminator", `json:"fullPage,omitempty"`, `json:"type,omitempty"`, "the name type is the union's"},
		{"a type that JSON does not have", "FullPage bool", "FullPage complex128", "there is no type protocol.complex128"},
		{"a name of two kinds", `json:"fullPage,omitempty"`, `json:"url,omitempty"`, "screenshot: its url is not of the kind"},
		{"an unknown rule", `bua:"min=1,max=MaxKey"`, `bua:"least=1"`, `unknown rule "least=1"`},
		{"a limit that is no constant", "max=MaxKey", "max=MaxLock", `"MaxLock"`},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			dir := copied(t)
			change(t, dir, "action.go", row.old, row.new)
			_, err := gen.Run(t.Context(), dir)
			is.True(err != nil)
			is.True(strings.Contains(err.Error(), row.want)) // the message names the place
		})
	}
}

// TestRun_refuses_a_code_of_which_half_is_said: its status and what a model is told follow from its line.
func TestRun_refuses_a_code_of_which_half_is_said(t *testing.T) {
	for old, with := range map[string]string{
		"\t//\n\t//bua:code status=504 ":      "\t// ",
		"status=504 do=if the cause passes, ": "status=504 ",
		"status=504":                          "status=999",
		"//bua:code status=504":               "//bua:cods status=504",
	} {
		t.Run(with, func(t *testing.T) {
			is := is.New(t)
			dir := copied(t)
			change(t, dir, "error.go", old, with)
			_, err := gen.Run(t.Context(), dir)
			is.True(err != nil && strings.Contains(err.Error(), "CodeTimeout: a code says in one line //bua:code status= and do="))
		})
	}
}

// copied returns a repository that has nothing but the hand-written types.
func copied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, room := range []string{"core/protocol", "core/link", "core/session", "core/dispatch", "core/internal/engine", "wasm/chrome", "wasm/worker", "wasm/local", "core/panel", "core/runs", "core/agent", "core/agent/risk", "core/agent/schedule",
		"core/agent/adapter", "core/agent/budget", "core/agent/chat", "core/agent/loop", "core/agent/tools", "core/jobs"} {
		to := filepath.Join(dir, filepath.FromSlash(room))
		if err := os.MkdirAll(to, 0o755); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(room), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_gen.go") || strings.HasSuffix(f, "_test.go") {
				continue
			}
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(to, filepath.Base(f)), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

func change(t *testing.T, dir, file, old, with string) {
	t.Helper()
	changeIn(t, dir, "core/protocol", file, old, with)
}

func changeIn(t *testing.T, dir, room, file, old, with string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(room), file)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		t.Fatalf("%s does not contain %q any more: bring this test up to date", file, old)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), old, with, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// run generates, and names what was written.
func run(t *testing.T, dir string) []string {
	t.Helper()
	written, err := gen.Run(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return written
}
