package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/zapvol/bua/build/command"
)

// copyTree makes to a copy of what git would take of a tree. A file that is as it should
// be is left alone, so that what has been built of it stays good; node_modules is shared.
func copyTree(ctx context.Context, from, to string) error {
	out, err := command.Output(ctx, command.Cmd{Dir: from, Argv: []string{"git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"}})
	if err != nil {
		return err
	}
	listed := map[string]bool{}
	for _, name := range strings.Split(out, "\x00") {
		info, err := os.Stat(filepath.Join(from, name))
		if name == "" || name == modules || errors.Is(err, fs.ErrNotExist) {
			continue // one that was removed
		} else if err != nil {
			return err
		}
		listed[filepath.FromSlash(name)] = true
		if err := copyFile(filepath.Join(from, name), filepath.Join(to, name), info.Mode().Perm()); err != nil {
			return err
		}
	}
	if err := dropOthers(to, listed); err != nil {
		return err
	}
	err = os.Symlink(filepath.Join(from, modules), filepath.Join(to, modules))
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

const modules = "node_modules"

func copyFile(from, to string, mode fs.FileMode) error {
	want, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if is, err := os.ReadFile(to); err == nil && bytes.Equal(is, want) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, want, mode)
}

// dropOthers removes the files of a copy that are not listed, and leaves what was built.
func dropOthers(root string, listed map[string]bool) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		switch {
		case err != nil:
			return err
		case rel == "dist", rel == filepath.Join("backend", "extension", "files"):
			return fs.SkipDir
		case d.IsDir(), rel == modules, listed[rel]:
			return nil
		}
		return os.Remove(path)
	})
}
