package main

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/zapvol/bua/build/bundle"
	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/gen"
	"github.com/zapvol/bua/build/progress"
	"github.com/zapvol/bua/build/shrink"
	"github.com/zapvol/bua/build/stamp"
	"github.com/zapvol/bua/build/toolchain"
)

// all builds everything, in the order in which one thing needs another.
func all(ctx context.Context, h *workspace, args []string) error {
	if err := noArguments("all", args); err != nil {
		return err
	}
	for _, step := range []func(context.Context, *workspace, []string) error{generate, wasm, ui, checkBudget, binary} {
		if err := step(ctx, h, nil); err != nil {
			return err
		}
	}
	return nil
}

// generate writes what follows from core/protocol. It takes milliseconds and
// leaves alone what is up to date, so it has no stamp.
func generate(ctx context.Context, h *workspace, args []string) error {
	if err := noArguments("gen", args); err != nil {
		return err
	}
	written, err := gen.Run(ctx, h.root)
	if len(written) == 0 && err == nil {
		written = []string{"up to date"}
	}
	for _, file := range written {
		h.say.Note("gen", "%s", file)
	}
	return err
}

// programs are what TinyGo makes, by their packages.
var programs = map[string]string{"./wasm": bundle.Wasm, "./wasm/agent": bundle.Agent}

// wasm compiles the worker's program and the agent's.
func wasm(ctx context.Context, h *workspace, args []string) error {
	if err := noArguments("wasm", args); err != nil {
		return err
	}
	tiny, err := h.tools.TinyGo(ctx)
	if err != nil {
		return err
	}
	target, err := os.ReadFile(tiny.Target)
	if err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(programs))
	failed := make([]error, len(names))
	var all sync.WaitGroup
	for i, pkg := range names {
		all.Go(func() { failed[i] = program(ctx, h, tiny, string(target), pkg, programs[pkg]) })
	}
	all.Wait()
	return errors.Join(failed...)
}

// program compiles one of them.
func program(ctx context.Context, h *workspace, tiny *toolchain.TinyGo, target, pkg, name string) error {
	out := h.dist("extension", name)
	s := stamp.Step{
		Name:    "wasm " + name,
		Inputs:  []string{"core", "wasm", "go.mod", "go.sum"},
		Skip:    func(path string) bool { return !goSource(path) },
		Keys:    []string{tiny.Version, target, shrink.Key(pkg), strings.Join(tiny.Build("", pkg)[1:], " ")},
		Outputs: []string{"dist/extension/" + name},
	}
	return h.step(ctx, s, "compiling "+pkg+" with TinyGo "+tiny.Version, func() (string, error) {
		if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
			return "", err
		}
		env, err := shrink.Env(pkg, !h.tools.ForeignTinyGo())
		if err != nil {
			return "", err
		}
		_, err = command.Run(ctx, command.Cmd{Dir: h.root, Env: append(env, tiny.Env...), Argv: tiny.Build(out, pkg)})
		if err != nil {
			return "", err
		}
		info, err := os.Stat(out)
		if err != nil {
			return "", err
		}
		return progress.Size(info.Size()), nil
	})
}

// goSource reports what a compiler reads: go.mod, go.sum, and Go files that are
// not tests.
func goSource(path string) bool {
	switch name := filepath.Base(path); {
	case name == "go.mod", name == "go.sum":
		return true
	default:
		return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
	}
}

// ui makes the rest of the extension and embeds it; with --stories also a page that shows
// every state of the person's pages.
func ui(ctx context.Context, h *workspace, args []string) error {
	if len(args) == 1 {
		switch strings.TrimLeft(args[0], "-") {
		case "stories":
			return stories(ctx, h)
		case "pictures":
			return pictures(ctx, h)
		}
	}
	if err := noArguments("ui", args); err != nil {
		return err
	}
	if err := h.tools.NPM(ctx); err != nil {
		return err
	}
	s := stamp.Step{
		Name:    "ui",
		Inputs:  append(bundle.Inputs(), "build/bundle"),
		Skip:    func(path string) bool { return bundle.Skip(path) && !strings.Contains(path, "build") },
		Outputs: []string{"dist/extension"},
		Foreign: []string{"dist/extension/" + bundle.Wasm, "dist/extension/" + bundle.Agent},
	}
	err := h.step(ctx, s, "bundling the extension", func() (string, error) {
		return "", bundle.Build(h.root, h.dist("extension"))
	})
	if err != nil {
		return err
	}
	return embed(h)
}

func stories(ctx context.Context, h *workspace) error {
	if err := ui(ctx, h, nil); err != nil {
		return err
	}
	err := h.say.Do("stories", "bundling every state of every page", func() (string, error) {
		return "", bundle.Stories(h.root, h.dist("stories"))
	})
	if err != nil {
		return err
	}
	h.say.Note("stories", "open %s in a browser", h.dist("stories", "index.html"))
	return nil
}

// pictures has tests/ui draw every state, at every size, for docs/screens.md.
func pictures(ctx context.Context, h *workspace) error {
	if err := h.tools.Packages(ctx, toolchain.Browser); err != nil {
		return err
	}
	if err := ui(ctx, h, nil); err != nil {
		return err
	}
	h.unlock()
	to := h.path("docs", "screens")
	return h.say.Do("pictures", "drawing every state of every page", func() (string, error) {
		_, err := command.Run(ctx, command.Cmd{Dir: h.root, Argv: []string{"go", "test", "-count=1", "-run", "^TestPictures$", "./tests/ui"}, Env: []string{"BUA_PICTURES=" + to}})
		return "in " + to, err
	})
}

// embed puts the extension where the backend embeds it from: the binary, and
// whatever else is compiled with the backend, such as the tests.
func embed(h *workspace) error {
	s := stamp.Step{Name: "embed", Inputs: []string{"dist/extension"}, Outputs: []string{"backend/extension/files"}}
	if fresh, err := h.marks.Fresh(s); err != nil || fresh {
		return err
	}
	if err := bundle.Place(h.dist("extension"), h.path("backend", "extension", "files")); err != nil {
		return err
	}
	return h.marks.Keep(s)
}

// binary builds dist/bua.
func binary(ctx context.Context, h *workspace, _ []string) error {
	if err := embed(h); err != nil {
		return err
	}
	version, err := bundle.Version(h.root)
	if err != nil {
		return err
	}
	goVersion, err := command.Output(ctx, command.Cmd{Argv: []string{"go", "env", "GOVERSION", "GOOS", "GOARCH", "CGO_ENABLED"}})
	if err != nil {
		return err
	}
	ldflags := "-s -w -X main.version=" + version
	s := stamp.Step{
		Name:    "bua",
		Inputs:  []string{"core", "backend", "go.mod", "go.sum"},
		Skip:    func(path string) bool { return strings.HasSuffix(path, "_test.go") },
		Keys:    []string{ldflags, goVersion},
		Outputs: []string{"dist/bua"},
	}
	return h.step(ctx, s, "building dist/bua "+version, func() (string, error) {
		_, err := command.Run(ctx, command.Cmd{Dir: h.root, Argv: []string{
			"go", "build", "-trimpath", "-buildvcs=false", "-ldflags", ldflags, "-o", h.dist("bua"), "./backend/cmd/bua"}})
		if err != nil {
			return "", err
		}
		info, err := os.Stat(h.dist("bua"))
		if err != nil {
			return "", err
		}
		return progress.Size(info.Size()), nil
	})
}

// clean removes what was built.
func clean(_ context.Context, h *workspace, args []string) error {
	if err := noArguments("clean", args); err != nil {
		return err
	}
	if err := os.RemoveAll(h.dist()); err != nil {
		return err
	}
	h.say.Note("clean", "removed dist; tools stay in %s", h.tools.Cache())
	return bundle.Empty(h.path("backend", "extension", "files"))
}

func (h *workspace) has(path string) bool {
	_, err := os.Stat(h.path(filepath.FromSlash(path)))
	return err == nil
}
