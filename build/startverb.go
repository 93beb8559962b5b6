package main

import (
	"context"
	"fmt"

	"github.com/zapvol/bua/build/start"
	"github.com/zapvol/bua/build/toolchain"
)

// runStart builds everything and shows it at work.
func runStart(ctx context.Context, h *house, args []string) error {
	o := start.Options{Binary: h.dist("bua"), Log: h.dist("start.log"), Say: h.say}
	for _, a := range args {
		switch a {
		case "--once", "-once":
			o.Once = true
		case "--headless", "-headless":
			o.Headless = true
		default:
			return fmt.Errorf("start knows --once (end after the round trip) and --headless (no window), not %q", a)
		}
	}
	if err := h.tools.Packages(ctx, toolchain.Browser, toolchain.Node); err != nil {
		return err
	}
	if err := all(ctx, h, nil); err != nil {
		return err
	}
	return start.Run(ctx, o)
}
