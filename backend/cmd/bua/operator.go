package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/core/category"
)

// operators are the flags by which the operator of a direct host says what the
// agent may do; in the extension its options and the organisation's policy do.
var operators = []string{"blocklist", "profile", "grants", "block-category"}

// policyFlags adds them to a command, each of which needs another flag.
func policyFlags(c *cobra.Command, to *app.Direct, other string) {
	when := "with --cdp: "
	if other == "launch" {
		when = "with --host direct: "
	}
	f := c.Flags()
	f.StringVar(&to.Blocklist, "blocklist", "", when+"file of the domains that the agent may not touch, see bua serve --help")
	f.StringVar(&to.Profile, "profile", "", when+"strict: the agent works only where --grants allows it; default otherwise")
	f.StringVar(&to.Grants, "grants", "", when+"file of what the strict profile grants, see bua serve --help")
	f.StringSliceVar(&to.Categories, "block-category", nil, when+"keep the agent out of a kind of site: "+strings.Join(category.Names(), ", ")+" (repeatable)")
	for _, name := range operators {
		needs(c, name, other)
	}
}
