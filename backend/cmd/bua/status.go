package main

import (
	"fmt"
	"strings"
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
		RunE: with(a.client, func(c *cobra.Command, client *httpapi.Client, _ []string) error {
			s, err := client.Status(c.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return a.asJSON(s)
			}
			fmt.Fprintf(a.out, "bua %s, protocol %d, %s mode, listening on %s, %d requests under way\n\n",
				s.Version, s.ProtocolVersion, s.Mode, s.Address, s.InFlight)
			if s.Unsandboxed != "" {
				fmt.Fprintf(a.out, "a browser that it launches has no sandbox: %s\n\n", s.Unsandboxed)
			}
			return a.devices(s.Devices)
		}),
	}
	a.clientFlags(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return c
}

// devices prints the table of browsers.
func (a *cli) devices(list []httpapi.Device) error {
	if len(list) == 0 {
		fmt.Fprintln(a.out, "no browser is paired; bua pair connects one")
		return nil
	}
	return columns(a.out, "DEVICE\tNAME\tBROWSER\tPAIRED\tSTATE", list, func(d httpapi.Device) string {
		state := "not connected"
		if d.Connected {
			state = "connected"
		}
		paired := ""
		if !d.PairedAt.IsZero() {
			paired = d.PairedAt.Local().Format(time.DateTime)
		}
		return strings.Join([]string{d.ID, plain(d.Name), plain(d.Browser), paired, state}, "\t")
	})
}
