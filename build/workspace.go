package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/zapvol/bua/build/progress"
	"github.com/zapvol/bua/build/stamp"
	"github.com/zapvol/bua/build/toolchain"
)

// workspace is what every verb works with.
type workspace struct {
	root  string
	say   *progress.Printer
	tools *toolchain.Tools
	marks stamp.Store
	// unlock lets the next build of this tree begin; what only uses dist calls
	// it when it has built.
	unlock func()
}

func open() (*workspace, error) {
	root, err := findRoot()
	if err != nil {
		return nil, err
	}
	h := &workspace{
		root:  root,
		say:   progress.New(os.Stdout),
		marks: stamp.Store{Root: root, Dir: filepath.Join(root, "dist", ".stamp")},
	}
	h.tools = &toolchain.Tools{Root: root, Say: h.say, Stamps: h.marks}
	return h, nil
}

// dist is a path below dist/.
func (h *workspace) dist(parts ...string) string {
	return filepath.Join(append([]string{h.root, "dist"}, parts...)...)
}

// path is a path below the root.
func (h *workspace) path(parts ...string) string {
	return filepath.Join(append([]string{h.root}, parts...)...)
}

// step runs f unless its inputs and outputs are what they were.
func (h *workspace) step(ctx context.Context, s stamp.Step, what string, f func() (string, error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	fresh, err := h.marks.Fresh(s)
	if err != nil {
		return err
	}
	if fresh {
		h.say.Note(s.Name, "up to date")
		return nil
	}
	if err := h.say.Do(s.Name, what, f); err != nil {
		return err
	}
	return h.marks.Keep(s)
}

// noArguments refuses what a verb would otherwise ignore.
func noArguments(verb string, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no arguments, not %q; go run ./build help lists what there is", verb, args)
	}
	return nil
}
