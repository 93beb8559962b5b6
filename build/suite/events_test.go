package suite

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/matryer/is"
	"github.com/zapvol/bua/build/progress"
)

func TestReader(t *testing.T) {
	rows := []struct {
		name   string
		events string
		want   Tally
	}{
		{"passed tests", `{"Action":"run","Package":"m/a","Test":"TestX"}
{"Action":"pass","Package":"m/a","Test":"TestX"}
{"Action":"pass","Package":"m/a"}`, Tally{Passed: 1}},
		{"sub-tests count and their parent does not", `{"Action":"run","Package":"m/a","Test":"TestX"}
{"Action":"run","Package":"m/a","Test":"TestX/one"}
{"Action":"run","Package":"m/a","Test":"TestX/two"}
{"Action":"pass","Package":"m/a","Test":"TestX/one"}
{"Action":"fail","Package":"m/a","Test":"TestX/two"}
{"Action":"fail","Package":"m/a","Test":"TestX"}
{"Action":"fail","Package":"m/a"}`, Tally{Passed: 1, Failed: 1, Failures: []Failure{{Package: "a", Test: "TestX/two"}}}},
		{"a parent that fails by itself counts", `{"Action":"run","Package":"m/a","Test":"TestX"}
{"Action":"run","Package":"m/a","Test":"TestX/one"}
{"Action":"pass","Package":"m/a","Test":"TestX/one"}
{"Action":"fail","Package":"m/a","Test":"TestX"}
{"Action":"fail","Package":"m/a"}`, Tally{Passed: 1, Failed: 1, Failures: []Failure{{Package: "a", Test: "TestX"}}}},
		{"a test that never ended has failed", `{"Action":"run","Package":"m/a","Test":"TestX"}
{"Action":"fail","Package":"m/a"}`, Tally{Failed: 1, Failures: []Failure{{Package: "a", Test: "TestX"}}}},
		{"a package that never ended has failed", `{"Action":"run","Package":"m/a","Test":"TestX"}
{"Action":"pass","Package":"m/a","Test":"TestX"}`, Tally{Passed: 1, Failed: 1, Failures: []Failure{{Package: "a"}}}},
		{"a package that does not compile is one failure", `{"ImportPath":"m/a","Action":"build-output","Output":"x.go:1: no\n"}
{"Action":"fail","Package":"m/a","FailedBuild":"m/a"}`, Tally{Failed: 1, Failures: []Failure{{Package: "a"}}}},
		{"a package without tests counts nothing", `{"Action":"skip","Package":"m/a"}`, Tally{}},
		{"a skipped test keeps its reason", `{"Action":"run","Package":"m/a","Test":"TestX"}
{"Action":"output","Package":"m/a","Test":"TestX","Output":"=== RUN   TestX\n"}
{"Action":"output","Package":"m/a","Test":"TestX","Output":"    x_test.go:7: no browser here\n"}
{"Action":"output","Package":"m/a","Test":"TestX","Output":"--- SKIP: TestX (0.00s)\n"}
{"Action":"skip","Package":"m/a","Test":"TestX"}
{"Action":"pass","Package":"m/a"}`, Tally{Skipped: 1, Skips: []string{"a TestX: no browser here"}}},
		{"a test that is left to -all is counted by its rule", `{"Action":"run","Package":"m/a","Test":"TestX"}
{"Action":"output","Package":"m/a","Test":"TestX","Output":"    x_test.go:7: left to -all: too long\n"}
{"Action":"skip","Package":"m/a","Test":"TestX"}
{"Action":"pass","Package":"m/a"}`, Tally{Left: map[string]int{"too long": 1}}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := newReader(progress.New(io.Discard), "test", "m")
			stray, err := r.read(strings.NewReader(row.events))
			is.NoErr(err)
			is.Equal(stray, "")
			is.Equal(r.finish(), row.want)
		})
	}
}

func TestReader_ShowsWhatAFailureSaid(t *testing.T) {
	is := is.New(t)
	var said strings.Builder
	r := newReader(progress.New(&said), "test", "m")
	_, err := r.read(strings.NewReader(`{"ImportPath":"m/b","Action":"build-output","Output":"b.go:1: undefined: x\n"}
{"Action":"fail","Package":"m/b","FailedBuild":"m/b"}
{"Action":"run","Package":"m/a","Test":"TestX"}
{"Action":"output","Package":"m/a","Test":"TestX","Output":"a_test.go:3: 1 != 2\n"}
{"Action":"fail","Package":"m/a","Test":"TestX"}
{"Action":"fail","Package":"m/a"}`))
	is.NoErr(err)
	is.True(strings.Contains(said.String(), "b.go:1: undefined: x"))
	is.True(strings.Contains(said.String(), "a_test.go:3: 1 != 2"))
}

// What takes the suite's time is a test with all that is below it; a sub-test is
// in its parent's time already, or side by side with others in nobody's.
func TestSuite_Slowest(t *testing.T) {
	is := is.New(t)
	r := newReader(progress.New(io.Discard), "test", "m")
	_, err := r.read(strings.NewReader(`{"Action":"run","Package":"m/a","Test":"TestX"}
{"Action":"run","Package":"m/a","Test":"TestX/one"}
{"Action":"pass","Package":"m/a","Test":"TestX/one","Elapsed":2.5}
{"Action":"pass","Package":"m/a","Test":"TestX","Elapsed":2.5}
{"Action":"run","Package":"m/a","Test":"TestZ"}
{"Action":"pass","Package":"m/a","Test":"TestZ","Elapsed":0}
{"Action":"run","Package":"m/a","Test":"TestY"}
{"Action":"run","Package":"m/a","Test":"TestY/here"}
{"Action":"run","Package":"m/a","Test":"TestY/there"}
{"Action":"pass","Package":"m/a","Test":"TestY/there","Elapsed":4}
{"Action":"pass","Package":"m/a","Test":"TestY/here","Elapsed":3.25}
{"Action":"pass","Package":"m/a","Test":"TestY","Elapsed":0}
{"Action":"pass","Package":"m/a"}`))
	is.NoErr(err)
	s := &Suite{}
	s.add(s.close(r, Run{Step: "across"}, "", nil))
	is.Equal(s.Sum.Slowest(9), []Timed{{"across a TestY", 7.25}, {"across a TestX", 2.5}})
	is.Equal(len(s.Sum.Slowest(1)), 1)
	var said strings.Builder
	is.True(s.Close(&said, nil))
	is.True(strings.Contains(said.String(), "slowest tests:\n        7.2 s  across a TestY\n        2.5 s  across a TestX\n"))
}

func TestReader_TinyGo(t *testing.T) {
	rows := []struct {
		name, text string
		want       Tally
	}{
		{"sub-tests end before their parent", `=== RUN   TestX
=== RUN   TestX/one
    --- PASS: TestX/one (0.02s)
=== RUN   TestX/{"a": 1}
    --- FAIL: TestX/{"a": 1} (0.00s)
--- FAIL: TestX (0.04s)
FAIL
`, Tally{Passed: 1, Failed: 1, Failures: []Failure{{Package: "a", Test: `TestX/{"a": 1}`, Ended: true}}}},
		{"a trap takes the running test down", `=== RUN   TestX
--- PASS: TestX (0.00s)
=== RUN   TestY
RuntimeError: unreachable
`, Tally{Passed: 1, Failed: 1, Failures: []Failure{{Package: "a", Test: "TestY"}}}},
		{"a skipped test keeps its reason", `=== RUN   TestX
    no files here
--- SKIP: TestX (0.00s)
PASS
`, Tally{Skipped: 1, Skips: []string{"a TestX: no files here"}}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			r := newReader(progress.New(io.Discard), "test", "m")
			is.NoErr(r.plain("m/a", strings.NewReader(row.text)))
			action := "pass"
			if row.want.Failed > 0 {
				action = "fail"
			}
			r.take(event{Action: action, Package: "m/a"})
			is.Equal(r.finish(), row.want)
		})
	}
}

// Runners that end at once are each counted.
func TestSuite_SeveralAtOnce(t *testing.T) {
	s := &Suite{Say: progress.New(io.Discard)}
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			s.Check(t.Context(), Run{Step: "check", What: "nothing"}, func(context.Context) error { return nil })
		})
	}
	all.Wait()
	is.New(t).Equal(s.Sum.Passed, 50)
}

// A program that has passed is not run again; one that has failed is.
func TestProgram(t *testing.T) {
	for _, row := range []struct {
		name, said string
		want       Tally
		runs       int
	}{
		{"it passes", "=== RUN   TestX\n--- PASS: TestX (0.00s)\n=== RUN   TestY\n    y.go:1: left to -all: too long\n--- SKIP: TestY (0.00s)\n", Tally{Passed: 1, Left: map[string]int{"too long": 1}}, 1},
		{"a test fails", "=== RUN   TestX\n--- FAIL: TestX (0.00s)\n", Tally{Failed: 1, Failures: []Failure{{Step: "wasm", Package: "a", Test: "TestX"}}}, 2},
		{"it breaks off", "=== RUN   TestX\n", Tally{Failed: 1, Failures: []Failure{{Step: "wasm", Package: "a", Test: "TestX"}}}, 2},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			dir := t.TempDir()
			is.NoErr(os.WriteFile(filepath.Join(dir, "said"), []byte(row.said), 0o600))
			for range 2 {
				s := &Suite{Module: "m", Say: progress.New(io.Discard)}
				s.Program(t.Context(), Run{Step: "wasm"}, "m/a", dir, filepath.Join(dir, "passed"), []string{"sh", "-c", "cat said; echo >> ran"})
				s.Sum.Slow = nil
				is.Equal(s.Sum, row.want)
			}
			ran, err := os.ReadFile(filepath.Join(dir, "ran"))
			is.NoErr(err)
			is.Equal(len(ran), row.runs)
		})
	}
}
