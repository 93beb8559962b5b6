package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/extension"
	"github.com/zapvol/bua/backend/httpapi"
)

func (a *cli) pairCommand() *cobra.Command {
	var noWait bool
	c := &cobra.Command{
		Use:   "pair",
		Short: "Connect a browser: print a one-time code and wait",
		Long: `Print a one-time code. Enter it, with the server's address, in the options of
the bua extension, paste all of it there, or open the printed link in that
browser; the command ends when the browser is connected. The code is good for
ten minutes and one browser.`,
		Example: "  bua pair\n  bua pair --no-wait",
		Args:    args(cobra.NoArgs),
		RunE: with(a.lasting, func(c *cobra.Command, client *httpapi.Client, _ []string) error {
			before, err := client.Status(c.Context())
			if err != nil {
				return err
			}
			code, err := client.Pair(c.Context())
			if err != nil {
				return err
			}
			fmt.Fprintf(a.out, "server  %s\ncode    %s\nlink    %s\n", code.ServerURL, code.Code, pairLink(code))
			if noWait {
				return nil
			}
			fmt.Fprintf(a.err, "\nEnter the code in the options of the bua extension, or open the link in the browser. Waiting until %s; Ctrl-C gives up.\n", code.ExpiresAt.Local().Format(time.TimeOnly))
			d, err := paired(c.Context(), client, before, code.ExpiresAt)
			if err != nil {
				return err
			}
			fmt.Fprintf(a.out, "paired  %s %s\n", d.ID, plain(d.Name))
			return nil
		}),
	}
	a.clientFlags(c)
	c.Flags().BoolVar(&noWait, "no-wait", false, "print the code and end")
	return c
}

// pairLink is the extension's options with the form filled in. The browser opens
// it only when a person enters it: no page may link there.
func pairLink(c httpapi.Code) string {
	q := url.Values{"server": {c.ServerURL}, "code": {c.Code}}
	return "chrome-extension://" + app.ExtensionID + "/options/index.html#pair?" + q.Encode()
}

// paired waits for a device that was not there before.
func paired(ctx context.Context, client *httpapi.Client, before httpapi.Status, until time.Time) (httpapi.Device, error) {
	known := map[string]bool{}
	for _, d := range before.Devices {
		known[d.ID] = true
	}
	tick := time.NewTicker(300 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return httpapi.Device{}, errors.New("given up; the code is still good until it expires")
		case <-tick.C:
		}
		if time.Now().After(until) {
			return httpapi.Device{}, errors.New("the code has expired; run bua pair again")
		}
		s, err := client.Status(ctx)
		if err != nil {
			return httpapi.Device{}, err
		}
		for _, d := range s.Devices {
			if !known[d.ID] && d.Connected {
				return d, nil
			}
		}
	}
}

func (a *cli) extensionCommand() *cobra.Command {
	var out string
	var pair bool
	c := &cobra.Command{
		Use:   "extension --out DIR",
		Short: "Write out the browser extension",
		Long: `Write the extension that is inside this binary to a folder. Load that folder in
chrome://extensions (developer mode, "Load unpacked").

With --pair the folder also gets a one-time code (bootstrap.json) with which
the extension connects itself to the running backend; keep it to yourself.`,
		Example: "  bua extension --out bua-extension\n  bua extension --out bua-extension --pair",
		Args:    args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			if out == "" {
				return usage("--out is missing: name the folder to write to")
			}
			var code httpapi.Code
			if pair {
				client, err := a.lasting(c.Context())
				if err != nil {
					return err
				}
				if code, err = client.Pair(c.Context()); err != nil {
					return err
				}
			}
			if err := extension.WriteTo(out); err != nil {
				return err
			}
			if pair {
				if err := app.WriteBootstrap(out, code.ServerURL, code.Code, ""); err != nil {
					return err
				}
			}
			fmt.Fprintf(a.out, "wrote %s\n", out)
			return nil
		},
	}
	a.clientFlags(c)
	c.Flags().StringVar(&out, "out", "", "folder to write to")
	c.Flags().BoolVar(&pair, "pair", false, "add a one-time code, so that it connects itself")
	return c
}
