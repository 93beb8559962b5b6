package main

import (
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/cmd/bua/program"
)

func (a *app) serveCommand() *cobra.Command {
	var o program.Options
	var mode string
	c := &cobra.Command{
		Use:   "serve",
		Short: "Run the backend until Ctrl-C",
		Long: `Run the backend: the extension connects to it, and agents reach it by MCP
(streamable HTTP at /mcp), by plain HTTP (POST /api/act) and by bua act.

In the desktop mode it serves you alone, on loopback. In the server mode it
serves the users of a file, behind a proxy that ends TLS and passes the public
host's name on.`,
		Example: `  bua serve
  bua serve --listen 127.0.0.1:50000
  bua serve --mode server --listen 127.0.0.1:8080 --host bua.example.com --users users.txt`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			o.Mode = program.Mode(mode)
			return a.serve(c, o)
		},
	}
	f := c.Flags()
	f.StringVar(&mode, "mode", string(program.Desktop), "desktop (one user, loopback) or server (users of a file)")
	f.StringVar(&o.Address, "listen", program.DefaultAddress, "address to listen on")
	f.StringArrayVar(&o.Hosts, "host", nil, "server mode: a public name under which it is reached, as in a Host header (repeatable)")
	f.StringVar(&o.UsersFile, "users", "", "server mode: file of the users, written by bua users add")
	return c
}

func (a *app) serve(c *cobra.Command, o program.Options) (err error) {
	if o.Home, err = a.home(); err != nil {
		return err
	}
	o.Version, o.Log = version, slog.New(slog.NewTextHandler(a.err, nil))
	m, err := program.New(o)
	if err != nil {
		return err
	}
	defer m.Close()
	if err := m.Run(c.Context()); err != nil {
		return err
	}
	if o.Mode == program.Desktop {
		fmt.Fprintf(a.err, `
bua listens on %[1]s. Ctrl-C ends it.

  connect a browser  bua extension --out bua-extension, load that folder in chrome://extensions
                     (developer mode, "Load unpacked"), then bua pair
  connect an agent   MCP by stdio:  {"mcpServers":{"browser":{"command":"bua","args":["mcp"]}}}
                     MCP by HTTP:   %[1]s/mcp with Authorization: Bearer <content of %[2]s>
  try it             bua act '{"type":"get_tabs"}'

`, m.URL(), o.Home.TokenFile())
	} else {
		fmt.Fprintf(a.err, "\nbua serves https://%s on %s. Ctrl-C ends it.\n\n", o.Hosts[0], m.Address())
	}
	<-c.Context().Done()
	return nil
}
