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
	binary := flag.String("bua", "dist/bua", "the built `binary`")
	extension := flag.String("extension", "dist/extension", "the built `folder` of the extension")
	only := flag.String("only", "", "measure only this `part`: extract, actions, open, cold or wake")
	runs := flag.Int("runs", 21, "counted runs of each figure")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, 15*time.Minute)
	defer cancel()
	if err := run(ctx, *binary, *extension, *only, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, binary, extension, only string, runs int) error {
	base, stop, err := serve()
	if err != nil {
		return err
	}
	defer stop()
	p, err := newProduct(ctx, binary)
	if err != nil {
		return err
	}
	defer p.close()
	d, err := newDirect(ctx)
	if err != nil {
		return err
	}
	defer d.close()

	header()
	for _, part := range []struct {
		name string
		run  func() error
	}{
		{"extract", func() error { return extracts(ctx, base, runs, p, d) }},
		{"actions", func() error { return actions(ctx, base, runs, p, d) }},
		{"open", func() error { return opens(ctx, base, runs, p, d) }},
		{"cold", func() error { return cold(ctx, base, binary, max(runs/4, 3)) }},
		{"wake", func() error { return wake(ctx, extension, runs) }},
	} {
		if !strings.Contains(part.name, only) {
			continue
		}
		if err := part.run(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return memory(p)
}

func header() {
	fmt.Printf("%-19s %12s %12s %8s %8s %5s\n", "figure", "bua", "reference", "ratio", "goal", "runs")
}

func (f figure) print() {
	goal := ""
	if f.Goal > 0 {
		goal = "≤ " + strconv.FormatFloat(f.Goal, 'g', -1, 64)
	}
	fmt.Printf("%-19s %12s %12s %8.3f %8s %5d\n", f.Name, f.Product.Round(10*time.Microsecond),
		f.Direct.Round(10*time.Microsecond), f.Ratio(), goal, f.Runs)
}

// extracts compares reading a page of n elements with the accessibility tree
// of the same page.
func extracts(ctx context.Context, base string, runs int, p *product, d *direct) error {
	for _, n := range []struct {
		elements int
		goal     float64
	}{{200, 0.15}, {2000, 0.1}, {10000, 0.05}} {
		url := base + "/rows?n=" + strconv.Itoa(n.elements)
		if err := p.open(ctx, url); err != nil {
			return err
		}
		if err := d.open(ctx, url); err != nil {
			return err
		}
		f, err := compare(ctx, "extract "+strconv.Itoa(n.elements), n.goal, max(runs*200/n.elements, 7),
			side{act: p.does(map[string]any{"type": "extract"})},
			side{act: d.tree})
		if err != nil {
			return err
		}
		f.print()
	}
	return nil
}

func actions(ctx context.Context, base string, runs int, p *product, d *direct) error {
	url := base + "/form"
	if err := p.open(ctx, url); err != nil {
		return err
	}
	if err := d.open(ctx, url); err != nil {
		return err
	}
	send, err := p.uid(ctx, "Send")
	if err != nil {
		return err
	}
	name, err := p.uid(ctx, "Name")
	if err != nil {
		return err
	}
	act := func(a map[string]any) side {
		return side{act: p.does(a)}
	}
	for _, row := range []struct {
		name    string
		goal    float64
		product side
		direct  func(context.Context) error
	}{
		{"click", 2, act(map[string]any{"type": "click", "uid": send}),
			func(ctx context.Context) error { return d.click(ctx, "#send") }},
		{"type", 2, act(map[string]any{"type": "type", "uid": name, "text": "x"}),
			func(ctx context.Context) error { return d.typeText(ctx, "#name", "x") }},
		{"press_key", 2.2, act(map[string]any{"type": "press_key", "key": "Escape"}), d.press},
		{"evaluate", 3.5, act(map[string]any{"type": "evaluate", "expression": "return 1+1"}), d.evaluate},
		{"screenshot", 1.3, act(map[string]any{"type": "screenshot"}), d.screenshot},
		{"screenshot, rested", 1.3, act(map[string]any{"type": "screenshot"}), d.screenshot},
	} {
		reference := side{act: row.direct}
		if strings.HasSuffix(row.name, "rested") {
			row.product.prepare, reference.prepare = rest, rest
		}
		f, err := compare(ctx, row.name, row.goal, runs*2, row.product, reference)
		if err != nil {
			return err
		}
		f.print()
	}
	return nil
}

func opens(ctx context.Context, base string, runs int, p *product, d *direct) error {
	url := base + "/form"
	f, err := compare(ctx, "open", 1.3, runs,
		side{act: func(ctx context.Context) error { return p.open(ctx, url) }},
		side{act: func(ctx context.Context) error { return d.open(ctx, url) }})
	if err != nil {
		return err
	}
	f.print()
	return nil
}

// cold compares the time from nothing to the first click.
func cold(ctx context.Context, base, binary string, runs int) error {
	url := base + "/form"
	f := figure{Name: "cold start", Goal: 1.3, Runs: runs}
	var ps, ds []time.Duration
	for range runs {
		tp, err := coldProduct(ctx, binary, url)
		if err != nil {
			return err
		}
		td, err := coldDirect(ctx, url)
		if err != nil {
			return err
		}
		ps, ds = append(ps, tp), append(ds, td)
	}
	f.Product, f.Direct = median(ps), median(ds)
	f.print()
	return nil
}
