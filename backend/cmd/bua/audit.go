package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zapvol/bua/backend/app"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
)

// filter is what the flags of bua audit pick.
type filter struct {
	httpapi.AuditQuery
	since, until string
	dir          string
	nats         natsFlags
}

func (a *cli) auditCommand() *cobra.Command {
	var f filter
	var limit int
	c := &cobra.Command{
		Use:   "audit",
		Short: "Show what was done: every action, pairing and change of a setting",
		Long: `Show the audit: every action that was sent to a browser, who asked for it, in
which origin, and how it ended; also pairings, revocations, Stop all and changes
of settings. It holds no page content, no typed text and no whole address.

OUTCOME is ok, an error's code, unknown (it may have happened: the answer was
lost, or did not come in time), or - for an action whose end was not recorded: it runs still,
or the backend was killed meanwhile.

Backends that share a NATS (bua serve --nats) have one audit, in which each has a
chain of its own: bua audit --nats reads it.

Rows are chained by hashes; bua audit verify checks the chain. A running backend
is asked for them; without one they are read from the configuration folder.`,
		Example: `  bua audit
  bua audit --since 24h --origin example.com
  bua audit --action click --outcome ok --limit 0
  bua audit verify
  bua audit export --format csv --out audit.csv`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			t := table{limit: limit, outcome: f.Outcome}
			f.Outcome = "" // of the action as a whole, not of one of its rows
			if err := a.rows(c.Context(), &f, t.add); err != nil {
				return err
			}
			t.print(a.out)
			return nil
		},
	}
	a.filterFlags(c, &f)
	c.Flags().IntVar(&limit, "limit", 50, "show the last so many; 0 for all")
	c.AddCommand(a.verifyCommand(), a.exportCommand())
	return c
}

func (a *cli) filterFlags(c *cobra.Command, f *filter) {
	a.clientFlags(c)
	s := c.Flags()
	s.StringVar(&f.since, "since", "", "from then on: 24h, 2026-01-31, or 2026-01-31T08:00:00Z")
	s.StringVar(&f.until, "until", "", "before then, written as for --since")
	s.StringVar(&f.Device, "device", "", "of this browser: its id")
	s.StringVar(&f.Agent, "agent", "", "asked for by programs with this in their name")
	s.StringVar(&f.What, "what", "", "one kind of row: "+strings.Join(whats(), ", "))
	s.StringVar(&f.Action, "action", "", "one action, such as click")
	s.StringVar(&f.Origin, "origin", "", "in this origin, or on this host and what is below it")
	s.StringVar(&f.Outcome, "outcome", "", "that ended so: ok, unknown, or a code such as domain_blocked")
	s.StringVar(&f.dir, "store", "", "read this store's folder, such as the bua-store in a profile that bua mcp --launch keeps")
	f.nats.add(c, "read the audit in this NATS server or cluster, which backends share")
	complete(c, "what", whats()...)
	complete(c, "outcome", outcomes()...)
	var kinds []string
	for _, k := range protocol.Kinds() {
		kinds = append(kinds, string(k))
	}
	complete(c, "action", kinds...)
}

// complete makes the shell offer these values for a flag.
func complete(c *cobra.Command, flag string, values ...string) {
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

func whats() []string {
	return []string{store.WhatAsked, store.WhatDone, store.WhatBlocked, store.WhatAnswered, store.WhatStopped, store.WhatPaired, store.WhatRevoked, store.WhatPolicy, store.WhatStarted,
		store.WhatSession, store.WhatDismissed, store.WhatLetGo, store.WhatMissing}
}

func outcomes() []string {
	all := []string{"ok", "unknown"}
	for _, c := range protocol.Codes() {
		all = append(all, string(c.Code))
	}
	return all
}

// rows calls each with the picked rows, oldest first: from the backend or, when
// none runs, from its folder.
func (a *cli) rows(ctx context.Context, f *filter, each func(store.Row) error) error {
	if err := f.times(time.Now()); err != nil {
		return err
	}
	client, db, err := a.auditSource(ctx, f.dir, &f.nats)
	if err != nil {
		return err
	}
	if client == nil {
		defer db.Close()
		return db.Audit.Rows(ctx, app.Query(f.AuditQuery), each)
	}
	return client.Audit(ctx, f.AuditQuery, func(raw json.RawMessage) error {
		var r store.Row
		if err := json.Unmarshal(raw, &r); err != nil {
			return err
		}
		return each(r)
	})
}

// auditSource returns one of the two places that the audit can be read from.
func (a *cli) auditSource(ctx context.Context, dir string, outside *natsFlags) (*httpapi.Client, *store.Store, error) {
	servers, err := outside.servers()
	if err != nil {
		return nil, nil, err
	}
	if servers != nil {
		db, err := app.OpenStoreIn(servers)
		return nil, db, err
	}
	if dir == "" {
		client, err := a.operator(ctx)
		if err == nil || a.server != "" || !errors.Is(err, httpapi.ErrNoBackend) {
			return client, nil, err
		}
		home, err := a.home()
		if err != nil {
			return nil, nil, err
		}
		db, err := app.OpenStore(home)
		return nil, db, err
	}
	db, err := app.OpenStoreAt(dir)
	return nil, db, err
}

// times reads --since and --until.
func (f *filter) times(now time.Time) (err error) {
	if f.Since, err = when("--since", f.since, now); err == nil {
		f.Until, err = when("--until", f.until, now)
	}
	return err
}

func when(flag, text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if d, err := time.ParseDuration(text); err == nil {
		return now.Add(-d.Abs()), nil
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateTime, time.DateOnly} {
		if t, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return t, nil
		}
	}
	return time.Time{}, &usageError{fmt.Errorf("%s: must be an age such as 24h, a day such as 2026-01-31, or a time such as 2026-01-31T08:00:00Z", flag)}
}
