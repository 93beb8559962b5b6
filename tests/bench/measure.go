package main

import (
	"context"
	"slices"
	"time"
)

// side is one of the two ways to do a thing. prepare runs before each timed
// act and is not counted; nil for none.
type side struct {
	prepare func(ctx context.Context) error
	act     func(ctx context.Context) error
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
	// Goal is the ratio to reach, 0 for none.
	Goal float64
	Runs int
}

// Ratio is product over direct.
func (f figure) Ratio() float64 { return float64(f.Product) / float64(f.Direct) }

// compare runs both sides in turn, one uncounted run each first.
func compare(ctx context.Context, name string, goal float64, runs int, product, direct side) (figure, error) {
	var p, d []time.Duration
	for i := range runs + 1 {
		tp, err := product.time(ctx)
		if err != nil {
			return figure{}, err
		}
		td, err := direct.time(ctx)
		if err != nil {
			return figure{}, err
		}
		if i > 0 {
			p, d = append(p, tp), append(d, td)
		}
	}
	return figure{Name: name, Product: median(p), Direct: median(d), Goal: goal, Runs: runs}, nil
}

func (s side) time(ctx context.Context) (time.Duration, error) {
	if s.prepare != nil {
		if err := s.prepare(ctx); err != nil {
			return 0, err
		}
	}
	start := time.Now()
	err := s.act(ctx)
	return time.Since(start), err
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
