package agent

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// TestUninstall_asks: in a terminal nothing is taken back before the person has said
// yes; --yes does it without a word, and a script is not asked.
func TestUninstall_asks(t *testing.T) {
	terminal, err := exec.LookPath("script")
	if err != nil {
		t.Skip("there is no script(1) here, which makes a terminal")
	}
	for _, row := range []struct {
		name, flags, answer string
		terminal, gone      bool
	}{
		{"no", "", "n\n", true, false},
		{"nothing said", "", "\n", true, false},
		{"yes", "", "y\n", true, true},
		{"--yes", " --yes", "", true, true},
		{"no terminal", "", "", false, true},
		{"a dry run", " --dry-run", "", true, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			home := t.TempDir()
			file := filepath.Join(home, ".cursor", "mcp.json")
			is.NoErr(os.MkdirAll(filepath.Dir(file), 0o700))
			is.NoErr(os.WriteFile(file, []byte("{}\n"), 0o600))
			env := append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "config"))
			install := exec.CommandContext(t.Context(), binary, "install", "--yes", "--no-service", "--no-browsers")
			install.Env = env
			out, err := install.CombinedOutput()
			is.NoErr(err)
			installed, err := os.ReadFile(file)
			is.NoErr(err)
			if !strings.Contains(string(installed), "mcp") {
				t.Fatalf("it is not installed: %s", out)
			}
			undo := exec.CommandContext(t.Context(), "sh", "-c", binary+" uninstall"+row.flags)
			if row.terminal {
				undo = exec.CommandContext(t.Context(), terminal, "-qec", binary+" uninstall"+row.flags, "/dev/null")
			}
			undo.Env, undo.Stdin = env, strings.NewReader(row.answer)
			out, err = undo.CombinedOutput()
			is.NoErr(err)
			is.Equal(strings.Contains(string(out), "[y/N]"), row.answer != "")
			now, err := os.ReadFile(file)
			is.NoErr(err)
			is.Equal(string(now) == "{}\n", row.gone) // to the byte
		})
	}
}
