package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/command"
)

// A copy has what git would take, as it is now, and nothing of before but what was built.
func TestCopyTree(t *testing.T) {
	is := is.New(t)
	from, to := t.TempDir(), t.TempDir()
	_, err := command.Run(t.Context(), command.Cmd{Dir: from, Argv: []string{"git", "init", "-q"}})
	is.NoErr(err)
	put := func(root, name, text string) {
		is.NoErr(os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
		is.NoErr(os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	put(from, ".gitignore", "/dist/\n")
	put(from, "a/b.go", "new")
	put(from, "dist/x", "theirs")
	put(from, "node_modules/m", "module")
	put(to, "a/b.go", "old")
	put(to, "a/gone.go", "old")
	put(to, "dist/x", "kept")
	is.NoErr(copyTree(t.Context(), from, to))
	is.NoErr(copyTree(t.Context(), from, to))
	for name, want := range map[string]string{"a/b.go": "new", "dist/x": "kept", "node_modules/m": "module"} {
		got, err := os.ReadFile(filepath.Join(to, name))
		is.NoErr(err)
		is.Equal(string(got), want)
	}
	_, err = os.Stat(filepath.Join(to, "a", "gone.go"))
	is.True(os.IsNotExist(err))
}
