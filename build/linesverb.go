package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/lines"
)

// countLines prints the lines of each room as committed, and what changed since a commit
// that is named.
func countLines(ctx context.Context, h *workspace, args []string) error {
	var former lines.Tally
	switch {
	case len(args) == 2 && strings.TrimLeft(args[0], "-") == "since":
		var err error
		if former, err = h.linesOf(ctx, args[1]); err != nil {
			return err
		}
	case len(args) > 0:
		return fmt.Errorf("lines knows -since COMMIT only, not %q", args)
	}
	now, err := h.linesOf(ctx, "HEAD")
	if err != nil {
		return err
	}
	now.Write(os.Stdout, former)
	return nil
}

// linesOf counts the files of a commit.
func (h *workspace) linesOf(ctx context.Context, commit string) (lines.Tally, error) {
	archive, err := command.Output(ctx, command.Cmd{Dir: h.root, Argv: []string{"git", "archive", "--format=tar", commit}})
	if err != nil {
		return nil, err
	}
	return lines.Read(strings.NewReader(archive))
}
