package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/internal/mcp"
	"github.com/zapvol/bua/core/protocol"
)

func (a *cli) mcpCommand() *cobra.Command {
	var l launchFlags
	o := app.Options{Mode: app.Desktop}
	c := &cobra.Command{
		Use:   "mcp",
		Short: "Serve one agent by MCP over stdin and stdout",
		Long: `Serve one agent by the Model Context Protocol over stdin and stdout; an MCP
client starts this. It uses the backend that runs on this machine or, where
none does, brings one up for as long as it lives.

With --launch it brings up a Chromium of its own, with the extension, paired
and ready; nothing else has to be set up. Everything it started ends with it.

With --host direct that Chromium is driven by its DevTools, without the
extension: it starts faster and needs no display, and branded Chrome, which
loads no extension, can be used. It opens no port: bua talks to it through a
pipe (on Windows through a port on 127.0.0.1).`,
		Example: `  bua mcp
  bua mcp --launch --headless
  bua mcp --launch --user-data-dir ~/agent-profile
  bua mcp --launch --headless --host direct --blocklist blocked.txt

In the configuration of an MCP client:
  {"mcpServers":{"browser":{"command":"bua","args":["mcp","--launch"]}}}`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) (err error) {
			if o.Home, err = a.home(); err != nil {
				return err
			}
			o.Version, o.Log, o.PrivateNetwork = version, a.log(), l.network
			if !l.on {
				return a.mcpShared(c.Context(), o)
			}
			if !c.Flags().Changed("listen") {
				o.Address = "127.0.0.1:0"
			}
			if err := l.into(c, &o); err != nil {
				return err
			}
			return a.mcpLaunched(c.Context(), o)
		},
	}
	c.Flags().StringVar(&o.Address, "listen", "", "address of the backend (default: where one runs, else "+app.DefaultAddress+"; with --launch a free port)")
	l.add(c)
	mcpFlags(c, &o.Structured, &o.Tools)
	return c
}

// needs refuses a flag that does nothing without another.
func needs(c *cobra.Command, flag, other string) {
	next := c.PreRunE
	c.PreRunE = func(c *cobra.Command, list []string) error {
		if c.Flags().Changed(flag) && !c.Flags().Changed(other) {
			return usage("--" + flag + " needs --" + other)
		}
		if next != nil {
			return next(c, list)
		}
		return nil
	}
}

// mcpLaunched says at once what the tool is. Its first action waits until the
// backend runs; that it cannot run ends the command.
func (a *cli) mcpLaunched(ctx context.Context, o app.Options) error {
	m, err := app.New(o)
	if err != nil {
		return err
	}
	defer m.Close()
	ctx, end := context.WithCancelCause(ctx)
	var failed error // to run
	up := make(chan struct{})
	go func() {
		defer close(up)
		if failed = m.Run(ctx); failed != nil {
			end(failed)
		}
	}()
	err = a.stdio(ctx, mcp.New(mcp.Options{Version: o.Version, Log: o.Log, Structured: o.Structured, Tools: o.Tools,
		Do: func(ctx context.Context, device string, action protocol.Action) (protocol.Result, error) {
			select {
			case <-up:
			case <-ctx.Done():
				return nil, protocol.NewError(protocol.CodeInternal, "the call was given up while bua started; nothing was done").NotDone()
			}
			if failed != nil {
				return nil, protocol.NewError(protocol.CodeInternal, "bua could not start: "+failed.Error()).NotDone()
			}
			return m.Do(ctx, protocol.Caller{User: app.Local, Agent: protocol.CallerOf(ctx).Agent}, device, action)
		}}))
	end(nil)
	<-up
	if cause := context.Cause(ctx); failed != nil && cause == failed {
		return failed
	}
	return err
}

func (a *cli) mcpShared(ctx context.Context, o app.Options) error {
	agent := &app.Agent{Options: o}
	defer agent.Close()
	// Now rather than at the first call, so that a browser can connect while
	// the agent thinks; what is wrong is said at the first call.
	go func() {
		if _, _, err := agent.Pick(ctx); err != nil {
			o.Log.Warn("no backend yet", "err", err)
		}
	}()
	return a.stdio(ctx, mcp.New(mcp.Options{Version: o.Version, Log: o.Log, Structured: o.Structured, Tools: o.Tools,
		Do: agent.Do}))
}

// stdio serves until the client closes stdin or a signal comes; both are a
// good end.
func (a *cli) stdio(ctx context.Context, s *mcp.Server) error {
	err := s.Stdio(ctx, io.NopCloser(a.in), nopCloser{a.out})
	if ctx.Err() != nil {
		return nil
	}
	return err
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
