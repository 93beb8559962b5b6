package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/toolchain"
)

// runInstall builds everything and installs it for the person who runs this, in the browser
// and the agents that they use.
func runInstall(ctx context.Context, h *workspace, args []string) error {
	if err := h.tools.Packages(ctx, toolchain.Node); err != nil {
		return err
	}
	if err := all(ctx, h, nil); err != nil {
		return err
	}
	h.unlock()
	home, err := os.UserHomeDir()
	if err != nil {
		return err
	}
	bin := filepath.Join(home, ".local", "bin")
	if runtime.GOOS == "windows" {
		bin = filepath.Join(home, "AppData", "Local", "Programs", "bua")
	}
	argv := slices.Concat([]string{h.dist("bua"), "install", "--to", bin, "--extension", filepath.Join(home, "bua-extension")}, args)
	if _, err := command.Run(ctx, command.Cmd{Argv: argv, Out: os.Stdout, Terminal: true}); err != nil {
		return fmt.Errorf("bua install: %w", errSaid)
	}
	return nil
}
