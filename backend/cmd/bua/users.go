package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
)

func (a *cli) usersCommand() *cobra.Command {
	var file string
	c := &cobra.Command{
		Use:     "users",
		Short:   "Add, rotate or remove tokens of users of the server mode",
		Example: "  bua users add alice --users users.txt\n  bua users rotate alice --users users.txt --until 2026-12-31\n  bua users remove alice --users users.txt",
	}
	var n app.NewToken
	var scope, until string
	printed := func(token string, err error) error {
		if err == nil {
			fmt.Fprintln(a.out, token)
		}
		return err
	}
	add := &cobra.Command{
		Use:   "add NAME",
		Short: "Add a token of a user and print it, once",
		Long: `Add a token to the file and print it. Only its hash is kept, so it cannot be
printed again; a user may have several. A running server sees the change by
itself.

What an agent holds (--scope agent, the default) acts and reads who is
connected. Pairing, revoking, the audit and the settings take one of --scope
operator, which also acts. One of --scope fleet sees and revokes the browsers of
all users, and does not act.`,
		Example: `  bua users add alice --users users.txt
  bua users add alice --users users.txt --scope operator --expires 2027-01-31`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, list []string) error {
			n.User, n.Scope, n.Enrols = list[0], httpapi.Scope(scope), 0
			return printed(app.AddUser(file, n))
		},
	}
	rotate := &cobra.Command{
		Use:   "rotate NAME",
		Short: "Print a new token of a user, and let the older ones end",
		Long: `Add a token of a user as add does, and let the user's other tokens of that
scope end with the day of --until: both are good until then, so that nothing
stands still while the new one is handed out.`,
		Example: "  bua users rotate alice --users users.txt --until 2026-12-31",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, list []string) error {
			n.User, n.Scope, n.Enrols = list[0], httpapi.Scope(scope), 0
			return printed(app.RotateUser(file, n, until))
		},
	}
	for _, sub := range []*cobra.Command{add, rotate} {
		sub.Flags().StringVar(&scope, "scope", string(httpapi.ScopeAgent), "what the token is good for: agent, operator or fleet")
		sub.Flags().StringVar(&n.LastDay, "expires", "", "the last day on which it is good, such as 2027-01-31 (default: for ever)")
		complete(sub, "scope", string(httpapi.ScopeAgent), string(httpapi.ScopeOperator), string(httpapi.ScopeFleet))
	}
	rotate.Flags().StringVar(&until, "until", "", "the last day of the older tokens, such as 2026-12-31")
	_ = rotate.MarkFlagRequired("until")
	enrol := &cobra.Command{
		Use:   "enrol NAME",
		Short: "Add a token by which an organisation's browsers pair themselves, and print it, once",
		Long: `Add a token to the file and print it, for the value enrolment of the browsers'
policy, beside serverUrl. Each browser exchanges it once for a key of its own,
which is this user's. It is good for as many browsers as --devices says, in all:
one that is revoked makes no room for another. It lets nobody act.

A policy can be read by everybody on its machine. So make one for each user, for
as few browsers and as few days as will do.`,
		Example: `  bua users enrol alice --users users.txt --devices 2 --expires 2027-01-31
  bua users unenrol alice --users users.txt`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, list []string) error {
			n.User = list[0]
			if n.Enrols < 1 {
				return usage("--devices: must be 1 or more")
			}
			return printed(app.AddUser(file, n))
		},
	}
	enrol.Flags().IntVar(&n.Enrols, "devices", 1, "how many browsers it is exchanged for")
	enrol.Flags().StringVar(&n.LastDay, "expires", "", "the last day on which it is good, such as 2027-01-31 (default: for ever)")
	unenrol := &cobra.Command{
		Use:     "unenrol NAME",
		Short:   "Remove a user's tokens for policies; browsers that came by them stay",
		Example: "  bua users unenrol alice --users users.txt",
		Args:    args(cobra.ExactArgs(1)),
		RunE:    func(_ *cobra.Command, list []string) error { return app.RemoveEnrolments(file, list[0]) },
	}
	remove := &cobra.Command{
		Use:     "remove NAME",
		Short:   "Remove a user with all tokens",
		Example: "  bua users remove alice --users users.txt",
		Args:    args(cobra.ExactArgs(1)),
		RunE:    func(_ *cobra.Command, list []string) error { return app.RemoveUser(file, list[0]) },
	}
	for _, sub := range []*cobra.Command{add, rotate, enrol, unenrol, remove} {
		sub.Flags().StringVar(&file, "users", "", "the file that bua serve --users reads")
		_ = sub.MarkFlagRequired("users")
		c.AddCommand(sub)
	}
	return c
}
