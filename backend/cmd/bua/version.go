package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/core/protocol"
)

func (a *cli) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  bua version",
		Args:    args(cobra.NoArgs),
		Run: func(*cobra.Command, []string) {
			fmt.Fprintf(a.out, "bua %s, protocol %d, %s %s/%s\n", version, protocol.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
		},
	}
}
