package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/store"
)

func (a *cli) backupCommand() *cobra.Command {
	var outside natsFlags
	c := &cobra.Command{
		Use:   "backup FOLDER",
		Short: "Back up what backends keep in a shared NATS, while they run",
		Long: `Write everything that backends keep in a shared NATS (bua serve --nats) to a new
folder: paired devices, settings, the audit. They may go on meanwhile. The folder
holds the keys of all devices: keep it as you keep those. The users file and the
configuration folders are not in it.

What is kept without --nats is in the folder store of the configuration folder: end
bua and copy that.`,
		Example: `  bua backup /var/backups/bua-2026-11-23 --nats @nats.txt --nats-creds bua.creds`,
		Args:    args(cobra.ExactArgs(1)),
		RunE: a.ofNATS(&outside, store.BackUp, func(b *store.Backup, folder string) string {
			return fmt.Sprintf("backed up in %s to %s", b.Took.Round(time.Millisecond), folder)
		}),
	}
	outside.add(c, "the NATS server or cluster")
	_ = c.MarkFlagRequired("nats")
	return c
}

func (a *cli) restoreCommand() *cobra.Command {
	var outside natsFlags
	c := &cobra.Command{
		Use:   "restore FOLDER",
		Short: "Put a backup into a NATS that is empty",
		Long: `Put what bua backup has written into a NATS in which there is nothing of bua's.
End all backends first. The folder is read and checked before anything is changed.

What happened after the backup is gone: a browser that was paired since has to be
paired again, and one that was revoked since is paired again: revoke it. A backend
that had written more rows of the audit says so when it starts, and bua audit verify
from then on.`,
		Example: `  bua restore /var/backups/bua-2026-11-23 --nats @nats.txt --nats-creds bua.creds`,
		Args:    args(cobra.ExactArgs(1)),
		RunE: a.ofNATS(&outside, store.Restore, func(b *store.Backup, _ string) string {
			return fmt.Sprintf("restored in %s, as of %s", b.Took.Round(time.Millisecond), b.At.Format(time.RFC3339))
		}),
	}
	outside.add(c, "the NATS server or cluster")
	_ = c.MarkFlagRequired("nats")
	return c
}

// ofNATS does something with what a NATS and a folder hold, lists what that was, and says what
// came of it.
func (a *cli) ofNATS(outside *natsFlags, do func(context.Context, *store.Servers, string, *slog.Logger) (*store.Backup, error),
	says func(b *store.Backup, folder string) string) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		servers, err := outside.servers()
		if err != nil {
			return err
		}
		b, err := do(c.Context(), servers, args[0], a.logAt(slog.LevelWarn))
		if err != nil {
			return err
		}
		err = columns(a.out, "", b.Streams, func(s store.BackedUp) string {
			return fmt.Sprintf("%s\t%d messages\t%d bytes", s.Name, s.Messages(), s.Bytes)
		})
		fmt.Fprintln(a.out, says(b, args[0]))
		return err
	}
}
