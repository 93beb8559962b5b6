package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/httpapi"
)

func (a *cli) devicesCommand() *cobra.Command {
	var all, asJSON bool
	c := &cobra.Command{
		Use:   "devices",
		Short: "List the paired browsers with their versions, or revoke some",
		Long: `List the paired browsers: the version of the extension, when each was last
there, and what it said of an organisation's policy (in force, or with mistakes),
as far as the backend has heard since it started.

With --all it lists those of every user of a server; that takes a token which
bua users add --scope fleet has made, and which does nothing else.`,
		Example: `  bua devices
  bua devices revoke DEVICE
  bua devices --all --server https://bua.example.com --token-file fleet.txt
  bua devices revoke --user alice --server https://bua.example.com --token-file fleet.txt`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			list, err := a.listDevices(c, all)
			if err != nil {
				return err
			}
			if asJSON {
				return a.asJSON(list)
			}
			return a.browsers(list, all)
		},
	}
	c.Flags().BoolVar(&all, "all", false, "those of every user of the server")
	c.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	a.clientFlags(c)
	c.AddCommand(a.revokeCommand())
	return c
}

func (a *cli) listDevices(c *cobra.Command, all bool) (list []httpapi.Browser, err error) {
	if all {
		client, err := a.operator(c.Context())
		if err != nil {
			return nil, err
		}
		return client.Fleet(c.Context())
	}
	client, err := a.client(c.Context())
	if err != nil {
		return nil, err
	}
	s, err := client.Status(c.Context())
	for _, d := range s.Devices {
		list = append(list, httpapi.Browser{Device: d})
	}
	return list, err
}

// browsers prints the table of browsers, with whose they are where there are
// several people.
func (a *cli) browsers(list []httpapi.Browser, users bool) error {
	if len(list) == 0 {
		fmt.Fprintln(a.out, "no browser is paired; bua pair connects one")
		return nil
	}
	row := func(user string, fields ...string) string {
		if users {
			fields = append([]string{user}, fields...)
		}
		return strings.Join(fields, "\t")
	}
	slices.SortStableFunc(list, func(x, y httpapi.Browser) int { return strings.Compare(x.User, y.User) })
	head := row("USER", "DEVICE", "NAME", "BROWSER", "VERSION", "LAST SEEN", "POLICY", "STATE")
	return columns(a.out, head, list, func(d httpapi.Browser) string {
		state, seen := "not connected", ""
		if d.Connected {
			state = "connected"
		}
		if !d.LastSeen.IsZero() {
			seen = d.LastSeen.Local().Format(time.DateTime)
		}
		policy := d.Policy
		if d.Enrolment != "" {
			policy = strings.TrimPrefix(policy+", enrolled", ", ")
		}
		return row(plain(d.User), d.ID, plain(d.Name), plain(d.Browser), plain(d.Version), seen, plain(policy), state)
	})
}

func (a *cli) revokeCommand() *cobra.Command {
	var user string
	c := &cobra.Command{
		Use:   "revoke [DEVICE]",
		Short: "Forget a browser, or all of a user, and close the connections",
		Long: `Forget a browser: its key is worth nothing from now on and its connection is
closed at once. To use it again, pair it again. With --user it forgets every
browser of that user; another user's takes a token of the scope fleet.`,
		Example: "  bua devices revoke 3f2a9c11\n  bua devices revoke --user alice --server https://bua.example.com --token-file fleet.txt",
		Args:    args(cobra.MaximumNArgs(1)),
		RunE: func(c *cobra.Command, list []string) error {
			if (user == "") == (len(list) == 0) {
				return usage("name a device, or a user with --user")
			}
			client, err := a.operator(c.Context())
			if err != nil {
				return err
			}
			if user != "" {
				r, err := client.RevokeAll(c.Context(), user)
				if err != nil {
					return err
				}
				fmt.Fprintf(a.out, "%d revoked\n", len(r.Devices))
				return nil
			}
			if err := client.Revoke(c.Context(), list[0]); err != nil {
				return err
			}
			fmt.Fprintf(a.out, "%s is revoked\n", plain(list[0]))
			return nil
		},
	}
	c.Flags().StringVar(&user, "user", "", "every browser of this user")
	a.clientFlags(c)
	return c
}
