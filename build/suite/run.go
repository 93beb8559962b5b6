package suite

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	// Sum is what the runners said that have ended.
	Sum Tally

	mu sync.Mutex // guards Sum while runners run
}

// Check runs one check that has no runner: it passes or fails as a whole, and
// its failure is printed in full.
func (s *Suite) Check(name, what string, f func() error) {
	err := s.Say.Do(name, what, func() (string, error) { return "", f() })
	if err == nil {
		s.add(Tally{Passed: 1})
		return
	}
	s.add(Tally{Failed: 1, Failures: []string{name + ": " + what}})
	s.Say.Note(name, "FAIL %v", err)
}

// Go runs `go test -json` with further arguments.
func (s *Suite) Go(ctx context.Context, step, what string, args ...string) {
	call := command.Cmd{Dir: s.Root, Env: s.Env, Argv: append([]string{"go", "test", "-json"}, args...)}
	r := newReader(s.Say, step, s.Module)
	var stray string
	err := s.Say.Do(step, what, func() (string, error) {
		return "", run(ctx, call, func(out io.Reader) (err error) {
			stray, err = r.read(out)
			return err
		})
	})
	s.close(r, step, what, stray, err)
}

// Program runs one package's compiled test program, verbose, in dir.
func (s *Suite) Program(ctx context.Context, step, pkg, dir string, argv []string) {
	what := "testing " + strings.TrimPrefix(pkg, s.Module+"/")
	r := newReader(s.Say, step, s.Module)
	began := time.Now()
	err := run(ctx, command.Cmd{Dir: dir, Env: s.Env, Argv: argv}, func(out io.Reader) error { return r.plain(pkg, out) })
	action := "pass"
	if err != nil {
		action = "fail"
	}
	r.take(event{Action: action, Package: pkg, Elapsed: time.Since(began).Seconds()})
	s.close(r, step, what, "", err)
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

func (s *Suite) close(r *reader, step, what, stray string, err error) {
	sum := r.finish()
	if err != nil && sum.Failed == 0 {
		// The runner failed before it could report a test.
		sum.Failed++
		sum.Failures = append(sum.Failures, step+": "+what)
		s.Say.Note(step, "FAIL %v", err)
	} else if text := strings.TrimSpace(stray); text != "" && sum.Failed > 0 {
		s.Say.Note(step, "%s", text)
	}
	for i, f := range sum.Failures {
		sum.Failures[i] = step + " " + f
	}
	for i, f := range sum.Skips {
		sum.Skips[i] = step + " " + f
	}
	for i := range sum.Slow {
		sum.Slow[i].Name = step + " " + sum.Slow[i].Name
	}
	s.add(sum)
}

func (s *Suite) add(t Tally) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Sum.Add(t)
}

// slowest is how many of the slowest tests are listed.
const slowest = 20

// Close prints the slowest tests, the skipped ones with their reasons, what
// failed, and the closing line. It reports whether everything passed.
func (s *Suite) Close(w io.Writer) bool {
	line := func(text string) { _, _ = io.WriteString(w, text+"\n") }
	if list := s.Sum.Slowest(slowest); len(list) > 0 {
		line("\nslowest tests:")
		for _, t := range list {
			line(fmt.Sprintf("    %7.1f s  %s", t.Seconds, t.Name))
		}
	}
	if len(s.Sum.Skips) > 0 {
		line("\nskipped:")
		for _, skip := range s.Sum.Skips {
			line("    " + skip)
		}
	}
	if len(s.Sum.Failures) > 0 {
		line("\nfailed:")
		for _, f := range s.Sum.Failures {
			line("    " + f)
		}
	}
	line("")
	line(s.Sum.String())
	return s.Sum.Failed == 0
}
