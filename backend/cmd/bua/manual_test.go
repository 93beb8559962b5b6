package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// TestManual writes the manual pages and the shells' completions, for packages:
// into BUA_MANUAL where that is set. What writes pages is thereby in no program.
func TestManual(t *testing.T) {
	is := is.New(t)
	t.Setenv("HOME", t.TempDir()) // no default of a flag may be of this machine
	dir := os.Getenv("BUA_MANUAL")
	if dir == "" {
		dir = t.TempDir()
		t.Setenv("SOURCE_DATE_EPOCH", "1795435200")
	}
	is.NoErr(os.MkdirAll(filepath.Join(dir, "man"), 0o755))
	is.NoErr(os.MkdirAll(filepath.Join(dir, "completions"), 0o755))

	root := (&cli{in: strings.NewReader(""), out: io.Discard, err: io.Discard}).root()
	root.DisableAutoGenTag = true
	root.InitDefaultCompletionCmd()
	is.NoErr(doc.GenManTree(root, &doc.GenManHeader{Source: "bua", Manual: "bua"}, filepath.Join(dir, "man")))
	for name, write := range map[string]func(io.Writer) error{
		"bua.bash": func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		"_bua":     root.GenZshCompletion,
		"bua.fish": func(w io.Writer) error { return root.GenFishCompletion(w, true) },
		"bua.ps1":  root.GenPowerShellCompletionWithDesc,
	} {
		var text bytes.Buffer
		is.NoErr(write(&text))
		is.True(text.Len() > 1000)
		is.NoErr(os.WriteFile(filepath.Join(dir, "completions", name), text.Bytes(), 0o644))
	}

	// Each command that a person can call has its page.
	var all func(c *cobra.Command)
	all = func(c *cobra.Command) {
		text, err := os.ReadFile(filepath.Join(dir, "man", strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"))
		is.NoErr(err)
		is.True(bytes.Contains(text, []byte(".TH \"BUA"))) // the head of a page
		is.True(!bytes.Contains(text, []byte(os.Getenv("HOME"))))
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				all(sub)
			}
		}
	}
	all(root)
	page, err := os.ReadFile(filepath.Join(dir, "man", "bua.1"))
	is.NoErr(err)
	if os.Getenv("BUA_MANUAL") == "" {
		is.True(bytes.Contains(page, []byte(time.Unix(1795435200, 0).UTC().Format("Jan 2006")))) // the date that was given
	}
}

// TestRelease: the version that the build gives wins; else it is the module's,
// which `go install` has and a checkout has not.
func TestRelease(t *testing.T) {
	for _, row := range []struct{ name, set, module, want string }{
		{"set by the build", "1.2.3", "v9.9.9", "1.2.3"},
		{"by go install", "dev", "v1.2.3", "1.2.3"},
		{"by go install, between versions", "dev", "v0.0.0-20261123120000-0123456789ab", "0.0.0-20261123120000-0123456789ab"},
		{"in a checkout", "dev", "(devel)", "dev"},
		{"without modules", "dev", "", "dev"},
	} {
		t.Run(row.name, func(t *testing.T) {
			is.New(t).Equal(release(row.set, row.module), row.want)
		})
	}
}
