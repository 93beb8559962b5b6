package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// said makes what `go test -json` prints: each line, or part up to "; ", is "test action output".
// A dash stands for no test.
func said(t *testing.T, lines string) *told {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(lines, "; ", "\n")) {
		line = strings.TrimSpace(line)
		test, rest, events := strings.Cut(line, " ")
		if !events {
			continue
		}
		action, output, _ := strings.Cut(rest, " ")
		if action == "raw" {
			b.WriteString(output + "\n")
			continue
		}
		e := event{Action: action, Test: strings.TrimPrefix(test, "-")}
		if output != "" {
			e.Output = "    " + output + "\n"
		}
		data, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(data, '\n'))
	}
	o, err := listen(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Each way to be green without having shown anything is not green.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name, run, out string
		failed         error
		want           state
		says           string
	}{
		{"everything passed", "TestA", `TestA run; TestA output a_test.go:7: 12 kills, p99 31 ms; TestA pass; - pass`, nil, green, "12 kills, p99 31 ms"},
		{"no test matches", "TestA", `- output testing: warning: no tests to run; - pass`, nil, red, "has no test that matches TestA"},
		{"the package has no tests", "TestA", `- output ?   	bua/x	[no test files]; - skip`, nil, red, "has no test that matches TestA"},
		{"one alternative matches nothing", "TestA|TestB", `TestA run; TestA pass; - pass`, nil, red, "has no test that matches TestB"},
		{"no sub-test matches", "TestA$/direct", `TestA run; TestA pass; - pass`, nil, red, "has no test that matches TestA$/direct"},
		{"another host's sub-test does not count", "TestA$/extension", `TestA run; TestA/direct run; TestA/direct pass; TestA pass; - pass`, nil, red, "has no test that matches TestA$/extension"},
		{"a table without rows", "TestForks", `TestForks run; TestForks pass; - pass`, nil, red, "TestForks ran without a sub-test"},
		{"everything was skipped", "TestA", `TestA run; TestA output a_test.go:7: no Chromium to drive; TestA skip; - pass`, nil, none, "no Chromium to drive"},
		{"one sub-test was skipped", "TestForks", `TestForks run; TestForks/a run; TestForks/b run; TestForks/b output a_test.go:7: Xvfb is missing; TestForks/b skip; TestForks/a pass; TestForks pass; - pass`, nil, part, "TestForks/b: Xvfb is missing"},
		{"all sub-tests were skipped", "TestForks", `TestForks run; TestForks/a run; TestForks/a output a_test.go:7: Xvfb is missing; TestForks/a skip; TestForks pass; - pass`, nil, none, "TestForks/a: Xvfb is missing"},
		{"one of two tests was skipped", "TestA|TestB", `TestA run; TestA pass; TestB run; TestB output a_test.go:7: only root can; TestB skip; - pass`, nil, part, "TestB: only root can"},
		{"a skip without a reason", "TestA", `TestA run; TestA output --- SKIP: TestA (0.00s); TestA skip; - pass`, nil, red, "does not say why"},
		{"a sub-test failed", "TestA", `TestA run; TestA/x run; TestA/x output a_test.go:9: kills: 3 != 4; TestA/x output --- FAIL: TestA/x (0.00s); TestA/x fail; TestA/y run; TestA/y output a_test.go:7: 99 kinds; TestA/y pass; TestA fail; - fail`, errors.New("exit status 1"), red, "kills: 3 != 4"},
		{"a test failed and go test ended well", "TestA", `TestA run; TestA output a_test.go:9: kills: 3 != 4; TestA fail; - pass`, nil, red, "kills: 3 != 4"},
		{"a test never ended", "TestA", `TestA run; TestA output a_test.go:9: waits; - output panic: test timed out after 3h0m0s; - fail`, errors.New("exit status 2"), red, "test timed out"},
		{"it does not compile", "TestA", `- build-output a_test.go:3:1: undefined: x; - build-fail; - fail`, errors.New("exit status 1"), red, "undefined: x"},
		{"what go says by itself", "TestA", `- raw go: cannot find main module`, errors.New("exit status 1"), red, "cannot find main module"},
		{"the output stops", "TestA", `TestA run; TestA pass`, nil, red, "never said how they ended"},
		{"the package broke after its tests", "TestA", `TestA run; TestA pass; - output exit status 3; - fail`, errors.New("exit status 3"), red, "exit status 3"},
		{"go test failed though everything passed", "TestA", `TestA run; TestA pass; - pass`, errors.New("signal: killed"), red, "signal: killed"},
		{"the fuzzer's count", "^FuzzA$", `FuzzA run; FuzzA output fuzz: elapsed: 3s, execs: 100 (33/sec); FuzzA output fuzz: elapsed: 6s, execs: 20000 (33/sec); FuzzA pass; - pass`, nil, green, "FuzzA: 20000 executions"},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			how, lines := in("a", c.run).judge(said(t, c.out), c.failed, map[string]bool{"TestForks": true})
			is.Equal(how, c.want)
			is.True(strings.Contains(strings.Join(lines, "\n"), c.says)) // says why, or what was measured
		})
	}
}

// A failing test's own assertion is told, and no line of another's, also where a
// long log stands before and behind it.
func TestJudge_TellsTheFailure(t *testing.T) {
	is := is.New(t)
	long := strings.Repeat("TestA/x output     a line of a log\n", 60)
	_, lines := in("a", "TestA").judge(said(t, "TestA run\nTestA/y run\nTestA/y output a_test.go:1: beside it\nTestA/y pass\nTestA/x run\n"+
		long+"TestA/x output \t\x1b[90ma_test.go:9: \x1b[39mnot true: the assertion\nTestA/x output a_test.go:8: the backend said last:\n"+long+"TestA/x fail\nTestA fail\n- fail\n"), errors.New("exit status 1"), nil)
	is.Equal(lines[0], "TestA/x failed:")
	is.True(strings.Contains(strings.Join(lines, "\n"), "a_test.go:9: not true: the assertion"))
	is.True(!strings.Contains(strings.Join(lines, "\n"), "beside it"))
	is.True(len(lines) < 30)
}

func TestAlternatives(t *testing.T) {
	is := is.New(t)
	is.Equal(alternatives("TestA|TestB"), []string{"TestA", "TestB"})
	is.Equal(alternatives("^(TestA|TestB)$/direct|TestC[|]"), []string{"^(TestA|TestB)$/direct", "TestC[|]"})
	is.True(matches("TestA$/direct/^keys", "TestA/direct/keys_in_a_frame"))
	is.True(!matches("TestA$/direct/^keys", "TestA/direct"))
	is.True(!matches("TestA$", "TestAB"))
}

// A test runs sub-tests by itself, in a loop or through a helper; one that does
// only in some cases may run none.
func TestForks(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	is.NoErr(os.WriteFile(filepath.Join(dir, "a_test.go"), []byte(`package a
func TestLoop(t *testing.T) { for _, c := range table { t.Run(c.name, func(t *testing.T) {}) } }
func TestHelped(t *testing.T) { onEach(t, func(t *testing.T) {}) }
func onEach(t *testing.T, f func(*testing.T)) { t.Run("direct", f) }
func TestAtTimes(t *testing.T) { if long { t.Run("long", func(t *testing.T) {}) } }
func TestPlain(t *testing.T) { check(t) }
func check(t *testing.T) {}
`), 0o600))
	found, err := forks(dir)
	is.NoErr(err)
	is.Equal(found, map[string]bool{"TestLoop": true, "TestHelped": true, "onEach": true})
}

// A row is as good as its worst test; what it says that it cannot show keeps it
// from being green.
func TestRow_worst(t *testing.T) {
	for _, c := range []struct {
		not  string
		ran  []state
		want state
	}{
		{"", []state{green, green}, green},
		{"", []state{green, part}, part},
		{"", []state{green, none}, part},
		{"", []state{none, none}, none},
		{"", []state{green, red, none}, red},
		{"no screen", []state{green}, part},
		{"no screen", []state{none}, none},
		{"no screen", nil, none},
	} {
		is.New(t).Equal(row{not: c.not}.worst(c.ran), c.want)
	}
}
