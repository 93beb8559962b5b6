package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"
)

// recorded is what the tests of a package have said in a run of the suite, by the
// package's folder.
type recorded map[string]*told

const module = "github.com/zapvol/bua/"

// record reads a file of `go test -json`. What a test said later stands for it, since one
// that failed by chance has run again.
func record(path string) (recorded, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readRecorded(f)
}

func readRecorded(in io.Reader) (recorded, error) {
	all := recorded{}
	for lines := bufio.NewReader(in); ; {
		line, err := lines.ReadString('\n')
		var e struct {
			event
			Package string
		}
		if json.Unmarshal([]byte(line), &e) == nil && e.Package != "" {
			name := strings.TrimPrefix(e.Package, module)
			o := all[name]
			if o == nil {
				o = &told{tests: map[string]*one{}}
				all[name] = o
			}
			if t := o.tests[e.Test]; t != nil && e.Action == "run" {
				t.end, t.output = "", nil
			}
			o.take(e.event)
		}
		if err == io.EOF {
			return all, nil
		} else if err != nil {
			return all, err
		}
	}
}

// of returns what a run of a proof would have said, nil when it has to run: with arguments
// of its own, or where no test of it has ended.
func (all recorded) of(p proof, args []string) *told {
	o := all[p.pkg]
	if o == nil || o.end == "" || len(args) > 0 {
		return nil
	}
	asked := func(name string) bool {
		return slices.ContainsFunc(alternatives(p.run), func(way string) bool { return matches(way, name) })
	}
	out := &told{tests: map[string]*one{}, end: o.end}
	explained := false // what failed are tests that the proof does not ask for
	for _, name := range o.order {
		t := o.tests[name]
		above := slices.ContainsFunc(o.order, func(other string) bool { return strings.HasPrefix(other, name+"/") && asked(other) })
		switch {
		case asked(name):
			out.tests[name], out.order = t, append(out.order, name)
		case above && t.end == "fail": // perhaps by a sub-test beside it; its own stand below
			out.tests[name], out.order = &one{end: "pass"}, append(out.order, name)
			explained = true
		case above:
			out.tests[name], out.order = t, append(out.order, name)
		default:
			explained = explained || t.end == "fail"
		}
	}
	if len(out.order) == 0 {
		return nil
	}
	if out.end == "fail" && explained {
		out.end = "pass"
	}
	return out
}
