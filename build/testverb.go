package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/progress"
	"github.com/zapvol/bua/build/stamp"
	"github.com/zapvol/bua/build/suite"
	"github.com/zapvol/bua/build/toolchain"
)

const modulePath = "github.com/zapvol/bua"

// test runs everything there is, or what was picked of it. What fails does not
// keep the rest from running, except a build that fails: nothing after it would
// mean anything.
func test(ctx context.Context, h *workspace, args []string) error {
	p, err := pickOf(args)
	if err != nil {
		return err
	}
	list, err := h.roomsOf(ctx, p)
	if err != nil {
		return err
	}
	start := time.Now()
	s := &suite.Suite{Root: h.root, Module: modulePath, Say: h.say}
	s.Check("build", "fetching tools and building what the tests need", func() error {
		needs := [][]toolchain.Need{toolchain.Race, toolchain.Node, toolchain.Git}
		if list.browser {
			needs = append(needs, toolchain.Browser)
		}
		if list.browser && runtime.GOOS == "linux" { // elsewhere there is no X server, and the specs of the focus say so
			needs = append(needs, toolchain.Display)
		}
		if err := h.tools.Packages(ctx, needs...); err != nil {
			return err
		}
		if !list.built {
			return nil
		}
		return build(ctx, h, list)
	})
	if s.Sum.Failed == 0 {
		jobs := tests(ctx, h, s, p, list)
		if p.all() {
			jobs = append(jobs, checks(ctx, h, s)...)
		}
		together(ctx, jobs)
	}
	h.say.Note("test", "took %s", progress.Elapsed(time.Since(start)))
	if err := ctx.Err(); err != nil {
		return err // what an interrupt broke off proves nothing
	}
	if !s.Close(os.Stdout) {
		return errSaid
	}
	return nil
}

// build is `all` without writing generated files and without the budget: the
// tests say when these are not as they should be. The binary is for what has a
// browser.
func build(ctx context.Context, h *workspace, list rooms) error {
	steps := []func(context.Context, *workspace, []string) error{wasm, ui}
	if list.browser {
		steps = append(steps, binary)
	}
	for _, step := range steps {
		if err := step(ctx, h, nil); err != nil {
			return err
		}
	}
	return nil
}

// checks are what has no test runner: each counts as one.
func checks(ctx context.Context, h *workspace, s *suite.Suite) (jobs []func()) {
	check := func(name, what string, f func() error) { jobs = append(jobs, func() { s.Check(name, what, f) }) }
	call := func(env []string, argv ...string) func() error {
		return func() error {
			_, err := command.Run(ctx, command.Cmd{Dir: h.root, Env: env, Argv: argv})
			return err
		}
	}
	worker := []string{"GOOS=js", "GOARCH=wasm"}
	workerRooms := []string{"./core/...", "./wasm/..."}
	check("budget", "comparing the worker with its budget", func() error { return checkBudget(ctx, h, nil) })
	check("vet", "go vet for this machine", call(nil, "go", "vet", "./..."))
	check("vet", "go vet for the worker", call(worker, append([]string{"go", "vet", "-tags=tinygo"}, workerRooms...)...))
	linter, err := h.tools.Staticcheck(ctx)
	if err != nil {
		check("lint", "staticcheck", func() error { return err })
	} else {
		check("lint", "staticcheck for this machine", call(nil, linter, "./..."))
		check("lint", "staticcheck for the worker", call(worker, append([]string{linter, "-tags=tinygo"}, workerRooms...)...))
	}
	projects, err := filepath.Glob(h.path("*", "tsconfig.json"))
	if err != nil {
		check("types", "finding the TypeScript projects", func() error { return err })
	}
	for _, p := range append([]string{h.path("tsconfig.json")}, projects...) {
		rel, err := filepath.Rel(h.root, p)
		if err != nil {
			rel = p
		}
		check("types", "type-checking the TypeScript of "+rel, call(nil, h.path("node_modules", ".bin", "tsc"), "--noEmit", "-p", p))
	}
	return jobs
}

// tests are the runners' part: the rooms with the race detector, core again in
// wasm, and what crosses rooms, real browsers included, a package a job. Within
// a package the two hosts are tried side by side, and more browsers than there
// are processors where a test asks for it: a browser that is tested waits more
// than it works.
func tests(ctx context.Context, h *workspace, s *suite.Suite, p pick, list rooms) (jobs []func()) {
	tiny, err := h.tools.TinyGo(ctx)
	if err != nil {
		return []func(){func() { s.Check("tinygo", "finding TinyGo", func() error { return err }) }}
	}
	// What a test needs to build for the worker itself (see tests/deps for what
	// it may not assume).
	s.Env = append([]string{"BUA_TINYGO=" + tiny.Path, "BUA_TINYGO_TARGET=" + tiny.Target}, tiny.Env...)
	s.Env = append(s.Env, "CGO_ENABLED=1", "IS_NO_COLOR=true")
	if list.browser {
		s.Env = append(s.Env, "BUA_BINARY="+h.dist("bua"))
	}
	common := []string{"-vet=off"}
	if p.run != "" {
		common = append(common, "-run="+p.run)
	}
	first, rest := longest(list.across)
	across := func(names []string) {
		for _, name := range names {
			args := slices.Concat(common, []string{"-count=1", "-parallel=" + strconv.Itoa(2*runtime.NumCPU()), "-timeout=60m", name})
			jobs = append(jobs, func() { s.Go(ctx, "across", "testing "+strings.TrimPrefix(name, modulePath+"/"), args...) })
		}
	}
	across(first)
	if len(list.native) > 0 {
		args := slices.Concat(common, []string{"-race", "-timeout=10m"}, list.native)
		jobs = append(jobs, func() { s.Go(ctx, "native", "testing the rooms with the race detector", args...) })
	}
	for _, pkg := range list.worker {
		jobs = append(jobs, func() { inWasm(ctx, h, s, tiny, pkg) })
	}
	across(rest)
	return jobs
}

// inWasm runs the tests of a room of core, or of its ports on the seam, as the
// worker would run them: compiled by TinyGo, in a wasm instance. Compiling is
// the slow part, so what has not changed is not compiled again, and TinyGo does
// not optimise: that takes four times as long, and the optimised program is what
// the vectors and the specs in a browser run. The tests themselves always run.
func inWasm(ctx context.Context, h *workspace, s *suite.Suite, tiny *toolchain.TinyGo, pkg string) {
	if err := compileTests(ctx, h, tiny, pkg); err != nil {
		s.Check("wasm", "compiling the tests of "+pkg, func() error { return err })
		return
	}
	rel := strings.TrimPrefix(pkg, modulePath+"/")
	s.Program(ctx, "wasm", pkg, h.path(filepath.FromSlash(rel)), tiny.Emulate(h.dist(testProgram(rel))))
}

// arguments are what a test program in wasm has for a command line: there is
// no other way to hand it one, and only -test.v makes it name its tests.
const arguments = "-X runtime.osArgs=-test.v"

func testProgram(rel string) string {
	return filepath.Join("test", strings.ReplaceAll(rel, "/", "-")+".wasm")
}

func compileTests(ctx context.Context, h *workspace, tiny *toolchain.TinyGo, pkg string) error {
	rel := strings.TrimPrefix(pkg, modulePath+"/")
	out := h.dist(testProgram(rel))
	target, err := os.ReadFile(tiny.Target)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	step := stamp.Step{
		Name: "wasm-test-" + strings.ReplaceAll(rel, "/", "-"), Inputs: []string{"core", "wasm", "go.mod", "go.sum"},
		Skip: func(path string) bool {
			return strings.HasSuffix(path, "_test.go") && filepath.Dir(path) != h.path(filepath.FromSlash(rel))
		},
		Keys:    []string{tiny.Version, string(target), "-opt=0", arguments},
		Outputs: []string{"dist/" + filepath.ToSlash(testProgram(rel))},
	}
	if fresh, err := h.marks.Fresh(step); err != nil || fresh {
		return err
	}
	err = h.say.Do("wasm", "compiling the tests of "+rel+" with TinyGo", func() (string, error) {
		_, err := command.Run(ctx, command.Cmd{Dir: h.root, Env: tiny.Env, Argv: []string{
			tiny.Path, "test", "-target", tiny.Target, "-opt=0", "-ldflags", arguments, "-c", "-o", out, pkg}})
		return "", err
	})
	if err != nil {
		return err
	}
	return h.marks.Keep(step)
}
