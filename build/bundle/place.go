package bundle

import (
	"os"
	"path/filepath"
	"slices"
)

// Place puts the finished extension where the binary embeds it from, in place
// of what was there. The folder's .gitkeep stays: git tracks it.
func Place(extension, embed string) error {
	if err := Empty(embed); err != nil {
		return err
	}
	return copyDir(extension, embed)
}

// Empty removes what Place put there.
func Empty(embed string) error { return empty(embed, ".gitkeep") }

func empty(dir string, keep ...string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if slices.Contains(keep, e.Name()) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
