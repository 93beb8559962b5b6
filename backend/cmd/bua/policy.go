package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
)

func (a *cli) policyCommand() *cobra.Command {
	var outside, change natsFlags
	c := &cobra.Command{
		Use:   "policy",
		Short: "Show or change what the backend's owner decides",
		Long: `Show the settings of the backend. They are kept in its store, and a change is a
row in the audit. In the server mode they are changed while it is stopped; those of
backends that share a NATS (bua serve --nats) are changed with --nats, and are in
force everywhere within half a minute. What the agent may touch is not decided here but
in the browser: its blocklist is in the extension's options.`,
		Example: "  bua policy\n  bua policy set audit best-effort",
		Args:    args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			list, err := a.settings(c.Context(), &outside)
			if err != nil {
				return err
			}
			return columns(a.out, "SETTING\tVALUE\tPOSSIBLE\tMEANING", list, func(s httpapi.Setting) string {
				return strings.Join([]string{s.Name, s.Value, strings.Join(s.Values, " "), s.Says}, "\t")
			})
		},
	}
	a.clientFlags(c)
	outside.add(c, "the settings in this NATS server or cluster, which backends share")
	set := &cobra.Command{
		Use:     "set SETTING VALUE",
		Short:   "Change a setting, for good",
		Example: "  bua policy set audit required\n  bua policy set audit best-effort",
		Args:    args(cobra.ExactArgs(2)),
		ValidArgsFunction: func(_ *cobra.Command, list []string, _ string) ([]string, cobra.ShellCompDirective) {
			switch {
			case len(list) == 0:
				return []string{"audit"}, cobra.ShellCompDirectiveNoFileComp
			case len(list) == 1 && list[0] == "audit":
				return []string{"required", "best-effort"}, cobra.ShellCompDirectiveNoFileComp
			default:
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
		},
		RunE: func(c *cobra.Command, list []string) error {
			servers, err := change.servers()
			if err != nil {
				return err
			}
			var client *httpapi.Client
			if servers == nil {
				client, err = a.lasting(c.Context())
			}
			switch {
			case servers != nil:
				err = app.SetPolicy(app.Options{NATS: servers}, list[0], list[1])
			case err == nil:
				err = client.Set(c.Context(), list[0], list[1])
			case a.server == "" && errors.Is(err, httpapi.ErrNoBackend):
				var home app.Home
				if home, err = a.home(); err == nil {
					err = app.SetPolicy(app.Options{Home: home}, list[0], list[1])
				}
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(a.out, "%s is %s\n", list[0], list[1])
			return nil
		},
	}
	a.clientFlags(set)
	change.add(set, "change it in this NATS server or cluster, which backends share")
	c.AddCommand(set)
	return c
}

// settings asks the backend or, when none runs, its folder.
func (a *cli) settings(ctx context.Context, outside *natsFlags) ([]httpapi.Setting, error) {
	servers, err := outside.servers()
	if err != nil {
		return nil, err
	}
	if servers != nil {
		return app.Policy(app.Options{NATS: servers})
	}
	client, err := a.lasting(ctx)
	if err == nil {
		return client.Settings(ctx)
	}
	if a.server != "" || !errors.Is(err, httpapi.ErrNoBackend) {
		return nil, err
	}
	home, err := a.home()
	if err != nil {
		return nil, err
	}
	return app.Policy(app.Options{Home: home})
}
