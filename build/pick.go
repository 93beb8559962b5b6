package main

import (
	"fmt"
	"strings"
)

// pick is what a run of the tests covers. The zero value is the default suite.
type pick struct {
	// quick leaves out what needs a browser, TinyGo's tests and the checks that
	// take long.
	quick bool
	// all leaves out nothing.
	all bool
	// rooms are package patterns, as go list takes them.
	rooms []string
	// run names tests, as go test takes it.
	run string
}

// pickOf reads the arguments of the verb test.
func pickOf(args []string) (pick, error) {
	var p pick
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "-quick", arg == "--quick":
			p.quick = true
		case arg == "-all", arg == "--all":
			p.all = true
		case arg == "-run", arg == "--run":
			if len(args) == 0 {
				return pick{}, fmt.Errorf("-run needs the names of tests after it, as in -run '^TestClick$/direct'")
			}
			p.run, args = args[0], args[1:]
		case strings.HasPrefix(arg, "-"):
			return pick{}, fmt.Errorf("test knows -quick (no browser), -all (everything), -run REGEXP and packages like ./core/session, not %q", arg)
		default:
			p.rooms = append(p.rooms, arg)
		}
	}
	if p.quick && p.all {
		return pick{}, fmt.Errorf("-quick leaves out what -all adds: give one of them")
	}
	return p, nil
}

// picked reports whether somebody named what is to run.
func (p pick) picked() bool { return len(p.rooms) > 0 || p.run != "" }

// whole reports whether the run covers every room.
func (p pick) whole() bool { return !p.quick && !p.picked() }

// chosen reports whether tests are left out of the rooms by rule (see package size).
func (p pick) chosen() bool { return !p.all && !p.picked() }

// size is the name of what runs.
func (p pick) size() string {
	if p.all {
		return "all"
	}
	return "default"
}
