package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/zapvol/bua/build/progress"
	"github.com/zapvol/bua/build/size"
	"github.com/zapvol/bua/build/suite"
	"github.com/zapvol/bua/build/toolchain"
)

const modulePath = "github.com/zapvol/bua"

// test runs the default suite, all there is, what needs no browser, or what was
// picked. What fails does not keep the rest from running, except a build that fails:
// nothing after it would mean anything.
func test(ctx context.Context, h *workspace, args []string) error {
	p, err := pickOf(args)
	if err != nil {
		return err
	}
	list, err := h.roomsOf(ctx, p)
	if err != nil {
		return err
	}
	history, err := suite.History(h.dist())
	if err != nil {
		return err
	}
	start, began := time.Now(), suite.ReadTree(ctx, h.root)
	s := &suite.Suite{Root: h.root, Module: modulePath, Say: h.say, Parts: parts, Reap: true}
	built := s.Do(ctx, suite.Run{Step: "build", What: "fetching tools and building what the tests need", Part: partBuild, Name: partBuild}, func(ctx context.Context) error {
		return ready(ctx, h, list)
	})
	if built {
		events := h.dist("suite-events.json")
		if p.all && !p.picked() {
			f, err := os.Create(events)
			if err != nil {
				return err
			}
			defer f.Close()
			s.Events = f
		}
		jobs := tests(ctx, h, s, p, list)
		if p.whole() {
			jobs = append(jobs, checks(ctx, h, s)...)
		}
		together(ctx, jobs)
		s.Again(ctx)
		if p.all && !p.picked() && ctx.Err() == nil { // alone, since its compilers would make what is tested late
			s.Check(ctx, suite.Run{Step: "package", What: "making the release twice, in two folders", Part: partRelease, Name: partRelease}, func(ctx context.Context) error {
				return packTwice(ctx, h)
			})
		}
		if s.Events != nil && ctx.Err() == nil {
			s.Check(ctx, suite.Run{Step: "trust", What: "showing the table of threats and faults", Part: partTrust, Name: partTrust}, func(ctx context.Context) error {
				return trust(ctx, h, []string{"-events", events})
			})
		}
	}
	if err := ctx.Err(); err != nil {
		return err // what an interrupt broke off proves nothing
	}
	h.say.Note("test", "took %s", progress.Elapsed(time.Since(start)))
	if len(list.other) > 0 {
		h.say.Note("test", "%d rooms run under TinyGo with -all alone: they have no file for it", len(list.other))
	}
	passed := s.Close(os.Stdout, suite.Often(history, s.Flaky))
	if p.whole() { // a part of the tests says nothing of the commit
		record := s.Record(p.size(), time.Since(start))
		if record.Of(began, suite.ReadTree(ctx, h.root)) {
			h.say.Note("test", "the tree has changed since the run began: it says nothing of one commit")
		}
		if err := suite.Keep(h.dist(), history, record); err != nil {
			return err
		}
	}
	if !passed {
		return errSaid
	}
	return nil
}

// ready fetches the tools and builds what the tests need: `all` without writing
// generated files and without the budget, for the tests say when these are not as they
// should be. The binary is for what has a browser.
func ready(ctx context.Context, h *workspace, list rooms) error {
	needs := [][]toolchain.Need{toolchain.Race, toolchain.Node, toolchain.Git}
	if len(list.browsers) > 0 {
		needs = append(needs, toolchain.Browser)
		if runtime.GOOS == "linux" { // elsewhere there is no X server, and the specs of the focus say so, as those of PDFs do
			needs = append(needs, toolchain.Display, toolchain.PDF)
		}
	}
	if err := h.tools.Packages(ctx, needs...); err != nil {
		return err
	}
	var steps []func(context.Context, *workspace, []string) error
	if list.built {
		steps = append(steps, wasm, ui)
	}
	if len(list.browsers) > 0 {
		steps = append(steps, binary)
	}
	for _, step := range steps {
		if err := step(ctx, h, nil); err != nil {
			return err
		}
	}
	return nil
}

// tests are the runners' part: the rooms, core again in wasm, and what crosses rooms,
// real browsers included, a package a job. Within a package as many browsers are tested at
// once as there are processors.
func tests(ctx context.Context, h *workspace, s *suite.Suite, p pick, list rooms) (jobs []func()) {
	tiny, err := h.tools.TinyGo(ctx)
	if err != nil {
		s.Check(ctx, suite.Run{Step: "tinygo", What: "finding TinyGo", Part: partBuild, Name: "tinygo"}, func(context.Context) error { return err })
		return nil
	}
	s.Env = environment(h, p, list, tiny)
	common := []string{"-vet=off"}
	if p.run != "" {
		common = append(common, "-run="+p.run)
	}
	across := func(names []string) {
		for _, name := range names {
			args := slices.Concat(common, []string{"-count=1", "-parallel=" + fmt.Sprint(runtime.NumCPU()), "-timeout=60m", name})
			rel := strings.TrimPrefix(name, modulePath+"/")
			r := suite.Run{Step: "across", What: "testing " + rel, Part: partOf(rel), Name: rel, Again: slices.Contains(list.browsers, name)}
			half, two := halves[rel]
			if !two || p.run != "" {
				jobs = append(jobs, func() { s.Go(ctx, r, args...) })
				continue
			}
			for n, flag := range []string{"-run=" + half, "-skip=" + half} {
				r := r
				r.Name = fmt.Sprintf("%s %d/2", rel, n+1)
				jobs = append(jobs, func() { s.Go(ctx, r, append([]string{flag}, args...)...) })
			}
		}
	}
	rooms := func(what, name string, names []string, flags ...string) {
		if len(names) > 0 {
			args := slices.Concat(common, flags, []string{"-timeout=30m"}, names) // the first on a machine builds tools of its own
			jobs = append(jobs, func() {
				s.Go(ctx, suite.Run{Step: "native", What: "testing " + what, Part: partRooms, Name: name}, args...)
			})
		}
	}
	first, rest := longest(list.across)
	across(first)
	rooms("the rooms that start goroutines, with the race detector", "with the race detector", list.raced, "-race")
	rooms("the rooms that start none", "without it", list.plain)
	for _, pkg := range list.worker {
		jobs = append(jobs, func() { inWasm(ctx, h, s, tiny, pkg) })
	}
	across(rest)
	return jobs
}

// environment is what a test may need to build for the worker itself (see tests/deps
// for what it may not assume), and what it is told of the run.
func environment(h *workspace, p pick, list rooms, tiny *toolchain.TinyGo) []string {
	env := append([]string{"BUA_TINYGO=" + tiny.Path, "BUA_TINYGO_TARGET=" + tiny.Target}, tiny.Env...)
	env = append(env, "CGO_ENABLED=1", "IS_NO_COLOR=true")
	if p.chosen() {
		env = append(env, size.Env+"="+size.Default)
	}
	if len(list.browsers) > 0 {
		env = append(env, "BUA_BINARY="+h.dist("bua"))
		env = append(env, countBrowsers(h)...)
	}
	return env
}
