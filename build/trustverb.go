package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/toolchain"
)

// trust builds everything and runs the table of threats and faults, which
// passes through as it comes.
func trust(ctx context.Context, h *workspace, args []string) error {
	if err := h.tools.Packages(ctx, toolchain.Browser, toolchain.Node); err != nil {
		return err
	}
	if err := all(ctx, h, nil); err != nil {
		return err
	}
	tiny, err := h.tools.TinyGo(ctx)
	if err != nil {
		return err
	}
	h.unlock()
	program := h.dist("trust")
	if _, err := command.Run(ctx, command.Cmd{Dir: h.root, Argv: []string{"go", "build", "-o", program, "./tests/threats"}}); err != nil {
		return err
	}
	h.say.Note("trust", "running the rows in their %s form; -only '^S' picks rows, -long takes hours", form(args))
	_, err = command.Run(ctx, command.Cmd{Dir: h.root, Argv: append([]string{program}, args...), Out: h.say,
		Env: append([]string{"BUA_TINYGO=" + tiny.Path, "BUA_TINYGO_TARGET=" + tiny.Target}, tiny.Env...)})
	if err != nil {
		return fmt.Errorf("not every row is green: %w", errors.Unwrap(err)) // the rows stand above
	}
	return nil
}

func form(args []string) string {
	for _, a := range args {
		if a == "-long" || a == "--long" {
			return "long"
		}
	}
	return "short"
}
