package main

import (
	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
)

// launchFlags say which browser a command brings up for itself.
type launchFlags struct {
	on      bool
	host    string
	launch  app.Launch
	direct  app.Direct
	dialogs dialogFlags
	network app.PrivateNetwork
}

// add adds them to a command, all but --launch needing that.
func (l *launchFlags) add(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&l.on, "launch", false, "bring up a Chromium of its own")
	f.BoolVar(&l.launch.Headless, "headless", false, "with --launch: without a window")
	f.StringVar(&l.launch.Chrome, "chrome", "", "with --launch: path of the browser (default: the first Chromium on PATH)")
	f.StringVar(&l.launch.UserDataDir, "user-data-dir", "", "with --launch: profile to use and keep (default: a temporary one)")
	f.StringVar(&l.launch.Extension, "extension", "", "with --launch: folder of an unpacked extension (default: the one inside bua)")
	f.BoolVar(&l.launch.NoSandbox, "no-sandbox", false, "with --launch: without the browser's sandbox, for machines where it cannot work: a page that breaks out then has your rights")
	f.StringArrayVar(&l.launch.Args, "chrome-arg", nil, "with --launch: a further switch for the browser (repeatable)")
	f.StringVar(&l.host, "host", "extension", "with --launch: what drives the browser, extension or direct (its DevTools)")
	complete(c, "host", "extension", "direct")
	policyFlags(c, &l.direct, "launch")
	l.dialogs.add(c, "launch", "with --host direct")
	privateNetwork(c, &l.network)
	for _, name := range []string{"host", "headless", "chrome", "user-data-dir", "extension", "chrome-arg", "no-sandbox"} {
		needs(c, name, "launch")
	}
}

// into completes the options of the backend that the browser is for. It is this
// command's alone.
func (l *launchFlags) into(c *cobra.Command, o *app.Options) (err error) {
	o.Launch, o.Private = &l.launch, true
	switch l.host {
	case "extension":
		for _, name := range append([]string{"dialogs", "dialog-timeout"}, operators...) {
			if c.Flags().Changed(name) {
				return usage("--" + name + ": needs --host direct; in the extension it is in its options")
			}
		}
	case "direct":
		if l.direct.Dialogs, err = l.dialogs.rules(); err != nil {
			return err
		}
		o.Direct = &l.direct
	default:
		return usage("--host: must be extension or direct")
	}
	return nil
}
