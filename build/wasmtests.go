package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/stamp"
	"github.com/zapvol/bua/build/suite"
	"github.com/zapvol/bua/build/toolchain"
)

// inWasm runs the tests of a room of core, or of its ports on the seam, as the
// worker would run them: compiled by TinyGo, in a wasm instance. Compiling is
// the slow part, so a program is kept for all trees of this machine, under a name that
// says what it was made of, and TinyGo does not optimise: that takes four times as long, and the
// optimised program is what the vectors and the specs in a browser run. What a program
// said when it passed lies beside it, and is read instead of running it again.
func inWasm(ctx context.Context, h *workspace, s *suite.Suite, tiny *toolchain.TinyGo, pkg string) {
	rel := strings.TrimPrefix(pkg, modulePath+"/")
	r := suite.Run{Step: "wasm", What: "compiling the tests of " + rel, Part: partTinyGo, Name: rel}
	program := ""
	if !s.Do(ctx, r, func(ctx context.Context) (err error) {
		program, err = testProgram(ctx, h, tiny, pkg)
		return err
	}) {
		return
	}
	r.What = "testing " + rel
	s.Program(ctx, r, pkg, h.path(filepath.FromSlash(rel)), program+".passed", tiny.Emulate(program))
}

// arguments are what a test program in wasm has for a command line: there is
// no other way to hand it one, and only -test.v makes it name its tests.
const arguments = "-X runtime.osArgs=-test.v"

// testProgram returns the path of a room's test program, and compiles what is not there.
func testProgram(ctx context.Context, h *workspace, tiny *toolchain.TinyGo, pkg string) (string, error) {
	rel := strings.TrimPrefix(pkg, modulePath+"/")
	target, err := os.ReadFile(tiny.Target)
	if err != nil {
		return "", err
	}
	inputs, err := madeOf(ctx, h.root, pkg)
	if err != nil {
		return "", err
	}
	inputs.Keys = []string{tiny.Version, string(target), "-opt=0", arguments}
	key, err := h.marks.Key(inputs)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(h.tools.Cache(), "tests")
	name := strings.ReplaceAll(rel, "/", "-")
	out := filepath.Join(dir, name+"-"+key+".wasm")
	if _, err := os.Stat(out); err == nil {
		h.say.Note("wasm", "the program of %s: cached, nothing has changed that it is made of", rel)
		return out, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if err := forget(dir, name); err != nil {
		return "", err
	}
	half := out + "-unfinished.wasm"
	_, err = command.Run(ctx, command.Cmd{Dir: h.root, Env: tiny.Env, Argv: []string{
		tiny.Path, "test", "-target", tiny.Target, "-opt=0", "-ldflags", arguments, "-c", "-o", half, pkg}})
	if err != nil {
		return "", err
	}
	return out, os.Rename(half, out)
}

// madeOf is what a room's test program is made of: the room's folder with all that its
// tests may read, and the files of each room that it imports.
func madeOf(ctx context.Context, root, pkg string) (stamp.Step, error) {
	out, err := command.Output(ctx, command.Cmd{Dir: root, Argv: []string{"go", "list", "-deps", "-test", "-tags=tinygo",
		"-f", "{{if .Module}}{{if .Module.Main}}{{.Dir}}{{end}}{{end}}", pkg}})
	if err != nil {
		return stamp.Step{}, err
	}
	own := filepath.Join(root, filepath.FromSlash(strings.TrimPrefix(pkg, modulePath+"/")))
	rooms := strings.Fields(out)
	slices.Sort(rooms)
	rooms = slices.Compact(rooms)
	return stamp.Step{Inputs: append(rooms, "go.mod", "go.sum"), Skip: func(path string) bool {
		dir := filepath.Dir(path)
		if dir == own || strings.HasPrefix(dir, own+string(filepath.Separator)) {
			return false
		}
		return strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".go") && !slices.Contains(rooms, dir)
	}}, nil
}

// forget removes the programs of a room that are older than a day.
func forget(dir, name string) error {
	old, err := filepath.Glob(filepath.Join(dir, name+"-*.wasm*"))
	if err != nil {
		return err
	}
	for _, path := range old {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
			_ = os.Remove(path) // another build may have been faster
		}
	}
	return nil
}
