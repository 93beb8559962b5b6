package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// firsts compares reading a page that has just been opened, which is what an
// agent does most, with the accessibility tree of one that has just been opened.
func firsts(ctx context.Context, base string, o options, p, d driver, floor ...driver) error {
	runs := o.runs
	fresh := func(of driver, url string, whole bool) side {
		open := func(ctx context.Context) error { return of.open(ctx, url) }
		if whole {
			return side{prepare: of.leave, act: func(ctx context.Context) error {
				if err := open(ctx); err != nil {
					return err
				}
				return of.tree(ctx)
			}}
		}
		return side{act: of.tree, prepare: func(ctx context.Context) error {
			if err := of.leave(ctx); err != nil {
				return err
			}
			return open(ctx)
		}}
	}
	for _, row := range []struct {
		name, path string
		goal       float64
		runs       int
		whole      bool
	}{
		{"open and read a form", "/form", 1.3, runs, true},
		{"read a form just opened", "/form", 2, runs, false},
		{"read 200 rows just opened", "/rows?n=200", 0.14, runs, false},
		{"read 2,000 rows just opened", "/rows?n=2000", 0.1, max(runs/3, 5), false},
		{"read 10,000 rows just opened", "/rows?n=10000", 0.05, 5, false},
		{"read an article just opened", "/article", 0.6, runs, false},
		{"read frames of other sites", "/sites?n=5", 8, runs, false},
		{"read shadow roots just opened", "/shadow?n=100", 2.2, runs, false},
		{"open and read an article", "/article", 0.7, runs, true},
		{"open and read frames", "/sites?n=5", 1.2, runs, true},
	} {
		if !strings.Contains(row.name, o.row) {
			continue
		}
		f, err := compare(ctx, row.name, row.goal, row.runs, fresh(p, base+row.path, row.whole), fresh(d, base+row.path, row.whole),
			each(floor, func(f driver) side { return fresh(f, base+row.path, row.whole) })...)
		if err != nil {
			return err
		}
		f.print()
	}
	return nil
}

// openAll opens a page in each browser.
func openAll(ctx context.Context, url string, all ...driver) error {
	for _, d := range all {
		if err := d.open(ctx, url); err != nil {
			return err
		}
	}
	return nil
}

// each makes a side of each driver.
func each(list []driver, of func(driver) side) (out []side) {
	for _, d := range list {
		out = append(out, of(d))
	}
	return out
}

// extracts compares reading a page of n elements again with the accessibility
// tree of the same page.
func extracts(ctx context.Context, base string, runs int, p, d driver, floor ...driver) error {
	for _, n := range []struct {
		elements int
		goal     float64
	}{{200, 0.14}, {2000, 0.1}, {10000, 0.05}} {
		if err := openAll(ctx, base+"/rows?n="+strconv.Itoa(n.elements), append(floor, p, d)...); err != nil {
			return err
		}
		f, err := compare(ctx, "extract "+strconv.Itoa(n.elements)+" again", n.goal, max(runs*200/n.elements, 7), side{act: p.tree}, side{act: d.tree},
			each(floor, func(f driver) side { return side{act: f.tree} })...)
		if err != nil {
			return err
		}
		f.print()
	}
	return nil
}

func actions(ctx context.Context, base string, runs int, p, d driver, floor ...driver) error {
	if err := openAll(ctx, base+"/form", append(floor, p, d)...); err != nil {
		return err
	}
	ours, err := p.deeds(ctx)
	if err != nil {
		return err
	}
	theirs, err := d.deeds(ctx)
	if err != nil {
		return err
	}
	for _, row := range []struct {
		name string
		goal float64
	}{{"click", 2}, {"type", 2}, {"type 50", 1.6}, {"press_key", 1.9}, {"evaluate", 2.9}, {"screenshot", 1.2}, {"screenshot, rested", 1.2}} {
		name, rested := strings.CutSuffix(row.name, ", rested")
		one, other := side{act: ours[name]}, side{act: theirs[name]}
		if rested {
			one.prepare, other.prepare = rest, rest
		}
		further := each(floor, func(f driver) side {
			deeds, _ := f.deeds(ctx) // those of a floor are asked of nobody
			return side{prepare: one.prepare, act: deeds[name]}
		})
		f, err := compare(ctx, row.name, row.goal, runs*2, one, other, further...)
		if err != nil {
			return err
		}
		f.print()
	}
	return nil
}

// readings compares an act that is answered with what it changed with the same act that
// reads nothing, in one page and one browser.
func readings(ctx context.Context, base string, runs int, p *product) error {
	if err := p.open(ctx, base+"/form"); err != nil {
		return err
	}
	for _, action := range []map[string]any{
		{"type": "click", "selector": "#send", "tabId": p.tab},
		{"type": "fill_form", "fields": []any{map[string]any{"selector": "#name", "value": "x"}}, "tabId": p.tab},
	} {
		f, err := compare(ctx, fmt.Sprint(action["type"], " with changes, over none"), 0, runs*2, side{act: p.asks(action, "changes")}, side{act: p.asks(action, "none")})
		if err != nil {
			return err
		}
		f.print()
	}
	return nil
}

func opens(ctx context.Context, base string, runs int, p, d driver, floor ...driver) error {
	url := base + "/form"
	open := func(of driver) side { return side{act: func(ctx context.Context) error { return of.open(ctx, url) }} }
	f, err := compare(ctx, "open", 1.25, runs, open(p), open(d), each(floor, open)...)
	if err != nil {
		return err
	}
	f.print()
	return nil
}

// pauses compares acts that come after a pause, as an agent's do: what bua has asked
// or armed before is old by then.
func pauses(ctx context.Context, base string, runs int, p, d driver, floor ...driver) error {
	if err := openAll(ctx, base+"/form", append(floor, p, d)...); err != nil {
		return err
	}
	for _, row := range []struct {
		pause time.Duration
		runs  int
	}{{3 * time.Second, max(runs/3, 5)}, {20 * time.Second, 3}} {
		think := func(context.Context) error {
			time.Sleep(row.pause)
			return nil
		}
		click := func(of driver) side {
			return side{prepare: think, act: func(ctx context.Context) error { return of.click(ctx, "#send") }}
		}
		read := func(of driver) side { return side{prepare: think, act: of.tree} }
		for _, one := range []struct {
			name string
			goal float64
			side func(driver) side
		}{{"click", 2, click}, {"extract", 0, read}} {
			f, err := compare(ctx, one.name+" after "+row.pause.String(), one.goal, row.runs, one.side(p), one.side(d), each(floor, one.side)...)
			if err != nil {
				return err
			}
			f.print()
		}
	}
	return nil
}
