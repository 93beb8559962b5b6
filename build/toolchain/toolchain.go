// Package toolchain makes the tools there that the build needs: Debian's
// packages, TinyGo, npm's modules, staticcheck, the packager. It decides where each comes
// from and what to say when it may not be fetched; it knows nothing of bua's
// own code.
package toolchain

import (
	"os"
	"path/filepath"

	"github.com/zapvol/bua/build/progress"
	"github.com/zapvol/bua/build/stamp"
)

// Tools finds and fetches tools for one tree.
type Tools struct {
	// Root is the tree's root.
	Root string
	// Say tells the person what is being fetched.
	Say *progress.Printer
	// Stamps remembers what is fresh.
	Stamps stamp.Store

	tiny *TinyGo
}

// Cache is the folder for tools that outlive `clean`: the user's cache folder,
// or dist/.cache where there is none (no home folder).
func (t *Tools) Cache() string {
	if dir, err := os.UserCacheDir(); err == nil {
		return filepath.Join(dir, "bua")
	}
	return filepath.Join(t.Root, "dist", ".cache")
}
