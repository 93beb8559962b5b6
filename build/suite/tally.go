// Package suite runs the tests and counts them: `go test`, `tinygo test`, and
// the checks that have no runner of their own. It decides what counts as one
// test and how a failure is shown; every number it prints comes from an event
// that a runner gave.
package suite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zapvol/bua/build/size"
)

// Tally is what the runners said.
type Tally struct {
	Passed, Failed, Skipped int
	// Skips are the skipped tests with their reasons.
	Skips []string
	// Left counts the tests that are left to -all, by their reason.
	Left map[string]int
	// Failures are what failed, to be repeated at the end.
	Failures []Failure
	// Slow are the tests that took time, each with all that is below it.
	Slow []Timed
}

// Failure is one test that failed, or what failed as a whole.
type Failure struct {
	// Step is the runner's, Package the package or what else failed.
	Step, Package string
	// Test is "" where no test of the package has failed.
	Test string
	// Ended says that the test came to its end, and its package too.
	Ended bool
}

// Name is what is read of it.
func (f Failure) Name() string {
	return strings.Join(slices.DeleteFunc([]string{f.Step, f.Package, f.Test}, func(s string) bool { return s == "" }), " ")
}

// Timed is how long a test took.
type Timed struct {
	Name    string
	Seconds float64
}

// Add adds what another runner said.
func (t *Tally) Add(o Tally) {
	t.Passed += o.Passed
	t.Failed += o.Failed
	t.Skipped += o.Skipped
	t.Skips = append(t.Skips, o.Skips...)
	t.Failures = append(t.Failures, o.Failures...)
	for why, n := range o.Left {
		t.leave(why, n)
	}
	t.Slow = append(t.Slow, o.Slow...)
}

func (t *Tally) leave(why string, n int) {
	if t.Left == nil {
		t.Left = map[string]int{}
	}
	t.Left[why] += n
}

// forgive counts a test that failed as passed: as so many, where it had failed before
// its own tests began.
func (t *Tally) forgive(f Failure, passed int) {
	t.Failed--
	t.Passed += passed
	t.Failures = slices.DeleteFunc(t.Failures, func(o Failure) bool { return o == f })
}

// String is the closing line.
func (t Tally) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", t.Passed, t.Failed, t.Skipped)
}

// Slowest are the n tests that took longest, the slowest first.
func (t Tally) Slowest(n int) []Timed {
	out := slices.SortedStableFunc(slices.Values(t.Slow), func(a, b Timed) int { return cmp.Compare(b.Seconds, a.Seconds) })
	return out[:min(n, len(out))]
}

// test is one test that a runner reported.
type test struct {
	name    string
	result  string // pass, fail, skip; "" while it runs
	seconds float64
	output  []string
}

// pack is what one run of one package's tests has said so far.
type pack struct {
	name   string
	tests  map[string]*test
	order  []string
	output []string // outside of any test
}

func newPack(name string) *pack { return &pack{name: name, tests: map[string]*test{}} }

func (p *pack) test(name string) *test {
	t := p.tests[name]
	if t == nil {
		t = &test{name: name}
		p.tests[name] = t
		p.order = append(p.order, name)
	}
	return t
}

// tally counts the package once it has ended. A test with sub-tests counts
// through these; it counts itself only when it failed and none of them did. A
// test that never ended (a crash took it down) has failed. A package that
// failed without a failed test is one failure: it did not compile, or broke
// outside of its tests.
func (p *pack) tally(ok bool) Tally {
	var t Tally
	parent := map[string]bool{}
	childFailed := map[string]bool{}
	for _, name := range p.order {
		failed := p.failed(name)
		for up := above(name); up != ""; up = above(up) {
			parent[up] = true
			childFailed[up] = childFailed[up] || failed
		}
	}
	spent := p.spent()
	ended := slices.Contains(p.output, "FAIL\n") // its own word; a panic or a time limit leaves it out
	for _, name := range p.order {
		one := p.tests[name]
		if above(name) == "" && spent[name] > 0 {
			t.Slow = append(t.Slow, Timed{p.name + " " + name, spent[name]})
		}
		switch {
		case p.failed(name):
			if !parent[name] || !childFailed[name] {
				t.Failed++
				t.Failures = append(t.Failures, Failure{Package: p.name, Test: name, Ended: ended})
			}
		case parent[name]:
		case one.result == "skip":
			why := reason(one.output)
			if rule, is := strings.CutPrefix(why, size.Left); is {
				t.leave(rule, 1)
				break
			}
			t.Skipped++
			t.Skips = append(t.Skips, p.name+" "+name+": "+why)
		default:
			t.Passed++
		}
	}
	if !ok && t.Failed == 0 {
		t.Failed++
		t.Failures = append(t.Failures, Failure{Package: p.name})
	}
	return t
}

// spent is how long each test took with all that is below it. A test does not
// count the time of sub-tests that ran side by side; here it is their sum.
func (p *pack) spent() map[string]float64 {
	below := map[string]float64{}
	out := map[string]float64{}
	for _, name := range slices.Backward(p.order) { // a sub-test comes after its parent
		out[name] = max(p.tests[name].seconds, below[name])
		if up := above(name); up != "" {
			below[up] += out[name]
		}
	}
	return out
}

func (p *pack) failed(name string) bool {
	r := p.tests[name].result
	return r == "fail" || r == ""
}

// above returns the test that a sub-test belongs to, "" for a test of its own.
func above(name string) string {
	i := strings.LastIndex(name, "/")
	if i < 0 {
		return ""
	}
	return name[:i]
}

// reason is what a skipped test said.
func reason(output []string) string {
	var said []string
	for _, line := range output {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "=== ") || strings.HasPrefix(line, "--- ") {
			continue
		}
		// "file_test.go:12: reason"
		if _, rest, ok := strings.Cut(line, ".go:"); ok {
			if _, text, ok := strings.Cut(rest, ": "); ok {
				line = text
			}
		}
		said = append(said, line)
	}
	if len(said) == 0 {
		return "no reason given"
	}
	return strings.Join(said, " ")
}

// report returns everything that a failed package said, failed tests first.
func (p *pack) report() string {
	var b strings.Builder
	names := slices.Clone(p.order)
	for _, name := range names {
		if p.failed(name) {
			for _, line := range p.tests[name].output {
				b.WriteString(line)
			}
		}
	}
	for _, line := range p.output {
		b.WriteString(line)
	}
	return strings.TrimRight(b.String(), "\n")
}
