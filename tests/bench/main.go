package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"
)

func main() {
	var o options
	flag.StringVar(&o.binary, "bua", "dist/bua", "the built `binary`")
	flag.StringVar(&o.extension, "extension", "dist/extension", "the built `folder` of the extension")
	flag.StringVar(&o.former, "former", "", "compare with this earlier `binary` of bua instead of direct CDP")
	flag.StringVar(&o.formerExtension, "former-extension", "", "with -only wake: compare with this earlier `folder` of the extension instead of an empty one")
	flag.StringVar(&o.host, "host", "extension", "what drives the browser of bua: extension or direct")
	flag.StringVar(&o.only, "only", "", "measure only this `part`: first, extract, actions, read, open, pause, gate, cold, wake, ready or growth")
	flag.StringVar(&o.row, "row", "", "with -only first: measure only rows with this `text` in their names")
	flag.StringVar(&o.svg, "svg", "", "with -only growth: draw the curves into this `file`")
	flag.IntVar(&o.runs, "runs", 21, "counted runs of each figure")
	serveFloors := flag.Bool("serve-floor", false, "be the process of the floor, see floor.go")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, 25*time.Minute)
	defer cancel()
	work := run
	if *serveFloors {
		work = func(ctx context.Context, _ options) error { return serveFloor(ctx) }
	}
	if err := work(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options are the command line's.
type options struct {
	binary, extension, former, formerExtension, host, only, row, svg string
	runs                                                             int
}

// driver is one of the two ways to do what is measured, with a browser of its own.
type driver interface {
	// open opens a page in a new tab and waits until it has loaded.
	open(ctx context.Context, url string) error
	// leave closes the tab that was opened last, if any.
	leave(ctx context.Context) error
	// tree reads the page that was opened last.
	tree(ctx context.Context) error
	// click presses the element that a selector names.
	click(ctx context.Context, selector string) error
	// deeds are the acts in the form's page, which is open, by name.
	deeds(ctx context.Context) (map[string]act, error)
	close()
}

func run(ctx context.Context, o options) error {
	base, stop, err := serve()
	if err != nil {
		return err
	}
	defer stop()
	switch o.only { // they take browsers of their own
	case "growth":
		return growth(ctx, base, o) // it is compared with nothing
	case "gate":
		header("")
		return gate(ctx, base, o)
	}
	p, err := newProduct(ctx, o.binary, o.host)
	if err != nil {
		return err
	}
	defer p.close()
	var d driver
	var floors []driver
	if o.former != "" {
		d, err = newProduct(ctx, o.former, o.host)
	} else {
		d, err = newDirect(ctx)
	}
	if err != nil {
		return err
	}
	defer d.close()
	if o.former == "" && o.only != "wake" && o.only != "read" {
		f, err := newFloor(ctx)
		if err != nil {
			return fmt.Errorf("the floor: %w", err)
		}
		defer f.close()
		floors = append(floors, f)
	}

	header(o.former)
	for _, part := range []struct {
		name string
		run  func() error
	}{
		{"first", func() error { return firsts(ctx, base, o, p, d, floors...) }},
		{"extract", func() error { return extracts(ctx, base, o.runs, p, d, floors...) }},
		{"actions", func() error { return actions(ctx, base, o.runs, p, d, floors...) }},
		{"read", func() error { return readings(ctx, base, o.runs, p) }},
		{"open", func() error { return opens(ctx, base, o.runs, p, d, floors...) }},
		{"pause", func() error { return pauses(ctx, base, o.runs, p, d, floors...) }},
		{"gate", func() error { return gate(ctx, base, o) }},
		{"cold", func() error { return cold(ctx, base, o, max(o.runs/4, 5)) }},
		{"wake", func() error { return wake(ctx, o) }},
		{"ready", func() error { return ready(ctx, base, o.extension, o.runs) }},
	} {
		if !strings.Contains(part.name, o.only) {
			continue
		}
		if err := part.run(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return memory(p)
}

func header(former string) {
	reference := "reference"
	if former != "" {
		reference = "former"
	}
	fmt.Printf("%-30s %12s %12s %8s %15s %8s %8s %5s\n", "figure", "bua", reference, "ratio", "quartiles", "floor", "goal", "runs")
}

// print writes a line of the table, in red where the goal is not reached.
func (f figure) print() {
	goal, floor, on, off := "", "", "", ""
	if f.Floor > 0 {
		floor = fmt.Sprintf("%.3f", float64(f.Floor)/float64(f.Direct))
	}
	if f.Goal > 0 {
		goal = "≤ " + strconv.FormatFloat(f.Goal, 'g', -1, 64)
		if f.Ratio() > f.Goal {
			on, off = "\x1b[31m", "\x1b[0m"
		}
	}
	fmt.Printf("%s%-30s %12s %12s %8.3f %7.3f–%-7.3f %8s %8s %5d%s\n", on, f.Name, f.Product.Round(10*time.Microsecond),
		f.Direct.Round(10*time.Microsecond), f.Ratio(), f.Low, f.High, floor, goal, f.Runs, off)
}

// cold compares the time from nothing to the first click.
func cold(ctx context.Context, base string, o options, runs int) error {
	url := base + "/form"
	reference := from(func(ctx context.Context) (driver, error) { return newDirect(ctx) }, url)
	floors := []side{from(func(ctx context.Context) (driver, error) { return newFloor(ctx) }, url)}
	if o.former != "" {
		floors = nil
		reference = from(func(ctx context.Context) (driver, error) { return newProduct(ctx, o.former, o.host) }, url)
	}
	f, err := compare(ctx, "cold start", 1.35, runs, from(func(ctx context.Context) (driver, error) { return newProduct(ctx, o.binary, o.host) }, url), reference, floors...)
	if err != nil {
		return err
	}
	f.print()
	return helloes(ctx, o, runs)
}

// from starts a driver, opens a page and clicks in it.
func from(start func(ctx context.Context) (driver, error), url string) side {
	var d driver
	return side{
		act: func(ctx context.Context) (err error) {
			if d, err = start(ctx); err != nil {
				return err
			}
			if err = d.open(ctx, url); err == nil {
				err = d.click(ctx, "#send")
			}
			if err != nil {
				d.close()
			}
			return err
		},
		after: func(context.Context) error {
			d.close()
			return nil
		},
	}
}

// helloes measures how soon a bua that is to bring a browser up says what it
// offers, which waits for no browser.
func helloes(ctx context.Context, o options, runs int) error {
	one := func(binary string) ([]time.Duration, error) {
		var out []time.Duration
		for range runs {
			d, err := hello(ctx, binary, o.host)
			if err != nil {
				return nil, err
			}
			out = append(out, d)
		}
		return out, nil
	}
	ours, err := one(o.binary)
	if err != nil {
		return err
	}
	fmt.Printf("tools/list answered %s after the start of the process\n", median(ours).Round(100*time.Microsecond))
	if o.former != "" {
		theirs, err := one(o.former)
		if err != nil {
			return err
		}
		fmt.Printf("by the former after %s\n", median(theirs).Round(100*time.Microsecond))
	}
	return nil
}
