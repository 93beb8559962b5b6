package deps

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// sources lists the tree's files: what git tracks or would track. Without git
// (a source archive) it is every file outside of what the build writes.
var sources = sync.OnceValues(func() ([]string, error) {
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	if out, err := cmd.Output(); err == nil {
		var list []string
		for _, f := range strings.Split(strings.TrimSpace(string(out)), "\n") {
			if _, err := os.Stat(filepath.Join(root, f)); err == nil {
				list = append(list, f)
			}
		}
		slices.Sort(list)
		return slices.Compact(list), nil
	}
	var list []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if slices.Contains([]string{".git", "dist", "node_modules", "backend/extension/files"}, rel) {
				return filepath.SkipDir
			}
			return nil
		}
		list = append(list, rel)
		return nil
	})
	return list, err
})

// files returns the tree's files below a room ("." is everything) with one of
// the endings.
func files(t testing.TB, room string, endings ...string) []string {
	t.Helper()
	all, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range all {
		if room != "." && !within(f, room) {
			continue
		}
		if len(endings) == 0 || slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(f, e) }) {
			list = append(list, f)
		}
	}
	return list
}

func goFiles(t testing.TB, room string) []string {
	t.Helper()
	return files(t, room, ".go")
}

func read(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// generated reports whether a program wrote the file.
func generated(text string) bool {
	for i, line := range strings.SplitN(text, "\n", 12) {
		if i < 10 && strings.Contains(line, "Code generated") && strings.Contains(line, "DO NOT EDIT") {
			return true
		}
	}
	return false
}
