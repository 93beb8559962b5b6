package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"
)

// curve is how the cost of one act grows with the size of one thing.
type curve struct {
	// Of names the thing that grows, Unit what the lines count.
	Of, Unit string
	Lines    []line
}

// line is one act's cost at each size.
type line struct {
	Name   string
	Points []point
}

// point is the cost at a size, in milliseconds.
type point struct{ At, Cost float64 }

// growth measures how cost grows with elements, frames, tabs and agents, prints
// the curves and, where a file is named, draws them.
func growth(ctx context.Context, base string, o options) error {
	var all []curve
	for _, of := range []func(context.Context, string, options) (curve, error){byElements, byFrames, byTabs, byAgents} {
		c, err := of(ctx, base, o)
		if err != nil {
			return fmt.Errorf("by %s: %w", c.Of, err)
		}
		c.print()
		all = append(all, c)
	}
	if o.svg == "" {
		return nil
	}
	return os.WriteFile(o.svg, draw(all), 0o644)
}

func (l *line) add(at int, cost time.Duration) {
	l.Points = append(l.Points, point{float64(at), float64(cost) / float64(time.Millisecond)})
}

// print writes a curve as a table.
func (c curve) print() {
	fmt.Printf("\n%-34s", c.Of+" ("+c.Unit+")")
	for _, p := range c.Lines[0].Points {
		fmt.Printf(" %9s", strconv.FormatFloat(p.At, 'f', -1, 64))
	}
	fmt.Println()
	for _, l := range c.Lines {
		fmt.Printf("%-34s", l.Name)
		for _, p := range l.Points {
			fmt.Printf(" %9.1f", p.Cost)
		}
		fmt.Println()
	}
}
