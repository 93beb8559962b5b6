package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/secrets"
)

func (a *cli) secretCommand() *cobra.Command {
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

A secret goes only into fields of a login (unless set with --any-field). Whatever a
page answers is searched for every stored value of 6 characters or more, as it is
and percent-, HTML-, JSON-, hex- and base64-encoded, and pictures hide it.

Not defended: the site that gets it, and an agent's own scripts there (evaluate),
which can send it elsewhere or disguise it: switch them off in the extension's
options if that matters. A picture in which a page has drawn it (a canvas, an
image, a video) shows it. While a keyring that has one is locked nothing is done.`,
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
	c.Flags().StringVar(user, "user", app.Local, says)
}

func (a *cli) vault() (*secrets.Vault, error) {
	home, err := a.home()
	if err != nil {
		return nil, err
	}
	return home.Vault(), nil
}

func (a *cli) secretSet() *cobra.Command {
	var origins []string
	var user string
	var file, anyField bool
	c := &cobra.Command{
		Use:   "set NAME --origin https://SITE",
		Short: "Store a secret, in place of what the name had",
		Long: `Store a secret for one or more sites. The value is asked for without showing it,
or read from stdin when that is no terminal; it is never an argument, since the
list of processes shows those.

A site is an origin as in the address bar: https, the host, and the port when it
is not 443. The secret goes to that origin exactly: www.example.com is another
than example.com. A form that sends it elsewhere needs that origin too.

It is filled only into a visible field for a password, a user name or a one-time
code. --any-field lifts that: for an API key in a settings page, say. Whoever can
make the agent type it into a comment then publishes it.`,
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
			ring, err := v.Set(secrets.Secret{Entry: secrets.Entry{User: user, Name: list[0], Origins: origins, AnyField: anyField}, Value: value})
			if err != nil {
				return err
			}
			where := v.File
			if ring {
				where = "the keyring"
			}
			fmt.Fprintf(a.out, "%s is stored in %s\n", list[0], where)
			fmt.Fprintln(a.err, "Not defended: the site that gets it and scripts there, the agent's evaluate among them, which can send it elsewhere or disguise it; a picture in which it is drawn, not written.")
			if anyField {
				fmt.Fprintln(a.err, "It may go into any field of these sites, also into one that others can read.")
			}
			if !secrets.Findable(value) {
				fmt.Fprintln(a.err, "It has fewer than 6 characters: answers and pictures of other pages and fields are not searched for it.")
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringArrayVar(&origins, "origin", nil, "a site that it may go to, such as https://example.com (repeatable)")
	f.BoolVar(&file, "file", false, "keep it in the file even where there is a keyring, for a backend that runs without your session")
	f.BoolVar(&anyField, "any-field", false, "let it go into a field of any kind there, not only into those of a login")
	secretUser(c, &user, "of this user of the server mode")
	_ = c.MarkFlagRequired("origin")
	return c
}

// readSecret asks for a value, or reads it from stdin when that is no terminal.
func (a *cli) readSecret(name string) (string, error) {
	if f, ok := a.terminal(); ok {
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

func (a *cli) secretList() *cobra.Command {
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
			return columns(a.out, "NAME\tUSER\tKEPT IN\tFIELDS\tSITES", list, func(e secrets.Entry) string {
				where, fields := "file", "login"
				if e.Keyring {
					where = "keyring"
				}
				if e.AnyField {
					fields = "any"
				}
				return strings.Join([]string{plain(e.Name), plain(e.User), where, fields, plain(strings.Join(e.Origins, " "))}, "\t")
			})
		},
	}
	c.Flags().StringVar(&user, "user", "", "only those of this user")
	return c
}

func (a *cli) secretRemove() *cobra.Command {
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
