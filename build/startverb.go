package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/start"
	"github.com/zapvol/bua/build/toolchain"
)

// runStart builds everything and shows it at work.
func runStart(ctx context.Context, h *workspace, args []string) error {
	o := start.Options{Binary: h.dist("bua"), Log: h.dist("start.log"), Say: h.say}
	for _, a := range args {
		switch a {
		case "--once", "-once":
			o.Once = true
		case "--headless", "-headless":
			o.Headless = true
		case "--no-sandbox", "-no-sandbox":
			o.NoSandbox = true
		default:
			return fmt.Errorf("start knows --once (end after the round trip), --headless (no window) and --no-sandbox (where Chromium's cannot work), not %q", a)
		}
	}
	if err := h.tools.Packages(ctx, toolchain.Browser, toolchain.Node); err != nil {
		return err
	}
	if err := all(ctx, h, nil); err != nil {
		return err
	}
	o.Model = h.dist("scripted-model")
	if _, err := command.Run(ctx, command.Cmd{Dir: h.root, Argv: []string{"go", "build", "-o", o.Model, "./tests/fakemodel/demo"}}); err != nil {
		return err
	}
	h.unlock()
	return start.Run(ctx, o)
}

// bench builds everything and runs the measuring program, whose table passes
// through as it comes.
func bench(ctx context.Context, h *workspace, args []string) error {
	if err := h.tools.Packages(ctx, toolchain.Browser, toolchain.Node); err != nil {
		return err
	}
	if err := all(ctx, h, nil); err != nil {
		return err
	}
	h.unlock()
	program := h.dist("bench")
	_, err := command.Run(ctx, command.Cmd{Dir: h.root, Argv: []string{"go", "build", "-o", program, "./tests/bench"}})
	if err != nil {
		return err
	}
	h.say.Note("bench", "comparing bua with direct CDP; a quiet machine gives steady figures")
	_, err = command.Run(ctx, command.Cmd{Dir: h.root, Argv: append([]string{program, "-bua", h.dist("bua"), "-extension", h.dist("extension")}, args...), Out: h.say})
	if err != nil {
		return fmt.Errorf("the measuring ended early: %w", errors.Unwrap(err)) // its own words stand above
	}
	return nil
}
