package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// byElements reads and clicks in pages of 100 to 100,000 elements, and has the
// same pages, watched, say how long their main thread stood still for it.
func byElements(ctx context.Context, base string, o options) (curve, error) {
	c := curve{Of: "elements of the page", Unit: "ms", Lines: []line{{Name: "read, just opened"}, {Name: "read again"}, {Name: "click"}, {Name: "longest stop of the page, just opened"}, {Name: "longest stop, again"}}}
	p, err := newProduct(ctx, o.binary, o.host)
	if err != nil {
		return c, err
	}
	defer p.close()
	for _, n := range []int{100, 300, 1000, 3000, 10000, 20000, 30000, 100000} {
		costs := make([][]time.Duration, len(c.Lines))
		url := base + "/grid?n=" + strconv.Itoa(n)
		for range max(3, o.runs/4) {
			acts, err := p.timed(ctx, url)
			if err == nil {
				var stops []time.Duration
				stops, err = p.stops(ctx, url+"&watched=1")
				acts = append(acts, stops...)
			}
			if err != nil {
				return c, fmt.Errorf("%d: %w", n, err)
			}
			for i, d := range acts {
				costs[i] = append(costs[i], d)
			}
		}
		for i := range costs {
			c.Lines[i].add(n, median(costs[i]))
		}
	}
	return c, nil
}

// timed opens a page, reads it twice and clicks in it, and returns how long each took.
func (p *product) timed(ctx context.Context, url string) ([]time.Duration, error) {
	if err := p.open(ctx, url); err != nil {
		return nil, err
	}
	var out []time.Duration
	for _, do := range []act{p.tree, p.tree, func(ctx context.Context) error { return p.click(ctx, "#first") }} {
		at := time.Now()
		if err := do(ctx); err != nil {
			return nil, err
		}
		out = append(out, time.Since(at))
	}
	return out, p.leave(ctx)
}

// stops opens a watched page, reads it twice, and returns how long the page stood still at most each time.
func (p *product) stops(ctx context.Context, url string) ([]time.Duration, error) {
	if err := p.open(ctx, url); err != nil {
		return nil, err
	}
	if _, err := p.longest(ctx); err != nil { // up to here it is the page's own work
		return nil, err
	}
	var out []time.Duration
	for range 2 {
		if err := p.tree(ctx); err != nil {
			return nil, err
		}
		d, err := p.longest(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, p.leave(ctx)
}

// longest is how long a watched page's main thread stood still at most since this was asked last.
func (p *product) longest(ctx context.Context) (time.Duration, error) {
	said, err := p.call(ctx, map[string]any{"type": "evaluate", "expression": "const d=document.documentElement.dataset,l=d.longest||'0';d.longest='';return l"})
	if err != nil {
		return 0, err
	}
	_, digits, _ := strings.Cut(said, `string: "`)
	digits, _, _ = strings.Cut(digits, `"`)
	ms, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return 0, fmt.Errorf("the page said %q of its longest task", said)
	}
	return time.Duration(ms * float64(time.Millisecond)), nil
}

// byFrames reads a page of 1 to 100 frames of its own site.
func byFrames(ctx context.Context, base string, o options) (curve, error) {
	c := curve{Of: "frames of the page", Unit: "ms", Lines: []line{{Name: "read, just opened"}, {Name: "read again"}}}
	p, err := newProduct(ctx, o.binary, o.host)
	if err != nil {
		return c, err
	}
	defer p.close()
	for _, n := range []int{1, 3, 10, 30, 100} {
		var costs [2][]time.Duration
		for range max(3, o.runs/4) {
			if err := p.open(ctx, base+"/frames?n="+strconv.Itoa(n)); err != nil {
				return c, err
			}
			for i := range costs {
				at := time.Now()
				if err := p.tree(ctx); err != nil {
					return c, err
				}
				costs[i] = append(costs[i], time.Since(at))
			}
			if err := p.leave(ctx); err != nil {
				return c, err
			}
		}
		for i := range costs {
			c.Lines[i].add(n, median(costs[i]))
		}
	}
	return c, nil
}
