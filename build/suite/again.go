package suite

import (
	"context"
	"regexp"
	"strings"
)

// again is a test that is to run once more.
type again struct {
	run  Run
	args []string
	test Failure
}

const (
	// most is how many tests that failed run once more. Where more have failed, it is
	// not chance.
	most = 10
	// tolerated is how many flaky tests a suite may have and still pass.
	tolerated = 3
)

// keep remembers the tests of a run that failed and ended by themselves. One that never
// ended took others down with it, which have not run: there once more alone proves
// nothing.
func (s *Suite) keep(r Run, args []string, failures []Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range failures {
		if f.Test != "" && f.Ended {
			s.again = append(s.again, again{r, args, f})
		}
	}
}

// Again runs the tests that have failed once more, one after another, alone. One that
// passes then counts as passed, and is flaky. A row that fails alone may need the rows
// before it: its whole test runs then.
func (s *Suite) Again(ctx context.Context) {
	if len(s.again) > most {
		s.Say.Note("again", "%d tests failed: too many to be chance, none of them runs once more", len(s.again))
		return
	}
	for _, a := range s.again {
		if ctx.Err() != nil {
			return
		}
		passed := s.alone(ctx, a, a.test.Test)
		if whole, _, row := strings.Cut(a.test.Test, "/"); row && passed == 0 && s.alone(ctx, a, whole) > 0 {
			passed = 1
		}
		if passed > 0 {
			s.Flaky = append(s.Flaky, a.test.Name())
			s.Sum.forgive(a.test, passed)
		}
	}
}

// alone runs one test and says how many passed, none where one failed.
func (s *Suite) alone(ctx context.Context, a again, test string) int {
	r := a.run
	r.What = "once more, alone: " + a.test.Package + " " + test
	if sum := s.gotest(ctx, r, Alone(a.args, test)); sum.Failed == 0 {
		return sum.Passed
	}
	return 0
}

// Alone are the arguments that run one test of those that args run.
func Alone(args []string, test string) []string {
	var out []string
	for _, arg := range args {
		if !strings.HasPrefix(arg, "-run=") && !strings.HasPrefix(arg, "-parallel=") {
			out = append(out, arg)
		}
	}
	var levels []string
	for _, level := range strings.Split(test, "/") {
		levels = append(levels, "^"+regexp.QuoteMeta(level)+"$")
	}
	return append([]string{"-run=" + strings.Join(levels, "/"), "-parallel=1"}, out...)
}
