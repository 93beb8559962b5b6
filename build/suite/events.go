package suite

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zapvol/bua/build/progress"
)

// event is one line of `go test -json` (see `go doc test2json`).
type event struct {
	Action      string
	Package     string
	ImportPath  string
	Test        string
	Output      string
	Elapsed     float64
	FailedBuild string
}

// reader turns a runner's events into progress and a tally.
type reader struct {
	say   *progress.Printer
	step  string
	trim  string // the module's path, left out of names
	mu    sync.Mutex
	packs map[string]*pack
	build map[string][]string // compiler output by import path
	sum   Tally
	last  time.Time // when something was last printed
	keep  func(line string)
}

func newReader(say *progress.Printer, step, trim string) *reader {
	return &reader{say: say, step: step, trim: trim, packs: map[string]*pack{}, build: map[string][]string{}, last: time.Now()}
}

// read consumes events until the stream ends. Lines that are no events (a
// tool's own complaint) are returned.
func (r *reader) read(in io.Reader) (string, error) {
	var stray strings.Builder
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			if r.keep != nil {
				r.keep(line)
			}
			var e event
			if json.Unmarshal([]byte(line), &e) != nil || e.Action == "" {
				stray.WriteString(line)
			} else {
				r.take(e)
			}
		}
		if err == io.EOF {
			return stray.String(), nil
		} else if err != nil {
			return stray.String(), err
		}
	}
}

func (r *reader) take(e event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.Action == "build-output" {
		r.build[e.ImportPath] = append(r.build[e.ImportPath], e.Output)
		return
	}
	if e.Package == "" {
		return
	}
	p := r.packs[e.Package]
	if p == nil {
		p = newPack(strings.TrimPrefix(e.Package, r.trim+"/"))
		r.packs[e.Package] = p
	}
	if e.Test != "" {
		r.one(p, e)
		return
	}
	switch e.Action {
	case "output":
		p.output = append(p.output, e.Output)
	case "pass", "fail", "skip":
		p.output = append(p.output, r.build[e.FailedBuild]...)
		r.end(p, e)
		delete(r.packs, e.Package)
	}
}

func (r *reader) one(p *pack, e event) {
	t := p.test(e.Test)
	switch e.Action {
	case "output":
		t.output = append(t.output, e.Output)
	case "pass", "fail", "skip":
		t.result, t.seconds = e.Action, e.Elapsed
	case "run":
		if time.Since(r.last) > 10*time.Second {
			r.note("… %s %s", p.name, e.Test)
		}
	}
}

func (r *reader) end(p *pack, e event) {
	t := p.tally(e.Action != "fail")
	r.sum.Add(t)
	switch {
	case e.Action == "fail":
		r.note("FAIL %s: %s, %.1f s\n%s", p.name, t, e.Elapsed, p.report())
	case t.Passed+t.Skipped+len(t.Left) > 0:
		r.note("ok   %s: %s, %s", p.name, t, p.took(e))
	}
}

// took is how long a package took, or that its result is one of before, which the go
// command has kept because nothing has changed that the tests had read.
func (p *pack) took(e event) string {
	if slices.ContainsFunc(p.output, func(line string) bool { return strings.HasSuffix(strings.TrimSpace(line), "\t(cached)") }) {
		return "cached"
	}
	return fmt.Sprintf("%.1f s", e.Elapsed)
}

func (r *reader) note(format string, args ...any) {
	r.last = time.Now()
	r.say.Note(r.step, "%s", fmt.Sprintf(format, args...))
}

// finish counts packages that never ended: their runner was killed.
func (r *reader) finish() Tally {
	r.mu.Lock()
	defer r.mu.Unlock()
	for path, p := range r.packs {
		r.sum.Add(p.tally(false))
		r.note("FAIL %s: it never ended\n%s", p.name, p.report())
		delete(r.packs, path)
	}
	return r.sum
}
