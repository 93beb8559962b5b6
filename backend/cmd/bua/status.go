package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/httpapi"
)

func (a *cli) statusCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "status",
		Short:   "Show the backend and the browsers",
		Example: "  bua status\n  bua status --json",
		Args:    args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			client, err := a.client(c.Context())
			if err != nil {
				return err
			}
			s, err := client.Status(c.Context())
			if err != nil {
				return err
			}
			if asJSON {
				data, err := json.Marshal(s)
				a.json(data, false)
				return err
			}
			fmt.Fprintf(a.out, "bua %s, protocol %d, %s mode, listening on %s, %d requests under way\n\n",
				s.Version, s.ProtocolVersion, s.Mode, s.Address, s.InFlight)
			if s.Unsandboxed != "" {
				fmt.Fprintf(a.out, "a browser that it launches has no sandbox: %s\n\n", s.Unsandboxed)
			}
			a.devices(s.Devices)
			return nil
		},
	}
	a.clientFlags(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return c
}

// devices prints the table of browsers.
func (a *cli) devices(list []httpapi.Device) {
	if len(list) == 0 {
		fmt.Fprintln(a.out, "no browser is paired; bua pair connects one")
		return
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "DEVICE\tNAME\tBROWSER\tPAIRED\tSTATE")
	for _, d := range list {
		state := "not connected"
		if d.Connected {
			state = "connected"
		}
		paired := ""
		if !d.PairedAt.IsZero() {
			paired = d.PairedAt.Local().Format(time.DateTime)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", d.ID, plain(d.Name), plain(d.Browser), paired, state)
	}
	_ = w.Flush()
}

// plain keeps control characters of a name that a browser gave itself from the
// terminal.
func plain(s string) string {
	out := []rune(s)
	for i, r := range out {
		if r < 0x20 || r >= 0x7f && r <= 0x9f {
			out[i] = '?'
		}
	}
	return string(out)
}
