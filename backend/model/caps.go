package model

import (
	"fmt"
	"math"
)

// Millionths is an amount of dollars as the agent counts it.
func Millionths(dollars float64) int64 { return int64(math.Round(dollars * 1e6)) }

// Caps are the person's bounds on what models may cost, in US dollars; 0 is none. Run is
// that of a run which is given none of its own.
type Caps struct {
	Run   float64 `json:"run,omitempty"`
	Day   float64 `json:"day,omitempty"`
	Month float64 `json:"month,omitempty"`
}

// Check says which bound is no amount.
func (c Caps) Check() error {
	for name, dollars := range map[string]float64{"run": c.Run, "day": c.Day, "month": c.Month} {
		if !(dollars >= 0 && dollars < 1e6) {
			return fmt.Errorf("caps: %s must be in dollars, from 0 (none) to less than 1000000", name)
		}
	}
	return nil
}
