package suite

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"github.com/zapvol/bua/build/progress"
)

// module makes a module of one package whose tests behave by a file's presence: the
// first run makes it, so that the second goes otherwise.
func module(t *testing.T, tests string) *Suite {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module m\n\ngo 1.26\n",
		"a_test.go": `package a

import (
	"os"
	"testing"
)

// once fails the first time that it is called with a name, in whichever process.
func once(t *testing.T, name string) {
	if _, err := os.Stat(name); err != nil {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		t.Fatal("the first time")
	}
}

` + tests,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return &Suite{Root: dir, Module: "m", Say: progress.New(io.Discard), Env: []string{"GOFLAGS=", "GOWORK=off"}}
}

func TestAgain(t *testing.T) {
	for _, row := range []struct {
		name, tests string
		want        string
		flaky       int
	}{
		{"a test that passes alone is flaky", `func TestX(t *testing.T) { t.Run("a b/(c)", func(t *testing.T) { once(t, "x") }); t.Run("d", func(*testing.T) {}) }`, "2 passed, 0 failed, 0 skipped", 1},
		{"one that failed before its own tests began", `func TestX(t *testing.T) { once(t, "x"); for _, n := range []string{"a", "b"} { t.Run(n, func(*testing.T) {}) } }`, "2 passed, 0 failed, 0 skipped", 1},
		{"a row that needs the one before it", `var ready bool
func TestX(t *testing.T) { t.Run("a", func(*testing.T) { ready = true }); t.Run("b", func(t *testing.T) { if !ready { t.Fatal("no") }; once(t, "x") }) }`, "2 passed, 0 failed, 0 skipped", 1},
		{"one that fails again has failed", `func TestX(t *testing.T) { t.Fatal("no") }`, "0 passed, 1 failed, 0 skipped", 0},
		{"one that took others down has failed", `func TestX(t *testing.T) { if _, err := os.Stat("x"); err != nil { os.WriteFile("x", nil, 0o600); panic("no") } }
func TestY(*testing.T) {}`, "0 passed, 1 failed, 0 skipped", 0},
		{"one that is skipped alone has failed", `func TestX(t *testing.T) { if _, err := os.Stat("x"); err == nil { t.Skip() }; once(t, "x") }`, "0 passed, 1 failed, 0 skipped", 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			is := is.New(t)
			s := module(t, row.tests)
			s.Go(t.Context(), Run{Step: "across", What: "testing", Again: true}, "-vet=off", "./...")
			is.Equal(s.Sum.Failed, 1)
			s.Again(t.Context())
			is.Equal(s.Sum.String(), row.want)
			is.Equal(len(s.Flaky), row.flaky)
			is.Equal(len(s.Sum.Failures), s.Sum.Failed)
		})
	}
}

// More flaky tests than are tolerated fail the suite, as does one that was flaky before.
func TestClose_flaky(t *testing.T) {
	for _, row := range []struct {
		name         string
		flaky, often []string
		failed       int
	}{
		{"none", nil, nil, 0},
		{"as many as are tolerated", []string{"a", "b", "c"}, nil, 0},
		{"one more", []string{"a", "b", "c", "d"}, nil, 1},
		{"one that was so before", []string{"a"}, []string{"a"}, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			is := is.New(t)
			s := &Suite{Flaky: row.flaky, Sum: Tally{Passed: 7, Left: map[string]int{"too long": 2, "too dear": 40}}}
			var said strings.Builder
			is.Equal(s.Close(&said, row.often), row.failed == 0)
			is.Equal(s.Sum.Failed, row.failed)
			lines := strings.Split(strings.TrimSpace(said.String()), "\n")
			is.Equal(lines[len(lines)-1], s.Sum.String())
			is.Equal(lines[len(lines)-2], "42 left to -all: 40 (too dear), 2 (too long)")
			for _, name := range row.flaky {
				is.True(strings.Contains(said.String(), "\n    "+name+"\n"))
			}
		})
	}
}

func TestHistory(t *testing.T) {
	is := is.New(t)
	dir := t.TempDir()
	for n := range 12 {
		list, err := History(dir)
		is.NoErr(err)
		is.Equal(len(list), min(n, 9)) // with this run it is ten
		r := Record{Commit: string(rune('a' + n)), When: time.Unix(int64(n), 0).UTC()}
		if n == 2 || n == 9 {
			r.Flaky = []string{"x"}
		}
		is.NoErr(Keep(dir, list, r))
	}
	list, err := History(dir)
	is.NoErr(err)
	is.Equal(list[8].Commit, "l")
	is.Equal(Often(list, []string{"x"}), nil) // the earlier one is longer ago than ten runs
	list[0].Flaky = []string{"x"}
	is.Equal(Often(list, []string{"x", "y"}), []string{"x"})
}

func TestCosts(t *testing.T) {
	is := is.New(t)
	path, remove := counting()
	defer remove()
	is.NoErr(os.WriteFile(path, []byte("browser\ntab A\ntab B\ntab A\nbrowser\n"), 0o600))
	browsers, tabs := counted(path)
	is.Equal(browsers, 2)
	is.Equal(tabs, 2) // two connections told of one
	var c Costs
	c.Add(Cost{Part: "p", Name: "a", Seconds: 60, Processor: 30, Browsers: 2, Tabs: 3})
	c.Add(Cost{Part: "p", Name: "b", Seconds: 90})
	c.Add(Cost{Part: "p", Name: "a", Seconds: 60})
	is.Equal(c.Of("p"), Cost{Seconds: 210, Processor: 30, Browsers: 2, Tabs: 3})
	is.Equal(c.Sorted()[0].Name, "a")
	var said strings.Builder
	(&Suite{Costs: c, Parts: []Part{{"p", 4}}}).Close(&said, nil)
	is.True(strings.Contains(said.String(), "p                                                 3.5        0.5      4.0         2      3\n"))
}
