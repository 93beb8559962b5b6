package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// state is what became of a row. Only green says that all of it was shown.
type state string

const (
	green state = "green"
	part  state = "part" // something of it was skipped; the row says why
	red   state = "RED"
	none  state = "not" // nothing of it can be had here; the row says why
)

// event is one line of `go test -json` (see `go doc test2json`).
type event struct{ Action, Test, Output string }

// told is what one run of go test said: its tests by name, in their order.
type told struct {
	tests map[string]*one
	order []string
	rest  []string // what no test said: the compiler, a crash
	end   string   // how the package ended; "" if it never said
}

type one struct {
	end    string // pass, fail, skip; "" if it never ended
	output []string
}

// listen reads what `go test -json` says. Lines that are no events are kept
// with what no test said.
func listen(in io.Reader) (*told, error) {
	o := &told{tests: map[string]*one{}}
	for lines := bufio.NewReader(in); ; {
		line, err := lines.ReadString('\n')
		if line != "" {
			var e event
			if json.Unmarshal([]byte(line), &e) != nil || e.Action == "" {
				e = event{Action: "output", Output: line}
			}
			o.take(e)
		}
		if err == io.EOF {
			return o, nil
		} else if err != nil {
			return o, err
		}
	}
}

func (o *told) take(e event) {
	ends := e.Action == "pass" || e.Action == "fail" || e.Action == "skip"
	if e.Test == "" {
		if e.Output != "" {
			o.rest = append(o.rest, strings.TrimRight(e.Output, "\n"))
		}
		if ends {
			o.end = e.Action
		}
		return
	}
	t := o.tests[e.Test]
	if t == nil {
		t = &one{}
		o.tests[e.Test] = t
		o.order = append(o.order, e.Test)
	}
	if e.Output != "" {
		t.output = append(t.output, colour.ReplaceAllString(strings.TrimRight(e.Output, "\n"), ""))
	}
	if ends {
		t.end = e.Action
	}
}

// judge decides what a run of a proof shows. failed is how go test itself
// ended; forks tells which tests of the package exist to run sub-tests.
// A run is green only if each alternative of the pattern ran a test that
// passed, each test with sub-tests ran one, and nothing was skipped.
func (p proof) judge(o *told, failed error, forks map[string]bool) (state, []string) {
	if broken := o.broken(); len(broken) > 0 {
		return red, broken
	}
	switch {
	case o.end != "pass" && o.end != "skip":
		return red, append([]string{"the tests of " + p.pkg + " never said how they ended, or did not run:"}, tail(o.rest, 30)...)
	case failed != nil:
		return red, append([]string{p.pkg + ": " + failed.Error()}, tail(o.rest, 30)...)
	}
	var said []string
	for _, way := range alternatives(p.run) {
		if !slices.ContainsFunc(o.order, func(name string) bool { return matches(way, name) }) {
			said = append(said, fmt.Sprintf("%s has no test that matches %s", p.pkg, way))
		}
	}
	for _, name := range o.order {
		if forks[name] && o.tests[name].end == "pass" && !o.parent(name) {
			said = append(said, fmt.Sprintf("%s ran without a sub-test", name))
		}
	}
	if len(said) > 0 {
		return red, said
	}
	skipped, shown := o.skips()
	for _, s := range skipped {
		if strings.HasSuffix(s, ": ") {
			return red, []string{s + "it was skipped and does not say why"}
		}
	}
	switch {
	case len(skipped) == 0:
		return green, o.figures()
	case !shown:
		return none, skipped
	}
	return part, append(skipped, o.figures()...)
}

// broken are the last lines of each test that failed or never ended. A test
// whose sub-tests failed only repeats them, unless it said something itself.
func (o *told) broken() []string {
	var said []string
	for _, name := range o.order {
		t := o.tests[name]
		if t.end == "pass" || t.end == "skip" {
			continue
		}
		lines := slices.DeleteFunc(slices.Clone(t.output), func(line string) bool {
			line = strings.TrimSpace(line)
			return line == "" || strings.HasPrefix(line, "=== ") || strings.HasPrefix(line, "--- ")
		})
		if len(lines) == 0 && o.parent(name) {
			continue
		}
		how := " failed:"
		if t.end == "" {
			how = " never ended:"
		}
		said = append(append(said, name+how), telling(lines)...)
		if len(lines) == 0 || t.end == "" {
			said = append(said, tail(o.rest, 30)...)
		}
	}
	return said
}

// telling are the last twenty lines with which a test began to say something, of
// which one is the assertion, and the last lines of all. A long log that a
// failing test adds at its end, over many lines, hides none of them.
func telling(lines []string) []string {
	var begun []string
	for _, line := range lines {
		if where.MatchString(line) {
			begun = append(begun, line)
		}
	}
	begun = tail(begun, 20)
	for _, line := range tail(lines, 5) {
		if !where.MatchString(line) {
			begun = append(begun, line)
		}
	}
	return begun
}

// parent says whether a test ran sub-tests.
func (o *told) parent(name string) bool {
	return slices.ContainsFunc(o.order, func(other string) bool { return strings.HasPrefix(other, name+"/") })
}

// colour is what a terminal is told of it.
var colour = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// where is how Go's tests begin a line that they log: the file and the line.
var where = regexp.MustCompile(`^\s*[\w.-]+\.go:\d+: (.*)$`)

// skips are the reasons of the tests that were skipped, each once with how
// many gave it. shown says whether any other test passed.
func (o *told) skips() (said []string, shown bool) {
	names := map[string][]string{}
	var reasons []string
	for _, name := range o.order {
		t := o.tests[name]
		if t.end != "skip" {
			shown = shown || !o.parent(name)
			continue
		}
		reason := ""
		for _, line := range t.output {
			if m := where.FindStringSubmatch(line); m != nil {
				reason = strings.TrimSpace(m[1])
			}
		}
		if names[reason] == nil {
			reasons = append(reasons, reason)
		}
		names[reason] = append(names[reason], name)
	}
	for _, reason := range reasons {
		which := names[reason][0]
		if n := len(names[reason]); n > 1 {
			which += fmt.Sprintf(" and %d more", n-1)
		}
		said = append(said, "skipped "+which+": "+reason)
	}
	return said, shown
}

// executions are what Go's fuzzer counts.
var executions = regexp.MustCompile(`execs: (\d+)`)

// figures are the lines with a number that passing tests log on purpose, twenty
// at most: one for each kind of fault.
func (o *told) figures() []string {
	var said []string
	for _, name := range o.order {
		execs := ""
		for _, line := range o.tests[name].output {
			if m := executions.FindStringSubmatch(line); m != nil {
				execs = m[1]
			} else if m := where.FindStringSubmatch(line); m != nil && strings.ContainsAny(m[1], "0123456789") && len(said) < 20 {
				said = append(said, strings.TrimSpace(m[1]))
			}
		}
		if execs != "" {
			said = append(said, name+": "+execs+" executions")
		}
	}
	return said
}

// alternatives are the parts of a pattern between bars that stand in no
// brackets: go test runs what matches any of them.
func alternatives(pattern string) []string { return cut(pattern, '|') }

// matches says whether a test that ran is one that the alternative asks for:
// as deep as the pattern, each of its elements matching.
func matches(way, name string) bool {
	elements, names := cut(way, '/'), strings.Split(name, "/")
	if len(names) < len(elements) {
		return false
	}
	for i, e := range elements {
		if ok, err := regexp.MatchString(e, names[i]); err != nil || !ok {
			return false
		}
	}
	return true
}

// cut splits a pattern at a sign that stands in no brackets.
func cut(pattern string, at rune) []string {
	depth, from := 0, 0
	var parts []string
	for i, r := range pattern {
		switch {
		case r == '(' || r == '[':
			depth++
		case r == ')' || r == ']':
			depth--
		case r == at && depth == 0:
			parts = append(parts, pattern[from:i])
			from = i + 1
		}
	}
	return append(parts, pattern[from:])
}

func tail(lines []string, n int) []string { return lines[max(0, len(lines)-n):] }
