package toolchain

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"github.com/zapvol/bua/build/command"
)

// Staticcheck returns the path of the linter pinned in build/lint, built once
// and kept in the cache.
func (t *Tools) Staticcheck(ctx context.Context) (string, error) {
	module := filepath.Join(t.Root, "build", "lint")
	h := sha256.New()
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(module, name))
		if err != nil {
			return "", err
		}
		h.Write(data)
	}
	version, err := command.Output(ctx, command.Cmd{Argv: []string{"go", "env", "GOVERSION"}})
	if err != nil {
		return "", err
	}
	h.Write([]byte(version)) // it reads the standard library's export data
	path := filepath.Join(t.Cache(), "staticcheck-"+hex.EncodeToString(h.Sum(nil))[:12])
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	err = t.Say.Do("lint", "building staticcheck from its pinned module (once per machine)", func() (string, error) {
		_, err := command.Run(ctx, command.Cmd{Dir: module, Argv: []string{
			"go", "build", "-buildvcs=false", "-o", path, "honnef.co/go/tools/cmd/staticcheck"}})
		return "", err
	})
	return path, err
}
