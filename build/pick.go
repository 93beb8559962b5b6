package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/zapvol/bua/build/command"
)

// pick is what a run of the tests covers. The zero value is everything.
type pick struct {
	// quick leaves out what needs a browser, TinyGo's tests and the checks that
	// take long.
	quick bool
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
		case arg == "-run", arg == "--run":
			if len(args) == 0 {
				return pick{}, fmt.Errorf("-run needs the names of tests after it, as in -run '^TestClick$/direct'")
			}
			p.run, args = args[0], args[1:]
		case strings.HasPrefix(arg, "-"):
			return pick{}, fmt.Errorf("test knows -quick (no browser), -run REGEXP and packages like ./core/session, not %q", arg)
		default:
			p.rooms = append(p.rooms, arg)
		}
	}
	return p, nil
}

// all reports whether the run covers everything.
func (p pick) all() bool { return !p.quick && len(p.rooms) == 0 && p.run == "" }

// rooms are the packages of one run by how they are tested.
type rooms struct {
	// native have the race detector; worker are those of them that are compiled
	// by TinyGo too, where all of their tests run.
	native, worker []string
	// across is what crosses rooms; browser says that some of it needs a browser.
	across  []string
	browser bool
	// built says that some of all this needs the extension, which the backend
	// carries.
	built bool
}

// drivers are the packages that bring a browser up. A test that needs one
// imports one of them.
var drivers = []string{modulePath + "/backend/chromium", modulePath + "/tests/e2e"}

// roomsOf lists the packages that a pick covers.
func (h *workspace) roomsOf(ctx context.Context, p pick) (rooms, error) {
	patterns := p.rooms
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	// Each line is a package, whether it has tests, and what it imports.
	const format = `{{.ImportPath}} {{if or .TestGoFiles .XTestGoFiles}}tested{{else}}-{{end}} {{join .Imports " "}} {{join .TestImports " "}} {{join .XTestImports " "}}`
	out, err := command.Output(ctx, command.Cmd{Dir: h.root, Argv: append([]string{"go", "list", "-f", format}, patterns...)})
	if err != nil {
		return rooms{}, err
	}
	return sortRooms(strings.Split(out, "\n"), p), nil
}

func sortRooms(lines []string, p pick) (r rooms) {
	for _, line := range lines {
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		name, tested, imports := words[0], words[1] == "tested", words[2:]
		rel := strings.TrimPrefix(name, modulePath+"/")
		first, _, _ := strings.Cut(rel, "/")
		core := first == "core" || first == "wasm"
		switch {
		case first == "tests":
			browser := slices.ContainsFunc(drivers, func(d string) bool { return slices.Contains(imports, d) })
			if !tested || browser && p.quick {
				continue
			}
			r.across = append(r.across, name)
			r.browser = r.browser || browser
		default:
			r.native = append(r.native, name)
			if core && tested && !p.quick && p.run == "" {
				r.worker = append(r.worker, name)
			}
		}
		r.built = r.built || !core
	}
	return r
}
