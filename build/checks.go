package main

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/stamp"
	"github.com/zapvol/bua/build/suite"
)

// checks are what has no test runner: each counts as one. One whose inputs are what they
// were when it last passed, in whichever tree of this machine, is not done again.
func checks(ctx context.Context, h *workspace, s *suite.Suite) (jobs []func()) {
	check := func(step, what string, f func(context.Context) error) {
		r := suite.Run{Step: step, What: what, Part: partChecks, Name: what}
		jobs = append(jobs, func() { s.Check(ctx, r, f) })
	}
	passed := stamp.Store{Root: h.root, Dir: filepath.Join(h.tools.Cache(), "passed")}
	call := func(step, what string, inputs stamp.Step, env []string, argv ...string) {
		inputs.Name = strings.ReplaceAll(what, " ", "-")
		inputs.Keys = append(inputs.Keys, strings.Join(append(env, argv...), " "))
		check(step, what, func(ctx context.Context) error {
			if fresh, err := passed.Fresh(inputs); err != nil || fresh {
				if fresh {
					h.say.Note(step, "%s: cached, nothing has changed since it passed", what)
				}
				return err
			}
			if _, err := command.Run(ctx, command.Cmd{Dir: h.root, Env: env, Argv: argv}); err != nil {
				return err
			}
			return passed.Keep(inputs)
		})
	}
	check("budget", "comparing the worker with its budget", func(ctx context.Context) error { return checkBudget(ctx, h, nil) })
	goVersion, err := command.Output(ctx, command.Cmd{Argv: []string{"go", "env", "GOVERSION"}})
	if err != nil {
		check("vet", "finding Go", func(context.Context) error { return err })
		return jobs
	}
	goFiles := stamp.Step{Inputs: []string{"core", "wasm", "backend", "build", "tests", "go.mod", "go.sum", "staticcheck.conf"}, Keys: []string{goVersion},
		Skip: func(path string) bool { return !strings.HasSuffix(path, ".go") && filepath.Dir(path) != h.root }}
	worker := []string{"GOOS=js", "GOARCH=wasm"}
	workerRooms := []string{"./core/...", "./wasm/..."}
	call("vet", "go vet for this machine", goFiles, nil, "go", "vet", "./...")
	call("vet", "go vet for the worker", goFiles, worker, append([]string{"go", "vet", "-tags=tinygo"}, workerRooms...)...)
	linter, err := h.tools.Staticcheck(ctx)
	if err != nil {
		check("lint", "staticcheck", func(context.Context) error { return err })
	} else {
		call("lint", "staticcheck for this machine", goFiles, nil, linter, "./...")
		call("lint", "staticcheck for the worker", goFiles, worker, append([]string{linter, "-tags=tinygo"}, workerRooms...)...)
	}
	projects, err := filepath.Glob(h.path("*", "tsconfig.json"))
	if err != nil {
		check("types", "finding the TypeScript projects", func(context.Context) error { return err })
	}
	for _, p := range append([]string{h.path("tsconfig.json")}, projects...) {
		rel, err := filepath.Rel(h.root, p)
		if err != nil {
			rel = p
		}
		check("types", "type-checking the TypeScript of "+rel, func(ctx context.Context) error {
			_, err := command.Run(ctx, command.Cmd{Dir: h.root, Argv: []string{h.path("node_modules", ".bin", "tsc"), "--noEmit", "-p", p}})
			return err
		})
	}
	return jobs
}
