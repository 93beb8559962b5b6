package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/model"
)

func (a *cli) modelsCaps() *cobra.Command {
	var wanted model.Caps
	c := &cobra.Command{
		Use: "caps", Short: "Bound what models may cost",
		Long: `Bound what models with a known price may cost, in US dollars. Without a flag the
bounds are shown. A running backend sees a change before the next answer; where a bound
of a day or a month is reached, runs wait for you to raise it and to go on with them.`,
		Example: `  bua models caps
  bua models caps --run 0.50 --day 2 --month 20
  bua models caps --day 0`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := a.models()
			if err != nil {
				return err
			}
			x, err := s.Settings()
			if err != nil {
				return err
			}
			changed := false
			for name, f := range bounds(&x.Caps, &wanted) {
				if c.Flags().Changed(name) {
					*f[0], changed = *f[1], true
				}
			}
			if changed {
				if err := x.Caps.Check(); err != nil {
					return &usageError{err}
				}
				if err := s.SetCaps(x.Caps); err != nil {
					return err
				}
			}
			fmt.Fprintf(a.out, "a run    %s\na day    %s\na month  %s\n", dollars(x.Caps.Run), dollars(x.Caps.Day), dollars(x.Caps.Month))
			return nil
		},
	}
	f := c.Flags()
	f.Float64Var(&wanted.Run, "run", 0, "dollars for a run that is given no --max-cost; 0 for no bound")
	f.Float64Var(&wanted.Day, "day", 0, "dollars for all runs of a day; 0 for no bound")
	f.Float64Var(&wanted.Month, "month", 0, "dollars for all runs of a month; 0 for no bound")
	return c
}

// bounds are the caps that stand and those that are wanted, by their flags.
func bounds(now, wanted *model.Caps) map[string][2]*float64 {
	return map[string][2]*float64{"run": {&now.Run, &wanted.Run}, "day": {&now.Day, &wanted.Day}, "month": {&now.Month, &wanted.Month}}
}

func dollars(v float64) string {
	if v == 0 {
		return "no bound"
	}
	return "$" + strconv.FormatFloat(v, 'f', -1, 64)
}
