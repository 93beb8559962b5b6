package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/zapvol/bua/build/command"
)

// apps builds everything, installs the real applications and works in them,
// through bua and through its strongest peer; the table passes through.
func apps(ctx context.Context, h *workspace, args []string) error {
	modules, debian, err := h.tools.Apps(ctx)
	if err != nil {
		return err
	}
	if err := all(ctx, h, nil); err != nil {
		return err
	}
	h.unlock()
	program := h.dist("apps")
	if _, err := command.Run(ctx, command.Cmd{Dir: h.root, Argv: []string{"go", "build", "-o", program, "./tests/apps"}}); err != nil {
		return err
	}
	h.say.Note("apps", "working in real applications; -only PATTERN picks tasks, -drivers direct picks who works, -log FOLDER keeps what was said, -by-hand works at nothing and judges somebody who does")
	_, err = command.Run(ctx, command.Cmd{Dir: h.root, Out: h.say,
		Argv: append([]string{program, "-bua", h.dist("bua"), "-modules", modules, "-debian", debian}, args...)})
	if err != nil {
		return fmt.Errorf("the applications ended early: %w", errors.Unwrap(err)) // their own words stand above
	}
	return nil
}
