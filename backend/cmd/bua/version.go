package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/core/protocol"
)

func (a *cli) versionCommand() *cobra.Command {
	var check bool
	var from string
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version, and whether there is a newer one when asked to look",
		Long: `Print the version of this program and of the protocol that it speaks.

With --check it asks where releases are published whether there is a newer one.
Nothing else of bua ever asks, and nothing is sent but the question.`,
		Example: "  bua version\n  bua version --check",
		Args:    args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			fmt.Fprintf(a.out, "bua %s, protocol %d, %s %s/%s\n", version, protocol.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			if !check {
				return nil
			}
			latest, err := newest(c.Context(), from)
			if err != nil {
				return err
			}
			fmt.Fprintln(a.out, compared(version, latest))
			return nil
		},
	}
	c.Flags().BoolVar(&check, "check", false, "ask whether there is a newer release")
	c.Flags().StringVar(&from, "from", newestRelease, "the `address` that leads to the newest release")
	return c
}
