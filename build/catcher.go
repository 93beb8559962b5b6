package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/faults"
	"github.com/zapvol/bua/build/progress"
	"github.com/zapvol/bua/build/stamp"
	"github.com/zapvol/bua/build/suite"
	"github.com/zapvol/bua/build/toolchain"
)

// catcher tries the suite on faults. They are planted in a copy; the tree itself stays as
// it is, and shows that a test which fails in the copy passes without the fault.
type catcher struct {
	tree, copy *workspace
	list       []room
	tiny       *toolchain.TinyGo
	say        *progress.Printer
	// built says that the tree's extension is.
	built bool
}

// found is what became of a fault.
type found struct {
	// by is the test that caught it, "" for none.
	by string
	// all says that the default suite had left that test out.
	all bool
	// tried are the rooms whose tests were run.
	tried []string
}

// catcher makes the copy. It always lies in the same place, so that the go command knows
// what it has compiled there before.
func (h *workspace) catcher(ctx context.Context, say *progress.Printer) (*catcher, error) {
	list, err := h.roomList(ctx, []string{"./..."})
	if err != nil {
		return nil, err
	}
	tiny, err := h.tools.TinyGo(ctx)
	if err != nil {
		return nil, err
	}
	root := filepath.Join(h.tools.Cache(), "faults", filepath.Base(h.root))
	if err := copyTree(ctx, h.root, root); err != nil {
		return nil, err
	}
	there := &workspace{root: root, say: say, marks: stamp.Store{Root: root, Dir: filepath.Join(root, "dist", ".stamp")}}
	there.tools = &toolchain.Tools{Root: root, Say: say, Stamps: there.marks}
	here := *h
	here.say = say
	return &catcher{tree: &here, copy: there, list: list, tiny: tiny, say: say}, nil
}

// catch plants a fault and looks for a test that notices it, among those that were picked.
// Error: the fault cannot be planted, or does not compile.
func (c *catcher) catch(ctx context.Context, f faults.Fault, of faultPick) (out found, err error) {
	restore, err := f.PlantIn(c.copy.root)
	if err != nil {
		return found{}, err
	}
	defer func() { err = errors.Join(err, restore()) }()
	if err := c.compiles(ctx, f); err != nil {
		return found{}, err
	}
	c.say.Note("fault", "%s: %s", f.Name, f.Why)
	for _, p := range []pick{{}, {all: true}} {
		if p.all && !of.all {
			break
		}
		for _, b := range batchesOf(f, c.list) {
			if b.browser && of.quick {
				continue
			}
			if !p.all {
				for _, name := range b.rooms {
					out.tried = append(out.tried, short(name))
				}
			}
			if out.by, err = c.try(ctx, b, p); err != nil || out.by != "" || ctx.Err() != nil {
				out.all = p.all
				return out, err
			}
		}
	}
	slices.Sort(out.tried)
	out.tried = slices.Compact(out.tried)
	return out, nil
}

// compiles reports a fault that is no program.
func (c *catcher) compiles(ctx context.Context, f faults.Fault) error {
	argv := []string{c.copy.path("node_modules", ".bin", "tsc"), "--noEmit", "-p", c.copy.path("tsconfig.json")}
	if strings.HasSuffix(f.File, ".go") {
		argv = []string{"go", "build", "./" + filepath.ToSlash(filepath.Dir(f.File))}
	}
	if _, err := command.Run(ctx, command.Cmd{Dir: c.copy.root, Argv: argv}); err != nil {
		return fmt.Errorf("the fault does not compile: %w", err)
	}
	return nil
}

// try runs the tests of a batch in the copy, and returns the first that fails there and
// passes in the tree.
func (c *catcher) try(ctx context.Context, b batch, p pick) (by string, err error) {
	if b.browser {
		if err := c.build(ctx); err != nil {
			return "", err
		}
	}
	args := []string{"-vet=off", "-failfast", "-timeout=1m"}
	if b.browser {
		args = []string{"-vet=off", "-failfast", "-timeout=60m", "-count=1"}
	}
	if b.run != "" {
		args = append(args, "-run="+b.run)
	}
	var skip []string
	for left := b.rooms; len(left) > 0; {
		with := slices.Clone(args)
		if len(skip) > 0 {
			with = append(with, "-skip="+strings.Join(skip, "|"))
		}
		failures := c.run(ctx, c.copy, b, p, append(with, left...)).Sum.Failures
		left = nil
		for _, failed := range failures {
			room := modulePath + "/" + failed.Package
			if failed.Test == "" || !slices.Contains(b.rooms, room) {
				return "", fmt.Errorf("%s failed, and no test of it: see the log", failed.Package)
			}
			alone := suite.Alone(append(slices.Clone(args), room), failed.Test)
			switch again := c.run(ctx, c.tree, b, p, alone).Sum; {
			case again.Failed == 0 && again.Passed > 0:
				return failed.Package + " " + failed.Test, nil
			case again.Failed > 0 && again.Failures[0].Test == "":
				return "", fmt.Errorf("%s cannot be tested in the tree itself: see the log", failed.Package)
			}
			c.say.Note("fault", "%s %s fails without the fault too: it catches nothing", failed.Package, failed.Test)
			skip, left = append(skip, strings.TrimPrefix(alone[0], "-run=")), append(left, room) // those after it have not run
		}
		if len(skip) > mostSkipped {
			return "", errors.New("too many tests fail without the fault: see the log")
		}
	}
	return "", nil
}

// mostSkipped is how many tests of a batch may fail without the fault.
const mostSkipped = 5

// run runs tests in one of the two trees, those with a browser twice before they have
// failed.
func (c *catcher) run(ctx context.Context, h *workspace, b batch, p pick, args []string) *suite.Suite {
	list := rooms{}
	if b.browser {
		list.browsers = b.rooms
	}
	s := &suite.Suite{Root: h.root, Module: modulePath, Say: c.say, Env: environment(h, p, list, c.tiny)}
	s.Go(ctx, suite.Run{Step: "fault", What: strings.Join(args, " "), Again: b.browser}, args...)
	s.Again(ctx)
	return s
}

// build makes what a browser runs: once in the tree, which the copy begins with, and then
// what the fault changes of it.
func (c *catcher) build(ctx context.Context) error {
	list := rooms{browsers: drivers, built: true}
	if !c.built {
		if err := ready(ctx, c.tree, list); err != nil {
			return err
		}
		for _, dir := range []string{"dist/.stamp", "dist/extension", "backend/extension/files"} {
			if err := os.RemoveAll(c.copy.path(dir)); err != nil {
				return err
			}
			if err := os.CopyFS(c.copy.path(dir), os.DirFS(c.tree.path(dir))); err != nil {
				return err
			}
		}
		c.built = true
	}
	return ready(ctx, c.copy, list)
}

func short(room string) string { return strings.TrimPrefix(room, modulePath+"/") }
