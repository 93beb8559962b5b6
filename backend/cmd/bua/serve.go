package main

import (
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/direct"
)

func (a *cli) serveCommand() *cobra.Command {
	var o app.Options
	var mode, cdp, bridge string
	var set app.Direct
	var outside natsFlags
	var drain time.Duration
	var dialogs dialogFlags
	c := &cobra.Command{
		Use:   "serve",
		Short: "Run the backend until Ctrl-C",
		Long: `Run the backend: the extension connects to it, and agents reach it by MCP
(streamable HTTP at /mcp), by plain HTTP (POST /api/act) and by bua act.

In the desktop mode it serves you alone, on loopback. In the server mode it
serves the users of a file, behind a proxy that ends TLS and passes the public
host's name on.

With --nats several backends of the server mode serve the same browsers under
one name: keys, codes, settings and the audit are in a NATS server or cluster
with JetStream, whose account must be bua's alone, and a request reaches a
browser at whichever backend it is connected. Each needs a --config-dir of its
own. Told to stop, one lets its browsers go to the others, and what is under way
end, for --drain at most. Without TLS (tls://) the address must be this machine's, unless --nats-plain
is given. With a password in it, write it to a file and give --nats @FILE.

With --cdp it drives one Chrome by its DevTools instead, without the extension:
for servers without a desktop. That Chrome must have been started with
--remote-debugging-port=9222 and a --user-data-dir of its own. The address is
http://127.0.0.1:9222 or the browser's socket, ws on this machine or wss
elsewhere; with a token in it, write it to a file and give --cdp @FILE, so that
the list of processes does not show it. What the agent may not touch is in the
file of --blocklist, one rule a line: example.com (and what is below it),
=www.example.com (that host), *.example.com (what is below it) or *. It is read
again when it changes.

With --profile strict the agent works only where the file of --grants allows it,
one origin a line: https://a.example read act. Of read, act (which includes read),
script, upload, download, secrets and sinks (what pays, sends or deletes) each is
granted by its name; nobody can be asked here, so what is not granted is refused.
It is read again when it changes. --block-category keeps the agent out of a kind of
site, in every profile. docs/profiles.md says more. Some remote browsers close a page's dialogs before anybody
can answer them; bua notices, and answers them another way from then on
(--dialog-bridge on does so from the start, off never). A dialog waits for the
agent's answer for five minutes (--dialog-timeout), unless the agent or --dialogs
says otherwise. Sessions and refusals are logged in direct.json in the
configuration folder.`,
		Example: `  bua serve
  bua serve --cdp http://127.0.0.1:9222 --blocklist blocked.txt
  bua serve --listen 127.0.0.1:50000
  bua serve --mode server --listen 127.0.0.1:8080 --host bua.example.com --users users.txt
  bua serve --mode server --host bua.example.com --users users.txt --nats tls://nats1.example.com,tls://nats2.example.com --nats-creds bua.creds`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			o.Mode = app.Mode(mode)
			var err error
			if o.NATS, err = outside.servers(); err != nil {
				return err
			}
			if cdp != "" {
				text, err := fromFile("cdp", cdp)
				if err != nil {
					return err
				}
				e, err := direct.ParseEndpoint(text)
				if err != nil {
					return err
				}
				switch direct.Bridge(bridge) {
				case direct.BridgeAuto, direct.BridgeOn, direct.BridgeOff:
				default:
					return usage("--dialog-bridge: must be auto, on or off")
				}
				if set.Dialogs, err = dialogs.rules(); err != nil {
					return err
				}
				set.Endpoint, set.Bridge = &e, direct.Bridge(bridge)
				o.Direct = &set
			}
			return a.serve(c, o, drain)
		},
	}
	f := c.Flags()
	f.StringVar(&mode, "mode", string(app.Desktop), "desktop (one user, loopback) or server (users of a file)")
	f.StringVar(&o.Address, "listen", "", "address to listen on (default: that in the file listen of the configuration folder, else "+app.DefaultAddress+")")
	f.StringArrayVar(&o.ExtensionIDs, "extension-id", nil, "accept the extension of this id, too, such as the one that your organisation has packed (repeatable; the file extensions of the configuration folder does so for good)")
	f.StringArrayVar(&o.Hosts, "host", nil, "server mode: a public name under which it is reached, as in a Host header (repeatable)")
	f.StringVar(&cdp, "cdp", "", "drive the Chrome at this DevTools address instead of the extension; @FILE reads the address from a file")
	policyFlags(c, &set, "cdp")
	f.StringVar(&bridge, "dialog-bridge", string(direct.BridgeAuto), "with --cdp: answer dialogs where a proxy closes them: auto, on or off")
	mcpFlags(c, &o.Structured, &o.Tools)
	privateNetwork(c, &o.PrivateNetwork)
	needs(c, "dialog-bridge", "cdp")
	dialogs.add(c, "cdp", "with --cdp")
	outside.add(c, "server mode: keep everything in this NATS server or cluster, which other backends share")
	f.StringVar(&o.Traces, "traces", "", "send OpenTelemetry traces of actions to this OTLP/HTTP collector, such as http://127.0.0.1:4318; what it wants to know of the sender is in OTEL_EXPORTER_OTLP_HEADERS (default: none are made)")
	f.DurationVar(&drain, "drain", app.DefaultDrain, "server mode: how long what is under way may take when the backend is told to stop; 0 stops at once")
	f.StringVar(&o.Issuer.URL, "issuer", "", "server mode: let in holders of access tokens of this OpenID Connect issuer, too; their audience is https://HOST/mcp, their scope bua:agent, bua:operator or bua:fleet")
	f.StringVar(&o.Issuer.UserClaim, "user-claim", "", "with --issuer: the claim that names the user, sub (default), email (where it is verified) or preferred_username")
	needs(c, "user-claim", "issuer")
	f.StringVar(&o.UsersFile, "users", "", "server mode: file of the users, written by bua users add")
	return c
}

// privateNetwork adds the flag that keeps the agent out of private networks.
func privateNetwork(c *cobra.Command, to *app.PrivateNetwork) {
	c.Flags().StringVar((*string)(to), "private-network", "", "whether the agent may go to this machine and private networks: allow or refuse (default: allow; refuse with --mode server)")
}

// serverGC lets the heap of a server grow to four times what lives. What lives is
// mostly connections that wait, and going through those of ten thousand takes
// both processors of a small machine for a tenth of a second, in which every
// request is late: with Go's own 100 every two seconds, so one in twenty.
const serverGC = 300

// serve runs a backend until the command is told to end. What is under way then
// has drain to end.
func (a *cli) serve(c *cobra.Command, o app.Options, drain time.Duration) (err error) {
	if o.Home, err = a.home(); err != nil {
		return err
	}
	level := slog.LevelInfo
	if a.verbose {
		level = slog.LevelDebug
	}
	o.Version, o.Log = version, a.logAt(level)
	if o.Mode == app.Server && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(serverGC)
	}
	m, err := app.New(o)
	if err != nil {
		return err
	}
	defer m.Close()
	if err := m.Run(c.Context()); err != nil {
		return err
	}
	switch {
	case o.Direct != nil:
		fmt.Fprintf(a.err, `
bua listens on %[1]s and drives the Chrome at %[3]s. Ctrl-C ends it.
  connect an agent   MCP by stdio:  {"mcpServers":{"browser":{"command":"bua","args":["mcp"]}}}
                     MCP by HTTP:   %[1]s/mcp with Authorization: Bearer <content of %[2]s>
  try it             bua act '{"type":"get_tabs"}'

`, m.URL(), o.Home.TokenFile(), o.Direct.Endpoint)
	case o.Mode == app.Desktop:
		fmt.Fprintf(a.err, `
bua listens on %[1]s. Ctrl-C ends it.

  connect a browser  bua extension --out bua-extension, load that folder in chrome://extensions
                     (developer mode, "Load unpacked"), then bua pair
  connect an agent   MCP by stdio:  {"mcpServers":{"browser":{"command":"bua","args":["mcp"]}}}
                     MCP by HTTP:   %[1]s/mcp with Authorization: Bearer <content of %[2]s>
  try it             bua act '{"type":"get_tabs"}'

`, m.URL(), o.Home.TokenFile())
	default:
		fmt.Fprintf(a.err, "\nbua serves https://%s on %s. Ctrl-C ends it.\n\n", o.Hosts[0], m.Address())
		if o.NATS != nil {
			fmt.Fprintf(a.err, "  with its store in %s\n\n", o.NATS)
		}
	}
	<-c.Context().Done()
	if o.Mode == app.Server {
		m.Drain(drain)
	}
	return nil
}
