package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/zapvol/bua/build/faults"
	"github.com/zapvol/bua/build/progress"
)

// needed is how many of the faults the default suite has to catch; -all catches each.
const needed = 37

// faultPick is which faults are planted, and what is tried on them.
type faultPick struct {
	// all tries on what the default suite misses what that leaves out.
	all bool
	// quick leaves out what needs a browser.
	quick bool
	// list tells them, and runs nothing.
	list bool
	// only picks them by their names, "" for all.
	only  string
	match *regexp.Regexp
}

// faultPickOf reads the arguments of the verb faults.
func faultPickOf(args []string) (faultPick, error) {
	var p faultPick
	f := flag.NewFlagSet("faults", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.BoolVar(&p.all, "all", false, "")
	f.BoolVar(&p.quick, "quick", false, "")
	f.BoolVar(&p.list, "list", false, "")
	f.StringVar(&p.only, "only", "", "")
	if err := f.Parse(args); err != nil || f.NArg() > 0 {
		return faultPick{}, fmt.Errorf("faults knows -list (what they are), -only REGEXP (some of them), -quick (no browser) and -all (what the default suite leaves out too), not %q", args)
	}
	if p.quick && p.all {
		return faultPick{}, fmt.Errorf("-quick leaves out what -all adds: give one of them")
	}
	match, err := regexp.Compile(p.only)
	if err != nil {
		return faultPick{}, fmt.Errorf("-only: %w", err)
	}
	p.match = match
	return p, nil
}

// plantFaults plants faults, one at a time, and prints what catches each.
func plantFaults(ctx context.Context, h *workspace, args []string) error {
	p, err := faultPickOf(args)
	if err != nil {
		return err
	}
	every, err := faults.All()
	if err != nil {
		return err
	}
	var picked []faults.Fault
	for _, f := range every {
		if p.match.MatchString(f.Name) {
			picked = append(picked, f)
		}
	}
	if p.list {
		for _, f := range picked {
			fmt.Printf("%-8s %-34s %s: %s\n", f.Of, f.Name, f.File, f.Why)
		}
		return nil
	}
	log, err := os.Create(h.dist("faults.log"))
	if err != nil {
		return err
	}
	defer log.Close()
	c, err := h.catcher(ctx, progress.New(log))
	if err != nil {
		return err
	}
	byDefault, caught, wrong := 0, 0, 0
	for _, f := range picked {
		began := time.Now()
		found, err := c.catch(ctx, f, p)
		if ctx.Err() != nil {
			return ctx.Err() // what an interrupt broke off proves nothing
		}
		line := "caught by " + found.by
		switch {
		case err != nil:
			wrong++
			line = "ERROR " + err.Error()
		case found.by == "":
			line = "MISSED by all of " + strings.Join(found.tried, ", ")
		case found.all:
			caught++
			line = "MISSED by the default suite, " + line
		default:
			byDefault, caught = byDefault+1, caught+1
		}
		h.say.Note(f.Of, "%-34s %s (%s)", f.Name, line, progress.Elapsed(time.Since(began)))
	}
	said := fmt.Sprintf("default: %d of %d caught", byDefault, len(picked))
	if p.quick {
		said = fmt.Sprintf("without a browser: %d of %d caught", byDefault, len(picked))
	}
	if p.all {
		said += fmt.Sprintf("; all: %d", caught)
	}
	h.say.Note("faults", "%s; what ran stands in %s", said, filepath.Join("dist", "faults.log"))
	switch whole := len(picked) == len(every) && !p.quick; {
	case wrong > 0:
		return fmt.Errorf("%d faults could not be tried", wrong)
	case whole && (byDefault < needed || p.all && caught < len(every)):
		return fmt.Errorf("too few are caught: the default suite has to catch %d, all of the tests each of them", needed)
	}
	return nil
}
