package install_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/internal/install"
)

// harness is a machine in a folder.
type harness struct {
	t *testing.T
	install.Machine
	dir, bua string
	ran      []string
	fails    error
}

func newHarness(t *testing.T, system string) *harness {
	t.Helper()
	dir := t.TempDir()
	r := &harness{t: t, dir: dir}
	home := filepath.Join(dir, "home")
	r.Machine = install.Machine{System: system, Root: filepath.Join(dir, "root"), Home: home, Config: filepath.Join(home, ".config"), Data: filepath.Join(home, "Local"),
		User: `PC\ada & co`, Has: func(p string) bool { return p == "systemctl" },
		Run: func(program string, args ...string) error {
			r.ran = append(r.ran, program+" "+strings.Join(args, " "))
			return r.fails
		}}
	r.bua = filepath.Join(home, ".config/bua")
	r.write(".config/bua/token", "x")
	return r
}

func (r *harness) write(path, content string) {
	r.t.Helper()
	path = filepath.Join(r.Home, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		r.t.Fatal(err)
	}
}

func (r *harness) read(path string) string {
	r.t.Helper()
	data, err := os.ReadFile(filepath.Join(r.Home, path))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(data)
}

// tree is every folder and file of the machine, with contents and modes.
func (r *harness) tree() string {
	r.t.Helper()
	var all []string
	err := filepath.WalkDir(r.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		line := path
		if info, err := d.Info(); err == nil {
			line += " " + info.Mode().String()
		}
		if !d.IsDir() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			line += "\n" + string(data)
		}
		all = append(all, line)
		return nil
	})
	if err != nil {
		r.t.Fatal(err)
	}
	sort.Strings(all)
	return strings.Join(all, "\n")
}

func (r *harness) ledger() *install.Ledger {
	r.t.Helper()
	l, err := install.Open(r.bua)
	if err != nil {
		r.t.Fatal(err)
	}
	return l
}

func (r *harness) options() install.Options {
	return install.Options{Host: "com.zapvol.bua", Program: "/usr/bin/bua", ConfigDir: r.bua, Default: true, Accepted: []string{strings.Repeat("a", 32)}, Entry: "browser"}
}

// install does what there is to do, and returns what was done and what was not.
func (r *harness) install(o install.Options) (done, wrong []string) {
	r.t.Helper()
	l := r.ledger()
	p := install.Make(r.Machine, o, l)
	for _, c := range p.Changes {
		switch {
		case c.Wrong != "":
			wrong = append(wrong, c.What+": "+c.Wrong)
		case l.Done(p, c):
		default:
			if err := l.Apply(r.Machine, c); err != nil {
				wrong = append(wrong, c.What+": "+err.Error())
				continue
			}
			done = append(done, c.What)
		}
	}
	return done, wrong
}

func (r *harness) uninstall() (wrong []string) {
	r.t.Helper()
	err := r.ledger().Undo(r.Machine, false, func(u install.Undone) {
		if u.Err != nil {
			wrong = append(wrong, u.What+": "+u.Err.Error())
		}
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return wrong
}

// people is somebody's machine with two browsers and every agent.
func people(t *testing.T, system string) *harness {
	r := newHarness(t, system)
	r.write(".claude.json", "{\n  \"numStartups\": 3,\n  \"mcpServers\": {\n    \"other\": {\n      \"command\": \"x\"\n    }\n  }\n}\n")
	r.write(".codex/config.toml", "# mine\nmodel = \"o\" # here, too\n\n[mcp_servers.other]\ncommand = \"x\"\n")
	r.write(".gemini/settings.json", "{ // tabs\n\t\"a\": 1, // one\n\t/* two */\n}\n")
	r.write(".cursor/mcp.json", `{"mcpServers":{}}`)
	r.write(".config/opencode/opencode.jsonc", "{\n    // servers\n    \"mcp\": {\n        \"a\": {\"type\": \"local\"}, // the last\n    },\n}\n")
	r.write(".config/Code/User/settings.json", "{}")
	r.write(".config/Claude/log.txt", "")
	switch system {
	case "windows":
		r.write("Local/Google/Chrome/User Data/Local State", "{}")
		r.write("Local/BraveSoftware/Brave-Browser/User Data/Local State", "{}")
		r.write("Local/Microsoft/Edge/User Data/Local State", "{}")
	case "darwin":
		r.write(".config/Google/Chrome/Local State", "{}")
		r.write(".config/Chromium/Local State", "{}")
	default:
		r.write(".config/google-chrome/Local State", "{}")
		r.write(".config/chromium/Local State", "{}")
	}
	return r
}

// TestInstall_TakenBack: on each system everything is registered, a second time
// nothing is, and what is taken back is what it was before, to the byte.
func TestInstall_TakenBack(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		t.Run(system, func(t *testing.T) {
			is := is.New(t)
			r := people(t, system)
			before := r.tree()
			plan := install.Make(r.Machine, r.options(), r.ledger())
			is.Equal(r.tree(), before) // a plan changes nothing

			done, wrong := r.install(r.options())
			is.Equal(wrong, nil)
			is.Equal(len(done), len(plan.Changes))
			for _, agent := range []string{"Claude Code", "Claude Desktop", "Codex", "Gemini CLI", "VS Code", "Cursor", "OpenCode"} {
				is.True(strings.Contains(strings.Join(done, "\n"), "MCP server browser for "+agent))
			}
			again, wrong := r.install(r.options())
			is.Equal(wrong, nil)
			is.Equal(again, nil) // it is so already

			is.NoErr(r.ledger().Undo(r.Machine, true, func(u install.Undone) { is.NoErr(u.Err) }))
			is.True(r.tree() != before) // a dry run takes nothing back
			is.Equal(r.uninstall(), nil)
			is.Equal(r.tree(), before)
		})
	}
}

// TestInstall_Elsewhere: a bua that has moved takes the place of the older one, and
// what is taken back is what was there before both.
func TestInstall_Elsewhere(t *testing.T) {
	is := is.New(t)
	r := people(t, "linux")
	before := r.tree()
	_, wrong := r.install(r.options())
	is.Equal(wrong, nil)
	o := r.options()
	o.Program = "/opt/bua/bua"
	done, wrong := r.install(o)
	is.Equal(wrong, nil)
	is.True(len(done) > 8)
	is.True(!strings.Contains(r.read(".claude.json"), "/usr/bin/bua"))
	is.True(strings.Contains(r.read(".claude.json"), "/opt/bua/bua"))
	is.True(strings.Contains(r.read(".codex/config.toml"), "/opt/bua/bua"))
	is.Equal(r.uninstall(), nil)
	is.Equal(r.tree(), before)
}

// TestInstall_ChangedSince: of a file that the agent went on with, the entry alone
// is taken out, and what was written since stays.
func TestInstall_ChangedSince(t *testing.T) {
	is := is.New(t)
	r := people(t, "linux")
	_, wrong := r.install(r.options())
	is.Equal(wrong, nil)
	change := func(file, old, new string) {
		text := r.read(file)
		is.True(strings.Contains(text, old))
		r.write(file, strings.Replace(text, old, new, 1))
	}
	change(".claude.json", `"numStartups": 3`, `"numStartups": 4`)
	change(".codex/config.toml", "# mine", "# still mine")
	change(".gemini/settings.json", "// one", "// two")
	change(".config/opencode/opencode.jsonc", "// servers", "// their servers")
	change(".cursor/mcp.json", `{"mcp`, `{"a": 1, "mcp`)
	is.Equal(r.uninstall(), nil)
	is.Equal(r.read(".claude.json"), "{\n  \"numStartups\": 4,\n  \"mcpServers\": {\n    \"other\": {\n      \"command\": \"x\"\n    }\n  }\n}\n")
	is.Equal(r.read(".codex/config.toml"), "# still mine\nmodel = \"o\" # here, too\n\n[mcp_servers.other]\ncommand = \"x\"\n")
	is.Equal(r.read(".gemini/settings.json"), "{ // tabs\n\t\"a\": 1, // two\n\t/* two */\n}\n")
	is.Equal(r.read(".config/opencode/opencode.jsonc"), "{\n    // their servers\n    \"mcp\": {\n        \"a\": {\"type\": \"local\"}, // the last\n    },\n}\n")
	is.Equal(r.read(".cursor/mcp.json"), `{"a": 1, "mcpServers":{}}`)
}

// TestInstall_LeftAlone: what does not parse, is laid out otherwise, or is somebody
// else's is not touched, and it is said why; the rest is done.
func TestInstall_LeftAlone(t *testing.T) {
	for _, row := range []struct{ name, file, content, want string }{
		{"half a file", ".claude.json", `{"mcpServers": {`, "does not parse"},
		{"a comma too many", ".cursor/mcp.json", `{"a": 1,,}`, "does not parse"},
		{"TOML that is none", ".codex/config.toml", "model = \n", "does not parse"},
		{"a list in place of an object", ".claude.json", `[]`, "does not parse"},
		{"nothing in place of an object", ".claude.json", `null`, "not laid out"},
		{"servers that are a list", ".claude.json", `{"mcpServers": []}`, "not laid out"},
		{"the same name twice", ".claude.json", `{"mcpServers": {"a": 1}, "mcpServers": {}}`, "not laid out"},
		{"another server of that name", ".claude.json", `{"mcpServers": {"browser": {"command": "npx"}}}`, "choose another with --name"},
		{"another in TOML", ".codex/config.toml", "[mcp_servers.browser]\ncommand = \"npx\"\n", "choose another with --name"},
		{"a table that is closed", ".codex/config.toml", "mcp_servers = {}\n", "not laid out"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := people(t, "linux")
			r.write(row.file, row.content)
			before := r.tree()
			done, wrong := r.install(r.options())
			is.Equal(len(wrong), 1)
			is.True(strings.Contains(wrong[0], row.want)) // says why
			is.Equal(r.read(row.file), row.content)
			is.True(len(done) > 6)
			is.Equal(r.uninstall(), nil)
			is.Equal(r.tree(), before)
		})
	}
}

// TestInstall_Layout: the entry stands in each file as that file is laid out, and
// every byte that was there still does, in its order.
func TestInstall_Layout(t *testing.T) {
	for _, row := range []struct{ name, before, after string }{
		{"empty", "", "{\n  \"mcpServers\": {\n    \"browser\": {\n      \"args\": [\n        \"mcp\"\n      ],\n      \"command\": \"/usr/bin/bua\",\n      \"type\": \"stdio\"\n    }\n  }\n}\n"},
		{"on one line", `{"a":1,"mcpServers":{"x":{}}}`, `{"a":1,"mcpServers":{"x":{}, "browser": {"args":["mcp"],"command":"/usr/bin/bua","type":"stdio"}}}`},
		{"tabs and a comment at the end", "{\n\t\"mcpServers\": {\n\t\t\"x\": {} // why\n\t\t// more\n\t}\n}", "{\n\t\"mcpServers\": {\n\t\t\"x\": {}, // why\n\t\t// more\n\t\t\"browser\": {\n\t\t\t\"args\": [\n\t\t\t\t\"mcp\"\n\t\t\t],\n\t\t\t\"command\": \"/usr/bin/bua\",\n\t\t\t\"type\": \"stdio\"\n\t\t}\n\t}\n}"},
		{"lines of Windows", "{\r\n  \"a\": 1\r\n}\r\n", "{\r\n  \"a\": 1,\r\n  \"mcpServers\": {\r\n    \"browser\": {\r\n      \"args\": [\r\n        \"mcp\"\r\n      ],\r\n      \"command\": \"/usr/bin/bua\",\r\n      \"type\": \"stdio\"\r\n    }\r\n  }\r\n}\r\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := newHarness(t, "linux")
			r.write(".claude.json", row.before)
			_, wrong := r.install(r.options())
			is.Equal(wrong, nil)
			is.Equal(r.read(".claude.json"), row.after)
			is.Equal(r.uninstall(), nil)
			is.Equal(r.read(".claude.json"), row.before)
		})
	}
}

// TestInstall_ALink: a file that is kept elsewhere and linked to stays so.
func TestInstall_ALink(t *testing.T) {
	is := is.New(t)
	r := newHarness(t, "linux")
	r.write("dotfiles/claude.json", "{}\n")
	is.NoErr(os.Symlink("dotfiles/claude.json", filepath.Join(r.Home, ".claude.json")))
	_, wrong := r.install(r.options())
	is.Equal(wrong, nil)
	info, err := os.Lstat(filepath.Join(r.Home, ".claude.json"))
	is.NoErr(err)
	is.True(info.Mode()&fs.ModeSymlink != 0)
	is.True(strings.Contains(r.read("dotfiles/claude.json"), "/usr/bin/bua"))
	is.Equal(r.uninstall(), nil)
	is.Equal(r.read("dotfiles/claude.json"), "{}\n")
}

// TestInstall_ChangedMeanwhile: what was written between the plan and its doing is
// not lost.
func TestInstall_ChangedMeanwhile(t *testing.T) {
	is := is.New(t)
	r := newHarness(t, "linux")
	r.write(".claude.json", "{}\n")
	l := r.ledger()
	p := install.Make(r.Machine, r.options(), l)
	r.write(".claude.json", `{"a": 1}`)
	for _, c := range p.Changes {
		if c.Asks != "" {
			is.True(l.Apply(r.Machine, c) != nil)
		}
	}
	is.Equal(r.read(".claude.json"), `{"a": 1}`)
}

// TestInstall_Nothing: browsers that are not there get nothing, not even a folder.
func TestInstall_Nothing(t *testing.T) {
	is := is.New(t)
	r := newHarness(t, "linux")
	o := r.options()
	o.NoService = true
	before := r.tree()
	p := install.Make(r.Machine, o, r.ledger())
	is.Equal(len(p.Changes), 0)
	is.Equal(len(p.Notes), 2) // no browser, no agent
	is.Equal(r.tree(), before)
}

// TestInstall_ForAll: nobody's own files are touched.
func TestInstall_ForAll(t *testing.T) {
	is := is.New(t)
	r := people(t, "linux")
	r.Has = func(p string) bool {
		return p == "chromium" || p == "brave" || p == "google-chrome" || p == "systemctl"
	}
	o := r.options()
	o.ForAll = true
	before := r.tree()
	done, wrong := r.install(o)
	is.Equal(wrong, nil)
	is.Equal(len(done), 4) // two folders of hosts, the unit, and that it is enabled
	for _, file := range []string{"etc/opt/chrome/native-messaging-hosts/com.zapvol.bua.json", "etc/chromium/native-messaging-hosts/com.zapvol.bua.json", "etc/systemd/user/bua.service"} {
		info, err := os.Stat(filepath.Join(r.Root, file))
		is.NoErr(err)
		is.Equal(info.Mode().Perm(), fs.FileMode(0o644)) // every user's browser reads it
	}
	is.Equal(r.ran, []string{"systemctl --global enable bua.service"})
	is.Equal(r.uninstall(), nil)
	is.Equal(r.tree(), before)
}

// TestInstall_Windows: the registry names one manifest, once for browsers that
// share a key.
func TestInstall_Windows(t *testing.T) {
	is := is.New(t)
	r := people(t, "windows")
	_, wrong := r.install(r.options())
	is.Equal(wrong, nil)
	manifest := filepath.Join(r.Config, "bua/com.zapvol.bua.json")
	is.Equal(r.ran[:2], []string{
		`reg add HKCU\Software\Google\Chrome\NativeMessagingHosts\com.zapvol.bua /ve /t REG_SZ /d ` + manifest + ` /f`,
		`reg add HKCU\Software\Microsoft\Edge\NativeMessagingHosts\com.zapvol.bua /ve /t REG_SZ /d ` + manifest + ` /f`})
	is.True(strings.Contains(r.read(".config/bua/task.xml"), `<UserId>PC\ada &amp; co</UserId>`))
}

// TestInstall_ACommandFails: it is said, and is tried again the next time.
func TestInstall_ACommandFails(t *testing.T) {
	is := is.New(t)
	r := newHarness(t, "linux")
	r.fails = errors.New("no bus")
	_, wrong := r.install(r.options())
	is.Equal(wrong, []string{"systemd starts it with each login: no bus", "systemd starts it now, anew where it runs: no bus"})
	// Without a bus systemctl leaves the unit enabled, of which no row says how to take it back.
	is.Equal(r.ran, []string{"systemctl --user enable bua.service", "systemctl --user disable --now bua.service", "systemctl --user restart bua.service", "systemctl --user stop bua.service"})
	r.fails = nil
	done, wrong := r.install(r.options())
	is.Equal(wrong, nil)
	is.Equal(done, []string{"systemd starts it with each login", "systemd starts it now, anew where it runs"})
}

// TestUnit: whatever the path is, systemd reads it as one word.
func TestUnit(t *testing.T) {
	is := is.New(t)
	r := newHarness(t, "linux")
	o := r.options()
	o.Program = `/home/a b/100% $x "q"\bua`
	_, wrong := r.install(o)
	is.Equal(wrong, nil)
	is.True(strings.Contains(r.read(".config/systemd/user/bua.service"), `ExecStart="/home/a b/100%% $$x \"q\"\\bua" "serve"`+"\n"))
}
