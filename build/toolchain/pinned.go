package toolchain

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"github.com/zapvol/bua/build/command"
)

// Staticcheck returns the path of the linter pinned in build/lint.
func (t *Tools) Staticcheck(ctx context.Context) (string, error) {
	return t.pinned(ctx, "lint", "staticcheck", "honnef.co/go/tools/cmd/staticcheck")
}

// Manifests returns the path of the program in build/manifests, which checks what is
// deployed by the schemas of those who run it.
func (t *Tools) Manifests(ctx context.Context) (string, error) {
	return t.pinned(ctx, "manifests", "manifests", ".")
}

// Packager returns the path of the program in build/packager, which makes Linux
// packages with nfpm.
func (t *Tools) Packager(ctx context.Context) (string, error) {
	return t.pinned(ctx, "packager", "packager", ".")
}

// pinned builds a program from a module of its own below build, once, and keeps
// it in the cache.
func (t *Tools) pinned(ctx context.Context, folder, name, pkg string) (string, error) {
	module := filepath.Join(t.Root, "build", folder)
	h := sha256.New()
	files, err := filepath.Glob(filepath.Join(module, "*"))
	if err != nil {
		return "", err
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		h.Write(data)
	}
	version, err := command.Output(ctx, command.Cmd{Argv: []string{"go", "env", "GOVERSION"}})
	if err != nil {
		return "", err
	}
	h.Write([]byte(version)) // the linter reads the standard library's export data
	path := filepath.Join(t.Cache(), name+"-"+hex.EncodeToString(h.Sum(nil))[:12])
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	err = t.Say.Do(folder, "building "+name+" from its pinned module (once per machine)", func() (string, error) {
		half := path + "-unfinished"
		_, err := command.Run(ctx, command.Cmd{Dir: module, Env: []string{"GOOS=", "GOARCH="}, Argv: []string{"go", "build", "-buildvcs=false", "-o", half, pkg}})
		if err != nil {
			return "", err
		}
		return "", os.Rename(half, path)
	})
	return path, err
}
