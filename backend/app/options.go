package app

import (
	"log/slog"
	"net"
	"strings"

	"github.com/zapvol/bua/backend/internal/loopback"
	"github.com/zapvol/bua/backend/internal/mcp"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/link"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/core/session"
)

// DefaultAddress is where the desktop mode listens.
const DefaultAddress = "127.0.0.1:48123"

// Mode says whom the backend serves.
type Mode string

// The modes.
const (
	// Desktop serves one user on loopback.
	Desktop Mode = "desktop"
	// Server serves the users of a file under public names, behind a proxy
	// that ends TLS.
	Server Mode = "server"
)

// PrivateNetwork is the choice of --private-network.
type PrivateNetwork string

// Whether private addresses may be gone to.
const (
	PrivateAllow  PrivateNetwork = "allow"
	PrivateRefuse PrivateNetwork = "refuse"
)

// Options says how to run.
type Options struct {
	Mode Mode
	// Address to listen on; when empty that of [Home.Listen], in the server mode
	// DefaultAddress. Port 0 takes a free one.
	Address string
	// Home holds the token, the pairings and where the backend runs.
	Home Home
	// Hosts are the public names of the server mode, as in a Host header.
	Hosts []string
	// UsersFile lists the users of the server mode, see [Users].
	UsersFile string
	// Issuer is whose access tokens are good in the server mode, too.
	Issuer Issuer
	// NATS is an outside server or cluster that several backends of the server
	// mode keep everything in; nil for a store of this backend's own.
	NATS *store.Servers
	// ExtensionIDs are accepted besides [Home.Accepted].
	ExtensionIDs []string
	// Launch brings up a browser of its own; nil leaves that to the person.
	Launch *Launch
	// Direct drives a browser by its DevTools instead of the extension; nil for
	// the extension.
	Direct *Direct
	// PrivateNetwork says whether the agent may go to private addresses; by
	// default it may, but not from a server.
	PrivateNetwork PrivateNetwork
	// Private keeps this backend to this process: its pairings are forgotten
	// at the end, and other commands take it only where no other runs.
	Private bool
	// Structured says which MCP clients get the exact result beside the text.
	Structured mcp.Structured
	// Tools says how much MCP clients are told of the actions.
	Tools mcp.Tools
	// Traces is the address of an OTLP/HTTP collector, "" for none.
	Traces string
	// Version is what the backend says of itself.
	Version string
	// Log gets what happens, without page content and without secrets.
	Log *slog.Logger
	// Models replaces the models of the home, for tests; with Bridge it makes runs
	// possible.
	Models runs.Models
	// Bridge replaces the way to the browsers, for tests.
	Bridge Bridge
}

// check completes the options and refuses what does not go together.
func (o *Options) check() error {
	if o.Mode == "" {
		o.Mode = Desktop
	}
	if o.Address == "" {
		o.Address = DefaultAddress
		if o.Mode == Desktop && o.Home != "" {
			var err error
			if o.Address, err = o.Home.Listen(); err != nil {
				return err
			}
		}
	}
	for _, id := range o.ExtensionIDs {
		if !link.ValidExtensionID(id) {
			return invalid("--extension-id: must be the id of an extension, 32 letters from a to p, as chrome://extensions shows it")
		}
	}
	if o.Version == "" {
		o.Version = "dev"
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	host, _, err := net.SplitHostPort(o.Address)
	if err != nil {
		return invalid("--listen: must be host:port, such as " + DefaultAddress)
	}
	switch o.Mode {
	case Desktop:
		if !loopback.Host(host) {
			return invalid("--listen: the desktop mode listens on loopback only, such as " + DefaultAddress + "; other addresses need --mode server")
		}
		if len(o.Hosts) > 0 || o.UsersFile != "" || o.Issuer.URL != "" {
			return invalid("--host, --users and --issuer: belong to --mode server")
		}
	case Server:
		if len(o.Hosts) == 0 {
			return invalid("--host: the server mode needs the public name under which it is reached, such as bua.example.com")
		}
		if o.UsersFile == "" {
			return invalid("--users: the server mode needs the file that lists its users; bua users add writes it")
		}
		if o.Launch != nil {
			return invalid("--launch: belongs to the desktop mode")
		}
		for _, h := range o.Hosts {
			if h == "" || strings.ContainsAny(h, "/@ \t") {
				return invalid("--host: must be a host name, with a port when it is not 443, and nothing else")
			}
		}
	default:
		return invalid("--mode: must be desktop or server")
	}
	if o.strict() && o.Launch != nil {
		o.Launch.RequireSandbox = true
	}
	switch {
	case o.PrivateNetwork == "" && (o.Mode == Server || o.strict()):
		o.PrivateNetwork = PrivateRefuse
	case o.PrivateNetwork == "":
		o.PrivateNetwork = PrivateAllow
	case o.PrivateNetwork != PrivateAllow && o.PrivateNetwork != PrivateRefuse:
		return invalid("--private-network: must be allow or refuse")
	}
	if o.NATS != nil && o.Mode != Server {
		return invalid("--nats: belongs to --mode server, where several backends serve the same users under one name")
	}
	if o.Launch != nil {
		if _, err := o.Launch.options().Unsandboxed(); err != nil {
			return invalid("--launch: " + strings.ReplaceAll(err.Error(), "\n", ": "))
		}
	}
	if o.Direct != nil {
		return o.Direct.check(o)
	}
	return nil
}

func invalid(message string) error { return protocol.NewError(protocol.CodeInvalidAction, message) }

// strict reports whether the operator of a direct host has chosen that profile.
func (o *Options) strict() bool {
	return o.Direct != nil && session.Profile(o.Direct.Profile) == session.ProfileStrict
}
