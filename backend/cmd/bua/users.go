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
	add := &cobra.Command{
		Use:   "add NAME",
		Short: "Add a token of a user and print it, once",
		Long: `Add a token to the file and print it. Only its hash is kept, so it cannot be
printed again; a user may have several. A running server sees the change by
itself.

What an agent holds (--scope agent, the default) acts and reads who is
connected. Pairing, revoking, the audit and the settings take one of --scope
operator, which also acts.`,
		Example: `  bua users add alice --users users.txt
  bua users add alice --users users.txt --scope operator --expires 2027-01-31`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, list []string) error {
			n.User, n.Scope = list[0], httpapi.Scope(scope)
			token, err := app.AddUser(file, n)
			if err != nil {
				return err
			}
			fmt.Fprintln(a.out, token)
			return nil
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
			n.User, n.Scope = list[0], httpapi.Scope(scope)
			token, err := app.RotateUser(file, n, until)
			if err != nil {
				return err
			}
			fmt.Fprintln(a.out, token)
			return nil
		},
	}
	for _, sub := range []*cobra.Command{add, rotate} {
		sub.Flags().StringVar(&scope, "scope", string(httpapi.ScopeAgent), "what the token is good for: agent or operator")
		sub.Flags().StringVar(&n.LastDay, "expires", "", "the last day on which it is good, such as 2027-01-31 (default: for ever)")
		complete(sub, "scope", string(httpapi.ScopeAgent), string(httpapi.ScopeOperator))
	}
	rotate.Flags().StringVar(&until, "until", "", "the last day of the older tokens, such as 2026-12-31")
	_ = rotate.MarkFlagRequired("until")
	remove := &cobra.Command{
		Use:     "remove NAME",
		Short:   "Remove a user with all tokens",
		Example: "  bua users remove alice --users users.txt",
		Args:    args(cobra.ExactArgs(1)),
		RunE:    func(_ *cobra.Command, list []string) error { return app.RemoveUser(file, list[0]) },
	}
	for _, sub := range []*cobra.Command{add, rotate, remove} {
		sub.Flags().StringVar(&file, "users", "", "the file that bua serve --users reads")
		_ = sub.MarkFlagRequired("users")
		c.AddCommand(sub)
	}
	return c
}
