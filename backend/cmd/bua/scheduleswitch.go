package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/httpapi"
)

// scheduleSwitch makes a command that switches all planned tasks on or off.
func (a *cli) scheduleSwitch(name, shortly, long string, on bool) *cobra.Command {
	c := &cobra.Command{
		Use: name, Short: shortly, Long: long, Example: "  bua schedule " + name,
		Args: args(cobra.NoArgs),
		RunE: with(a.lasting, func(c *cobra.Command, client *httpapi.Client, _ []string) error {
			if err := client.SwitchJobs(c.Context(), on); err != nil {
				return err
			}
			if on {
				fmt.Fprintln(a.out, "planned tasks are on")
				return nil
			}
			return a.sayOff(c.Context(), client)
		}),
	}
	a.clientFlags(c)
	return c
}

// sayOff says that planned tasks are off, where they are.
func (a *cli) sayOff(ctx context.Context, client *httpapi.Client) error {
	on, err := client.JobsOn(ctx)
	if err == nil && !on {
		fmt.Fprintln(a.out, "planned tasks are off, so none begins by itself; bua schedule on switches them on")
	}
	return err
}
