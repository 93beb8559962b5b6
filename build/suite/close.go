package suite

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// slowest is how many of the slowest tests are listed.
const slowest = 20

// Close prints what the suite took, the slowest tests, the skipped ones with their
// reasons, the flaky ones, what failed, what was left to -all, and the closing line. It
// reports whether the suite has passed; often are flaky tests that were so in earlier
// runs too.
func (s *Suite) Close(w io.Writer, often []string) bool {
	line := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format+"\n", args...) }
	list := func(title string, names []string) {
		if len(names) > 0 {
			line("\n%s:", title)
			for _, name := range names {
				line("    %s", name)
			}
		}
	}
	s.costs(line)
	if slow := s.Sum.Slowest(slowest); len(slow) > 0 {
		line("\nslowest tests:")
		for _, t := range slow {
			line("    %7.1f s  %s", t.Seconds, t.Name)
		}
	}
	list("skipped", s.Sum.Skips)
	list("flaky", s.Flaky)
	var failed []string
	for _, f := range s.Sum.Failures {
		failed = append(failed, f.Name())
	}
	if len(s.Flaky) > tolerated {
		failed = append(failed, fmt.Sprintf("more than %d tests are flaky", tolerated))
	}
	for _, name := range often {
		failed = append(failed, name+" is flaky in "+fmt.Sprint(repeated)+" of the last "+fmt.Sprint(remembered)+" runs")
	}
	s.Sum.Failed += len(failed) - len(s.Sum.Failures)
	list("failed", failed)
	if len(s.Sum.Left) > 0 {
		line("\n%s", left(s.Sum.Left))
	} else {
		line("")
	}
	line("%s", s.Sum.String())
	return s.Sum.Failed == 0
}

// costs prints what each part took, beside what it may take, and each piece of it.
func (s *Suite) costs(line func(format string, args ...any)) {
	if len(s.Costs) == 0 {
		return
	}
	row := func(name, budget string, c Cost) {
		line("%-44s %8.1f %10.1f %8s %9d %6d", name, c.Seconds/60, c.Processor/60, budget, c.Browsers, c.Tabs)
	}
	line("\n%-44s %8s %10s %8s %9s %6s", "minutes", "took", "processor", "budget", "browsers", "tabs")
	for _, p := range s.Parts {
		if sum := s.Costs.Of(p.Name); sum.Seconds > 0 {
			row(p.Name, fmt.Sprintf("%.1f", p.Minutes), sum)
		}
		for _, c := range s.Costs.Sorted() {
			if c.Part == p.Name && c.Name != p.Name {
				row("    "+c.Name, "", c)
			}
		}
	}
	row("together", "", s.Costs.Of(""))
}

// left says how many tests were left to -all, by the rule.
func left(by map[string]int) string {
	total := 0
	var rules []string
	for _, why := range slices.Sorted(maps.Keys(by)) {
		total += by[why]
		rules = append(rules, fmt.Sprintf("%d (%s)", by[why], why))
	}
	return fmt.Sprintf("%d left to -all: %s", total, strings.Join(rules, ", "))
}
