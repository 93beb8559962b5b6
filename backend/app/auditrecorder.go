package app

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/zapvol/bua/backend/pipeline"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
)

// recorder writes what happens into the audit: one row before an action is sent,
// one when it is over. It knows where each tab is as far as results and events
// told, because most actions name only a tab.
type recorder struct {
	audit  *store.Audit
	policy *policies
	key    []byte // of the hash of paths
	log    *slog.Logger
	tabs   tabLocations
	// events counts what browsers tell of themselves.
	events *eventMetrics
	// stopped is told that the person has stopped the agent in a tab, 0 for everywhere.
	stopped func(user, device string, tab int)
	// takenOver is told that the person has pressed or typed in a tab.
	takenOver func(user, device string, tab int)
	// read is which page each program has read last.
	read recentReads
	// patience is how long an action waits for its row.
	patience time.Duration
	// ready holds actions back until they may be carried out; nil when always.
	ready func(context.Context) error
}

// openRecord opens the store, with the audit and the settings in it.
func (m *Main) openRecord() (*recorder, error) {
	kept, err := openStorage(&m.o)
	if err != nil {
		return nil, err
	}
	m.kept = kept
	if m.policy, err = openPolicies(kept); err != nil {
		return nil, err
	}
	key, err := kept.secret("path-key")
	if err != nil {
		return nil, err
	}
	guard, err := kept.guard(&m.o)
	if err == nil {
		err = kept.Audit.Guard(guard)
	}
	if err != nil {
		return nil, err
	}
	kept.Audit.Note(store.Row{What: store.WhatStarted, Outcome: m.o.Version})
	m.events = newEventMetrics()
	return &recorder{events: m.events, stopped: m.stopped, takenOver: m.takenOver, audit: kept.Audit, policy: m.policy, key: key, log: m.log, patience: kept.Patience()}, nil
}

func (r *recorder) paired(user, device string) {
	r.audit.Note(store.Row{What: store.WhatPaired, User: user, Device: device})
}

func (r *recorder) revoked(user, device string) {
	r.audit.Note(store.Row{What: store.WhatRevoked, User: user, Device: device})
}

// Begin implements [pipeline.Recorder], and counts what it refuses.
func (r *recorder) Begin(ctx context.Context, a pipeline.Asked) (func(protocol.Result, error), error) {
	end, err := r.begin(ctx, a)
	if err != nil {
		r.events.unrecorded.Inc()
	}
	return end, err
}

func (r *recorder) begin(ctx context.Context, a pipeline.Asked) (func(protocol.Result, error), error) {
	if r.ready != nil {
		if err := r.ready(ctx); err != nil {
			return nil, err
		}
	}
	row := store.Row{What: store.WhatAsked, ID: a.ID, User: a.User, Device: a.Device, Agent: a.Agent,
		Action: string(a.Action.Kind()), Tab: a.Action.Tab()}
	row.Secret = strings.Join(protocol.SecretNames(a.Action), ", ")
	where := r.tabs.find(a.User, a.Device, a.Action.Tab())
	if u := target(a.Action); u != "" {
		where = locationOf(u, r.key)
	}
	row.Origin, row.Path = where.origin, where.path
	source := r.read.last(a.User, row.Agent)
	row.Source, row.SourcePath = source.origin, source.path
	// Not the caller's context: one that gives up now would leave an action
	// whose row may or may not be there.
	wait, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.patience)
	defer cancel()
	begun := time.Now()
	if err := r.audit.Append(wait, row); err != nil {
		r.log.Error("an action could not be recorded", "id", a.ID, "err", err)
		if r.policy.get(policyAudit) == auditRequired {
			return nil, protocol.NewError(protocol.CodeInternal,
				"nothing was done: the audit cannot be written, and the policy refuses actions then; ask the person to look at the backend's log, and whether the disk of its store is full or its NATS servers are lost").NotDone()
		}
	}
	return func(result protocol.Result, err error) {
		row.What, row.Outcome, row.Millis = store.WhatDone, outcome(err), time.Since(begun).Milliseconds()
		tab, u := arrived(result)
		if u == "" && err == nil {
			u = target(a.Action) // a browser that tells no effects
		}
		if u != "" {
			if row.Tab == 0 {
				row.Tab = tab
			}
			where := locationOf(u, r.key)
			r.tabs.set(a.User, a.Device, row.Tab, where)
			row.Origin, row.Path = where.origin, where.path
		}
		if err == nil && a.Action.Kind().TellsPage() && row.Origin != "" {
			r.read.note(a.User, row.Agent, tabLocation{row.Origin, row.Path})
		}
		r.audit.Note(row)
	}, nil
}

// outcome is a word for how an action ended.
func outcome(err error) string {
	switch {
	case err == nil:
		return "ok"
	case protocol.OutcomeOf(err) == protocol.ErrorUnknown:
		return "unknown"
	default:
		return string(protocol.CodeOf(err))
	}
}
