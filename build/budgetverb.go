package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/zapvol/bua/build/budget"
	"github.com/zapvol/bua/build/progress"
)

// checkBudget compares what was built with the record, or writes the record.
func checkBudget(ctx context.Context, h *workspace, args []string) error {
	update := os.Getenv("BUA_BUDGET") == "update"
	for _, a := range args {
		if a != "--update" && a != "-update" {
			return fmt.Errorf("budget knows --update only, not %q", a)
		}
		update = true
	}
	if _, err := h.tools.TinyGo(ctx); err != nil {
		return err
	}
	built, err := budget.Measure(h.root)
	if err != nil {
		return err
	}
	if update {
		h.say.Note("budget", "written to %s: commit it", budget.File)
		return budget.Save(h.root, built)
	}
	if !h.has(budget.File) {
		h.say.Note("budget", "worker %s, %s gzip; nothing recorded yet", progress.Size(built.Wasm.Raw), progress.Size(built.Wasm.Gzip))
		return nil
	}
	recorded, err := budget.Load(h.root)
	if err != nil {
		return err
	}
	diff := budget.Compare(recorded, built, !h.tools.ForeignTinyGo())
	if len(diff) == 0 {
		h.say.Note("budget", "kept: worker %s, %s gzip of %s; agent %s, %s gzip of %s; %d CDP names, %d API calls", progress.Size(built.Wasm.Raw),
			progress.Size(built.Wasm.Gzip), progress.Size(budget.LimitGzip), progress.Size(built.Agent.Raw), progress.Size(built.Agent.Gzip), progress.Size(budget.LimitAgentGzip), len(built.CDP), len(built.Chrome))
		return nil
	}
	slices.Sort(diff)
	return fmt.Errorf("%s no longer describes what was built:\n    %s\nIf this is meant, accept it with `go run ./build budget --update` and commit the file",
		budget.File, strings.Join(diff, "\n    "))
}
