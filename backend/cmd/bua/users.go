package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/cmd/bua/program"
)

func (a *app) usersCommand() *cobra.Command {
	var file string
	c := &cobra.Command{
		Use:     "users",
		Short:   "Add or remove users of the server mode",
		Example: "  bua users add alice --users users.txt\n  bua users remove alice --users users.txt",
	}
	add := &cobra.Command{
		Use:   "add NAME",
		Short: "Add a user and print the token, once",
		Long: `Add a user to the file and print a new token. Only its hash is kept, so it
cannot be printed again; a user may have several. A running server sees the
change by itself.`,
		Example: "  bua users add alice --users users.txt",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, list []string) error {
			token, err := program.AddUser(file, list[0])
			if err != nil {
				return err
			}
			fmt.Fprintln(a.out, token)
			return nil
		},
	}
	remove := &cobra.Command{
		Use:     "remove NAME",
		Short:   "Remove a user with all tokens",
		Example: "  bua users remove alice --users users.txt",
		Args:    args(cobra.ExactArgs(1)),
		RunE:    func(_ *cobra.Command, list []string) error { return program.RemoveUser(file, list[0]) },
	}
	for _, sub := range []*cobra.Command{add, remove} {
		sub.Flags().StringVar(&file, "users", "", "the file that bua serve --users reads")
		_ = sub.MarkFlagRequired("users")
		c.AddCommand(sub)
	}
	return c
}
