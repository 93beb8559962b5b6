package toolchain

import (
	"context"
	"os"
	"path/filepath"

	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/stamp"
)

// NPM installs the modules that package-lock.json pins, when they are not there.
func (t *Tools) NPM(ctx context.Context) error {
	if err := t.Packages(ctx, Node); err != nil {
		return err
	}
	step := stamp.Step{
		Name:    "npm",
		Inputs:  []string{"package.json", "package-lock.json"},
		Outputs: []string{"node_modules/.package-lock.json"},
	}
	if _, err := os.Stat(filepath.Join(t.Root, "node_modules")); err == nil {
		if fresh, err := t.Stamps.Fresh(step); err != nil || fresh {
			return err
		}
	}
	err := t.Say.Do("npm", "installing the pinned modules", func() (string, error) {
		_, err := command.Run(ctx, command.Cmd{Dir: t.Root, Argv: []string{"npm", "ci", "--no-audit", "--no-fund"}})
		return "", err
	})
	if err != nil {
		return err
	}
	return t.Stamps.Keep(step)
}
