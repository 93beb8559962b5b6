package gen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/gen"
)

// declare appends to a file of a copied tree.
func declare(t *testing.T, dir, file, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(file))
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(old, text...), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestRun_writes_a_new_call_event_and_message(t *testing.T) {
	is := is.New(t)
	dir := copied(t)
	run(t, dir)
	declare(t, dir, "wasm/chrome/calls.go", `
// muteCall silences a tab.
//
//bua:call tab_mute answers=bool
type muteCall struct {
	Tab int `+"`json:\"tab\"`"+`
	Why string `+"`json:\"why,omitempty\"`"+`
}
`)
	declare(t, dir, "wasm/worker/events.go", `
// mutedEvent is a tab that was silenced.
//
//bua:event tab_muted queued
type mutedEvent struct {
	Tab int `+"`json:\"tab\"`"+`
}
`)
	declare(t, dir, "wasm/worker/messages.go", `
// muteMessage silences a tab of the agent's.
//
//bua:message mute answers=true
type muteMessage struct {
	TabID int `+"`json:\"tabId\"`"+`
}
`)
	stale := gen.Check(dir)
	is.True(stale != nil)
	for _, file := range []string{"calls_gen.go", "codec_gen.go", "seam.gen.ts", "messages.gen.ts", "seams.gen.md"} {
		is.True(strings.Contains(stale.Error(), file)) // it says so of every file
	}
	run(t, dir)
	is.NoErr(gen.Check(dir))
	for file, wants := range map[string][]string{
		"wasm/chrome/calls_gen.go":  {"func (x muteCall) ask(ctx context.Context, h Host) (a bool, err error)", "if x.Why != \"\" {\n\t\tdst = AppendText(dst, `,\"why\":`, x.Why)"},
		"wasm/worker/codec_gen.go":  {"case \"tab_muted\":\n\t\tx := mutedEvent{Tab: theTab}\n\t\tw.browser.put(func() { x.tell(w) })", "refusal = muteMessage{TabID: theTabId}.answer(w)"},
		"contracts/seam.gen.ts":     {"  tab_mute: {\n    args: {\n      tab: number;\n      why?: string;\n    };\n    answer: boolean;\n  };", "  tab_muted: {\n    tab: number;\n  };"},
		"contracts/messages.gen.ts": {"  mute: {\n    args: {\n      tabId: number;\n    };\n    ok: true;\n  };"},
		"docs/seams.gen.md":         {"| `tab_mute` | Silences a tab. |", "| `mute` | Silences a tab of the agent's. |"},
	} {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
		is.NoErr(err)
		for _, want := range wants {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s lacks %s", file, want)
			}
		}
	}
}

func TestRun_writes_a_new_storage_key(t *testing.T) {
	is := is.New(t)
	dir := copied(t)
	run(t, dir)
	declare(t, dir, "core/session/stored.go", `
// noteRow is what the person wrote of a site.
type noteRow struct {
	Domain string `+"`json:\"domain\" bua:\"must\"`"+`
	Text   string `+"`json:\"text\" bua:\"long\"`"+`
	At     int64  `+"`json:\"at\"`"+`
}

// KeyNotes is what the person wrote of sites.
//
//bua:stored local,managed []noteRow pages
const KeyNotes = "notes"
`)
	stale := gen.Check(dir)
	is.True(stale != nil)
	for _, file := range []string{"rows_gen.go", "storage.gen.ts", "storage.gen.md"} {
		is.True(strings.Contains(stale.Error(), file)) // it says so of every file
	}
	run(t, dir)
	is.NoErr(gen.Check(dir))
	for file, wants := range map[string][]string{
		"core/session/rows_gen.go": {"func (x noteRow) encode() []byte {\n\tvar o object\n\to.text(\"domain\", x.Domain)", "x.Text = f[\"text\"].text", "x.At = f.count(\"at\")"},
		"contracts/storage.gen.ts": {"  notes: \"notes\",", "    managedNotes: NoteRow[];", " | \"notes\"", "export const readNoteRows = rows<NoteRow>([\"domain\"], {\n  domain: isText,\n  text: isText,\n  at: isNumber,\n});"},
		"docs/storage.gen.md":      {"| `notes` | list of noteRow | the pages | What the person wrote of sites. |"},
	} {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
		is.NoErr(err)
		for _, want := range wants {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s lacks %s", file, want)
			}
		}
	}
}

func TestRun_refuses_a_boundary_that_it_cannot_spell(t *testing.T) {
	for _, row := range []struct{ name, file, text, want string }{
		{"two calls of one name", "wasm/chrome/calls.go", "//bua:call attach\ntype attachAgainCall struct{}", "attachCall and attachAgainCall have one name, attach"},
		{"a call without a name", "wasm/chrome/calls.go", "//bua:call\ntype namelessCall struct{}", "a //bua:call line has one name"},
		{"a member without a name", "wasm/chrome/calls.go", "//bua:call odd\ntype oddCall struct{ Tab int }", "oddCall.Tab: it has no name on the boundary"},
		{"a member of a type that JSON does not have", "wasm/chrome/calls.go", "//bua:call odd\ntype oddCall struct{ Tab complex128 `json:\"tab\"` }", "there is no type chrome.complex128"},
		{"an answer that nothing declares", "wasm/chrome/calls.go", "//bua:call odd answers=Odd\ntype oddCall struct{}", "there is no type chrome.Odd"},
		{"an unknown rule", "wasm/chrome/calls.go", "//bua:call odd\ntype oddCall struct{ Tab int `json:\"tab\" bua:\"loud\"` }", `unknown rule "loud"`},
		{"a member that two events read in two ways", "wasm/worker/events.go", "//bua:event odd\ntype oddEvent struct{ Tab string `json:\"tab\"` }", "oddEvent.Tab: another has a tab of another kind"},
		{"a list in an event", "wasm/worker/events.go", "//bua:event odd\ntype oddEvent struct{ Tabs []int `json:\"tabs\"` }", "no lists"},
		{"a message without an answer", "wasm/worker/messages.go", "//bua:message odd\ntype oddMessage struct{}", "a message has an answer"},
		{"a message that answers what no page reads", "wasm/worker/messages.go", "//bua:message odd answers=string\ntype oddMessage struct{}", "no message answers that"},
		{"two storage keys of one name", "core/session/stored.go", "//bua:stored local []string\nconst KeyAgain = \"blocklist\"", "KeyBlocklist and KeyAgain are one key, blocklist"},
		{"an area that there is not", "core/session/stored.go", "//bua:stored sync []string\nconst KeyOdd = \"odd\"", "KeyOdd: sync is no area"},
		{"a key without its type", "core/session/stored.go", "//bua:stored local\nconst KeyOdd = \"odd\"", "KeyOdd: a //bua:stored line has areas and a type"},
		{"a type that is not there", "core/session/stored.go", "//bua:stored local []oddRow\nconst KeyOdd = \"odd\"", "KeyOdd: there is no type session.oddRow"},
		{"a row that is not flat", "core/session/stored.go", "type oddRow struct{ Tabs []int `json:\"tabs\"` }\n//bua:stored local []oddRow\nconst KeyOdd = \"odd\"", "a stored row is flat"},
		{"a record of what it cannot write", "core/agent/strays.go", "//bua:record\ntype odd struct{ Part float64 }", "agent.odd.Part: there is no type agent.float64"},
		{"a writer that there is not", "core/session/stored.go", "//bua:stored local []string everybody\nconst KeyOdd = \"odd\"", "KeyOdd: everybody writes no storage"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			dir := copied(t)
			declare(t, dir, row.file, "\n"+row.text+"\n")
			_, err := gen.Run(t.Context(), dir)
			is.True(err != nil)
			is.True(strings.Contains(err.Error(), row.want)) // the message names the place
		})
	}
}

// What the worker's JavaScript looks for in a text of core's follows core.
func TestRun_writes_what_both_ends_know(t *testing.T) {
	is := is.New(t)
	dir := copied(t)
	run(t, dir)
	rows := []struct{ file, from, to, output, want string }{
		{"core/internal/engine/slot.go", `"/*pdf*/"`, `"/*print*/"`, "contracts/seam.gen.ts", `pdf: "if(!globalThis.__buaPDF){/*print*/\n}0"`},
		{"core/internal/engine/names.go", `"__bua"`, `"__hub"`, "contracts/seam.gen.ts", `engine: "if(!globalThis.__hub){/*engine*/\n}0"`},
		{"core/link/close.go", "4500", "4501", "contracts/seam.gen.ts", "died: 4501"},
		{"core/session/locate.go", `"#bua-"`, `"#hub-"`, "contracts/seam.gen.ts", `window: "about:blank#hub-"`},
		{"wasm/chrome/presence.go", "30 * 60", "20 * 60", "contracts/seam.gen.ts", "seconds: 1200"},
		{"wasm/chrome/requestfilter.go", "PassWorkers = 2", "PassWorkers = 3", "contracts/seam.gen.ts", "workers: 3"},
		{"core/protocol/limits.go", "MaxID = 64", "MaxID = 48", "contracts/protocol.gen.ts", `request: /^\{"type":"request","id":"([\w.:-]{1,48})"/`},
		{"core/protocol/envelope.go", "//bua:message response", "//bua:message answer", "contracts/protocol.gen.ts", `answer: /^\{"type":"answer","id":`},
	}
	for _, row := range rows {
		path := filepath.Join(dir, filepath.FromSlash(row.file))
		old, err := os.ReadFile(path)
		is.NoErr(err)
		is.Equal(strings.Count(string(old), row.from), 1)
		is.NoErr(os.WriteFile(path, []byte(strings.Replace(string(old), row.from, row.to, 1)), 0o644))
	}
	run(t, dir)
	for _, row := range rows {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(row.output)))
		is.NoErr(err)
		if !strings.Contains(string(text), row.want) {
			t.Errorf("%s lacks %s", row.output, row.want)
		}
	}
}
