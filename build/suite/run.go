package suite

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/zapvol/bua/build/command"
	"github.com/zapvol/bua/build/progress"
)

// Suite runs tests in one tree. Several runners may run at once.
type Suite struct {
	Root string
	// Module is the tree's module path, left out of the names of packages.
	Module string
	Say    *progress.Printer
	// Env is added to every runner's environment.
	Env []string
	// Reap measures what the tests leave behind as well. The program must call
	// [command.Reap] for that.
	Reap bool
	// Events gets what `go test -json` says, when it is set.
	Events io.Writer
	// Sum is what the runners said that have ended.
	Sum Tally
	// Parts are those of which the costs are printed, in this order.
	Parts []Part
	// Costs are what the runners took.
	Costs Costs
	// Flaky are the tests that failed and passed when they ran once more, alone.
	Flaky []string

	again []again
	mu    sync.Mutex // guards Sum, Costs and again while runners run
}

// Run is one call of a runner.
type Run struct {
	// Step and What are what the person reads meanwhile.
	Step, What string
	// Part and Name are what its cost is counted under.
	Part, Name string
	// Again has the tests that fail in it run once more, alone, at the end.
	Again bool
}

// Check runs one check that has no runner: it passes or fails as a whole, and
// its failure is printed in full.
func (s *Suite) Check(ctx context.Context, r Run, f func(context.Context) error) {
	if s.Do(ctx, r, f) {
		s.add(Tally{Passed: 1})
	}
}

// Do runs what comes before a test, and reports whether it has gone well. Only a failure
// counts.
func (s *Suite) Do(ctx context.Context, r Run, f func(context.Context) error) bool {
	ctx, done := s.meter(ctx, r)
	err := s.Say.Do(r.Step, r.What, func() (string, error) { return "", f(ctx) })
	done("")
	if err != nil {
		s.add(Tally{Failed: 1, Failures: []Failure{{Step: r.Step, Package: r.What}}})
		s.Say.Note(r.Step, "FAIL %v", err)
	}
	return err == nil
}

// Go runs `go test -json` with further arguments.
func (s *Suite) Go(ctx context.Context, r Run, args ...string) {
	sum := s.gotest(ctx, r, args)
	if r.Again {
		s.keep(r, args, sum.Failures)
	}
	s.add(sum)
}

// gotest runs `go test -json` and counts its cost, not its tests.
func (s *Suite) gotest(ctx context.Context, r Run, args []string) Tally {
	ctx, done := s.meter(ctx, r)
	count, counted := counting()
	defer counted()
	call := command.Cmd{Dir: s.Root, Env: append(s.Env[:len(s.Env):len(s.Env)], CountEnv+"="+count), Argv: append([]string{"go", "test", "-json"}, args...)}
	if s.Reap {
		call = command.Reaped(call)
	}
	in := newReader(s.Say, r.Step, s.Module)
	if s.Events != nil {
		in.keep = s.event
	}
	var stray string
	err := s.Say.Do(r.Step, r.What, func() (string, error) {
		return "", run(ctx, call, func(out io.Reader) (err error) {
			stray, err = in.read(out)
			return err
		})
	})
	done(count)
	return s.close(in, r, stray, err)
}

// event keeps one line of several runners.
func (s *Suite) event(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = io.WriteString(s.Events, line)
}

// Program runs one package's compiled test program, verbose, in dir. What it says when all
// has passed is kept in a file, and read there when it is to run again.
func (s *Suite) Program(ctx context.Context, r Run, pkg, dir, passed string, argv []string) {
	ctx, done := s.meter(ctx, r)
	in := newReader(s.Say, r.Step, s.Module)
	began, action := time.Now(), "pass"
	var said bytes.Buffer
	kept, err := os.ReadFile(passed)
	if err == nil {
		_ = in.plain(pkg, bytes.NewReader(kept))
		in.take(event{Action: "output", Package: pkg, Output: "ok\t(cached)\n"})
	} else if err = run(ctx, command.Cmd{Dir: dir, Env: s.Env, Argv: argv}, func(out io.Reader) error { return in.plain(pkg, io.TeeReader(out, &said)) }); err != nil {
		action = "fail"
	}
	done("")
	in.take(event{Action: action, Package: pkg, Elapsed: time.Since(began).Seconds()})
	sum := s.close(in, r, "", err)
	if said.Len() > 0 && sum.Failed == 0 {
		half := passed + "-unfinished" // another tree may read it
		if os.WriteFile(half, said.Bytes(), 0o644) != nil || os.Rename(half, passed) != nil {
			s.Say.Note(r.Step, "%s is not kept: the program runs again next time", passed)
		}
	}
	s.add(sum)
}

// run runs a tool and hands its output on while it comes.
func run(ctx context.Context, call command.Cmd, read func(io.Reader) error) error {
	in, out := io.Pipe()
	call.Out = out
	done := make(chan error, 1)
	go func() {
		_, err := command.Run(ctx, call)
		_ = out.Close()
		done <- err
	}()
	err := read(in)
	_ = in.CloseWithError(errors.Join(err, io.ErrClosedPipe)) // a tool that still writes must not hang
	return errors.Join(err, <-done)
}

// meter measures what a runner takes until done is called.
func (s *Suite) meter(ctx context.Context, r Run) (metered context.Context, done func(count string)) {
	began := time.Now()
	ctx, m := command.Metered(ctx)
	return ctx, func(count string) {
		c := Cost{Part: r.Part, Name: r.Name, Seconds: time.Since(began).Seconds(), Processor: m.Spent().Seconds()}
		c.Browsers, c.Tabs = counted(count)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.Costs.Add(c)
	}
}

func (s *Suite) close(in *reader, r Run, stray string, err error) Tally {
	sum := in.finish()
	if err != nil && sum.Failed == 0 {
		// The runner failed before it could report a test.
		sum.Failed++
		sum.Failures = append(sum.Failures, Failure{Package: r.What})
		s.Say.Note(r.Step, "FAIL %v", err)
	} else if text := strings.TrimSpace(stray); text != "" && sum.Failed > 0 {
		s.Say.Note(r.Step, "%s", text)
	}
	for i := range sum.Failures {
		sum.Failures[i].Step = r.Step
	}
	for i, f := range sum.Skips {
		sum.Skips[i] = r.Step + " " + f
	}
	for i := range sum.Slow {
		sum.Slow[i].Name = r.Step + " " + sum.Slow[i].Name
	}
	return sum
}

func (s *Suite) add(t Tally) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Sum.Add(t)
}
