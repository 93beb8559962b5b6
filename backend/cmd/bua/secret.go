package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/zapvol/bua/backend/cmd/bua/program"
	"github.com/zapvol/bua/backend/secrets"
)

func (a *app) secretCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "secret",
		Short: "Store what an agent may fill in without seeing it",
		Long: `Store a password, or whatever else an agent shall fill in without seeing it. The
agent names it ({"type":"type","uid":"e3","secret":"github"}); its value goes
from this machine to the field, on the sites that it is stored for, and to
nobody else: not to the agent, the audit or a log. What the field holds is not
told afterwards either.

Values are kept in the keyring of the operating system or, where there is none,
in secrets.json in the configuration folder, which only you can read. A running
backend sees the change by itself.

Not defended: the site that gets it, and an agent's own scripts there (evaluate),
which can send it elsewhere: switch them off in the extension's options if that
matters.`,
		Example: `  bua secret set github --origin https://github.com
  pass show work | bua secret set work --origin https://login.example.com --origin https://app.example.com
  bua secret list
  bua secret remove github`,
	}
	c.AddCommand(a.secretSet(), a.secretList(), a.secretRemove())
	return c
}

// secretUser adds the flag of whose secret it is.
func secretUser(c *cobra.Command, user *string, says string) {
	c.Flags().StringVar(user, "user", program.Local, says)
}

func (a *app) vault() (*secrets.Vault, error) {
	home, err := a.home()
	if err != nil {
		return nil, err
	}
	return home.Vault(), nil
}

func (a *app) secretSet() *cobra.Command {
	var origins []string
	var user string
	var file bool
	c := &cobra.Command{
		Use:   "set NAME --origin https://SITE",
		Short: "Store a secret, in place of what the name had",
		Long: `Store a secret for one or more sites. The value is asked for without showing it,
or read from stdin when that is no terminal; it is never an argument, since the
list of processes shows those.

A site is an origin as in the address bar: https, the host, and the port when it
is not 443. The secret goes to that origin exactly: www.example.com is another
than example.com.`,
		Example: `  bua secret set github --origin https://github.com
  printf %s "$PASSWORD" | bua secret set work --origin https://login.example.com`,
		Args: args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, list []string) error {
			v, err := a.vault()
			if err != nil {
				return err
			}
			if file {
				v.Ring = nil
			}
			if err := secrets.CheckName(list[0]); err != nil { // before the person types
				return err
			}
			for _, o := range origins {
				if _, err := secrets.ParseOrigin(o); err != nil {
					return err
				}
			}
			value, err := a.readSecret(list[0])
			if err != nil {
				return err
			}
			ring, err := v.Set(user, list[0], origins, value)
			if err != nil {
				return err
			}
			where := v.File
			if ring {
				where = "the keyring"
			}
			fmt.Fprintf(a.out, "%s is stored in %s\n", list[0], where)
			return nil
		},
	}
	f := c.Flags()
	f.StringArrayVar(&origins, "origin", nil, "a site that it may go to, such as https://example.com (repeatable)")
	f.BoolVar(&file, "file", false, "keep it in the file even where there is a keyring, for a backend that runs without your session")
	secretUser(c, &user, "of this user of the server mode")
	_ = c.MarkFlagRequired("origin")
	return c
}

// readSecret asks for a value, or reads it from stdin when that is no terminal.
func (a *app) readSecret(name string) (string, error) {
	if f, ok := a.in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprintf(a.err, "Value of %s (it is not shown): ", name)
		value, err := term.ReadPassword(int(f.Fd()))
		fmt.Fprintln(a.err)
		if err != nil {
			return "", errors.New("the value could not be read")
		}
		return string(value), nil
	}
	data, err := io.ReadAll(io.LimitReader(bufio.NewReader(a.in), 64<<10))
	if err != nil {
		return "", errors.New("the value could not be read from stdin")
	}
	return strings.TrimSuffix(strings.TrimSuffix(string(data), "\n"), "\r"), nil
}

func (a *app) secretList() *cobra.Command {
	var user string
	c := &cobra.Command{
		Use:     "list",
		Short:   "Show names and sites, never values",
		Example: "  bua secret list",
		Args:    args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			v, err := a.vault()
			if err != nil {
				return err
			}
			list, err := v.List(user)
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "NAME\tUSER\tKEPT IN\tSITES")
			for _, e := range list {
				where := "file"
				if e.Keyring {
					where = "keyring"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", plain(e.Name), plain(e.User), where, plain(strings.Join(e.Origins, " ")))
			}
			return w.Flush()
		},
	}
	c.Flags().StringVar(&user, "user", "", "only those of this user")
	return c
}

func (a *app) secretRemove() *cobra.Command {
	var user string
	c := &cobra.Command{
		Use:     "remove NAME",
		Short:   "Forget a secret",
		Example: "  bua secret remove github",
		Args:    args(cobra.ExactArgs(1)),
		RunE: func(_ *cobra.Command, list []string) error {
			v, err := a.vault()
			if err != nil {
				return err
			}
			if err := v.Remove(user, list[0]); err != nil {
				return err
			}
			fmt.Fprintf(a.out, "%s is forgotten\n", list[0])
			return nil
		},
	}
	secretUser(c, &user, "of this user of the server mode")
	return c
}
