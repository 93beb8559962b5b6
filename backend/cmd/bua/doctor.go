package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/internal/doctor"
)

func (a *cli) doctorCommand() *cobra.Command {
	var asJSON bool
	var outside natsFlags
	d := doctor.Doctor{Version: version, Root: "/", Env: os.Getenv}
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Look at everything that is needed, and say how to mend it",
		Long: `Look at everything that an agent needs to work in your browser, in the order in
which it is set up: the browser, the extension, an organisation's policy, the
configuration folder, the model of bua run, the backend and who may knock at it, the
paired browsers, the audit. Each line says what was looked at, how it stands, and what to do.
With --nats also the NATS server or cluster in which backends keep everything
(the stream of the audit is made there if there is none yet, as a backend would).

STATE is ok, note (it works, but read it), wrong, or unknown (it could not be
looked at). With --launch it looks at what bua mcp --launch needs.

Nothing else is changed, nobody but this machine and that NATS is asked, and no
secret is printed.

Exit codes: 0 nothing is wrong, 1 something is.`,
		Example: "  bua doctor\n  bua doctor --launch\n  bua doctor --nats @nats.txt\n  bua doctor --json",
		Args:    args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) (err error) {
			if d.Home, err = app.NameHome(a.configDir); err != nil {
				return err
			}
			if d.NATS, err = outside.servers(); err != nil {
				return err
			}
			list := d.Look(c.Context())
			well := doctor.Well(list)
			if asJSON {
				err = a.asJSON(struct {
					Well     bool             `json:"well"`
					Findings []doctor.Finding `json:"findings"`
				}{well, list})
			} else {
				err = a.findings(list)
			}
			if err == nil && !well {
				err = &saidError{errors.New("something is wrong")}
			}
			return err
		},
	}
	c.Flags().BoolVar(&d.Launch, "launch", false, "look at what bua mcp --launch needs, instead of a backend and paired browsers")
	outside.add(c, "look at this NATS server or cluster, too, in which backends keep everything")
	c.MarkFlagsMutuallyExclusive("launch", "nats")
	c.Flags().StringVar(&d.Chrome, "chrome", "", "path of the browser (default: the first Chromium on PATH)")
	c.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return c
}

// findings prints one line for each check, and how many are wrong.
func (a *cli) findings(list []doctor.Finding) error {
	bad := 0
	err := columns(a.out, "STATE\tCHECK\tFOUND", list, func(f doctor.Finding) string {
		says := plain(f.Says)
		if f.Do != "" {
			says += "; " + plain(f.Do)
		}
		if f.State == doctor.Wrong {
			bad++
		}
		return fmt.Sprintf("%s\t%s\t%s", f.State, f.Check, says)
	})
	switch bad {
	case 0:
		fmt.Fprintln(a.out, "\nnothing is wrong")
	case 1:
		fmt.Fprintln(a.out, "\n1 thing is wrong")
	default:
		fmt.Fprintf(a.out, "\n%d things are wrong\n", bad)
	}
	return err
}
