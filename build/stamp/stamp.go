// Package stamp makes the build's steps incremental: a step is fresh while the
// content of its inputs and of its outputs is what it was when it last
// succeeded. Times of files play no part, so a checkout or a touch rebuilds
// nothing and an edited output is built again.
package stamp

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Store keeps the stamps of one tree.
type Store struct {
	// Root is the tree's root; paths of steps are relative to it.
	Root string
	// Dir is where stamps lie, absolute.
	Dir string
}

// Step is what a step reads and writes.
type Step struct {
	Name string
	// Inputs are files and folders; one that is not there counts as empty.
	Inputs []string
	// Skip leaves out files below the inputs; nil leaves out nothing.
	Skip func(path string) bool
	// Keys are further inputs that are not files: versions, flags.
	Keys []string
	// Outputs are files and folders that must be as the step left them.
	Outputs []string
	// Foreign names files below the outputs that another step writes.
	Foreign []string
}

// Fresh reports whether the step need not run.
func (s Store) Fresh(step Step) (bool, error) {
	kept, err := os.ReadFile(s.file(step))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	now, err := s.sum(step)
	return err == nil && string(kept) == now, err
}

// Keep records that the step has just succeeded.
func (s Store) Keep(step Step) error {
	now, err := s.sum(step)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(s.file(step), []byte(now), 0o644)
}

func (s Store) file(step Step) string { return filepath.Join(s.Dir, step.Name) }

// Key is a name for what a step reads: the same in each tree that has the same inputs.
func (s Store) Key(step Step) (string, error) {
	in, err := s.inputs(step)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(in))
	return hex.EncodeToString(sum[:8]), nil
}

func (s Store) inputs(step Step) (string, error) {
	in, err := s.tree(step.Inputs, step.Skip)
	if err != nil {
		return "", err
	}
	keys := sha256.Sum256([]byte(strings.Join(step.Keys, "\x00")))
	return fmt.Sprintf("in %s\nkeys %s\n", in, hex.EncodeToString(keys[:])), nil
}

func (s Store) sum(step Step) (string, error) {
	in, err := s.inputs(step)
	if err != nil {
		return "", err
	}
	out, err := s.tree(step.Outputs, func(path string) bool {
		rel, err := filepath.Rel(s.Root, path)
		return err == nil && slices.Contains(step.Foreign, filepath.ToSlash(rel))
	})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%sout %s\n", in, out), nil
}

func (s Store) tree(paths []string, skip func(string) bool) (string, error) {
	h := sha256.New()
	for _, p := range paths {
		full := p
		if !filepath.IsAbs(p) {
			full = filepath.Join(s.Root, p)
		}
		err := filepath.WalkDir(full, func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) && path == full {
				return nil
			}
			if err != nil || d.IsDir() || skip != nil && skip(path) {
				return err
			}
			name := path
			if rel, err := filepath.Rel(s.Root, path); err == nil { // another tree has the same files elsewhere
				name = filepath.ToSlash(rel)
			}
			return add(h, name, path)
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func add(h hash.Hash, name, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	content := sha256.New()
	if _, err := io.Copy(content, f); err != nil {
		return err
	}
	_, err = fmt.Fprintf(h, "%s\x00%x\n", name, content.Sum(nil))
	return err
}
