package main

import (
	"context"
	"slices"
	"time"
)

// act is something that is timed.
type act = func(ctx context.Context) error

// side is one of the two ways to do a thing. prepare runs before each timed
// act, after behind it; neither is counted, nil for none.
type side struct {
	prepare, act, after act
}

// rest lets both browsers come to rest. One that has just drawn answers a
// screenshot two frames later, one at rest one frame later: back to back, each
// side is measured in the rhythm that the other one's duration gives it. An
// agent thinks for seconds between two actions.
func rest(context.Context) error {
	time.Sleep(60 * time.Millisecond)
	return nil
}

// figure is one line of the table.
type figure struct {
	Name    string
	Product time.Duration
	Direct  time.Duration
	// Floor is the same by bua's shape with nothing in it, 0 where that was not measured.
	Floor time.Duration
	// Low and High are the quartiles of the ratios of each run to the one beside it.
	Low, High float64
	// Goal is the ratio to reach, 0 for none.
	Goal float64
	Runs int
}

// Ratio is product over direct.
func (f figure) Ratio() float64 { return float64(f.Product) / float64(f.Direct) }

// compare runs the sides in turn, one uncounted run each first. A third one is the floor.
func compare(ctx context.Context, name string, goal float64, runs int, product, direct side, floor ...side) (figure, error) {
	var p, d, f []time.Duration
	for i := range runs + 1 {
		tp, err := product.time(ctx)
		if err != nil {
			return figure{}, err
		}
		td, err := direct.time(ctx)
		if err != nil {
			return figure{}, err
		}
		for _, s := range floor {
			tf, err := s.time(ctx)
			if err != nil {
				return figure{}, err
			}
			if i > 0 {
				f = append(f, tf)
			}
		}
		if i > 0 {
			p, d = append(p, tp), append(d, td)
		}
	}
	out := figureOf(name, goal, p, d)
	if len(f) > 0 {
		out.Floor = median(f)
	}
	return out, nil
}

// figureOf makes a figure of runs that alternated.
func figureOf(name string, goal float64, product, direct []time.Duration) figure {
	ratios := make([]float64, len(product))
	for i := range ratios {
		ratios[i] = float64(product[i]) / float64(direct[i])
	}
	slices.Sort(ratios)
	f := figure{Name: name, Goal: goal, Runs: len(ratios), Low: ratios[len(ratios)/4], High: ratios[len(ratios)*3/4]}
	f.Product, f.Direct = median(product), median(direct)
	return f
}

func (s side) time(ctx context.Context) (time.Duration, error) {
	if s.prepare != nil {
		if err := s.prepare(ctx); err != nil {
			return 0, err
		}
	}
	start := time.Now()
	err := s.act(ctx)
	took := time.Since(start)
	if err == nil && s.after != nil {
		err = s.after(ctx)
	}
	return took, err
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
