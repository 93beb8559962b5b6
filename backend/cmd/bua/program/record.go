package program

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log/slog"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/mcp"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
)

// record writes what happens into the audit: one row before an action is sent,
// one when it is over. It knows where each tab is as far as results and events
// told, because most actions name only a tab.
type record struct {
	audit  *store.Audit
	policy *policies
	key    []byte // of the hash of paths
	log    *slog.Logger
	tabs   whereabouts
	// happened counts what browsers tell of themselves.
	happened *happenings
	// read is which page each program has read last.
	read readings
	// patience is how long an action waits for its row.
	patience time.Duration
	// ready holds actions back until they may be carried out; nil when always.
	ready func(context.Context) error
}

// openRecord opens the store, with the audit and the settings in it.
func (m *Main) openRecord() (*record, error) {
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
	m.happened = newHappenings()
	return &record{happened: m.happened, audit: kept.Audit, policy: m.policy, key: key, log: m.log, patience: kept.Patience()}, nil
}

// recorded runs an action through the bridge. The pool records by itself, because
// it knows the device and the request's id; the other ways to a browser have
// neither, and are recorded here.
func (m *Main) recorded(ctx context.Context, user, device string, a protocol.Action) (protocol.Result, error) {
	if m.record == nil {
		return m.bridge.Do(ctx, user, device, a)
	}
	if err := protocol.FromAgent(a); err != nil {
		return nil, err
	}
	asked := pool.Asked{ID: uuid.NewString(), User: user, Device: directDevice, Action: a}
	return pool.Carry(ctx, m.record.begin, m.secrets, asked, func(full protocol.Action) (protocol.Result, error) {
		return m.bridge.Do(ctx, user, device, full)
	})
}

func (r *record) paired(user, device string) {
	r.audit.Note(store.Row{What: store.WhatPaired, User: user, Device: device})
}

func (r *record) revoked(user, device string) {
	r.audit.Note(store.Row{What: store.WhatRevoked, User: user, Device: device})
}

// begin implements [pool.Options.Record].
func (r *record) begin(ctx context.Context, a pool.Asked) (func(protocol.Result, error), error) {
	if r.ready != nil {
		if err := r.ready(ctx); err != nil {
			return nil, err
		}
	}
	row := store.Row{What: store.WhatAsked, ID: a.ID, User: a.User, Device: a.Device, Agent: agentOf(ctx),
		Action: string(a.Action.Kind()), Tab: a.Action.Tab()}
	row.Secret = strings.Join(protocol.SecretNames(a.Action), ", ")
	where := r.tabs.find(a.User, a.Device, a.Action.Tab())
	if u := target(a.Action); u != "" {
		where = r.place(u)
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
			where := r.place(u)
			r.tabs.set(a.User, a.Device, row.Tab, where)
			row.Origin, row.Path = where.origin, where.path
		}
		if err == nil && reads(a.Action.Kind()) && row.Origin != "" {
			r.read.note(a.User, row.Agent, place{row.Origin, row.Path})
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

// clip bounds a word that a browser sent.
func clip(word string) string {
	if len(word) > 32 {
		return strings.ToValidUTF8(word[:32], "")
	}
	return word
}

// place splits a URL into its origin and a keyed hash of what follows: whoever
// reads the audit can tell two pages apart, and cannot try out what they were.
func (r *record) place(raw string) place {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return place{origin: strings.ToLower(firstOf(raw, ":"))} // about:blank and its like
	}
	m := hmac.New(sha256.New, r.key)
	_, _ = io.WriteString(m, u.EscapedPath()+"?"+u.RawQuery)
	return place{strings.ToLower(u.Scheme + "://" + u.Host), hex.EncodeToString(m.Sum(nil)[:8])}
}

func firstOf(s, sep string) string { before, _, _ := strings.Cut(s, sep); return before }

// target is the URL that an action asks for, "" for those that ask for none.
func target(a protocol.Action) string {
	switch a := a.(type) {
	case protocol.Navigate:
		return a.URL
	case protocol.OpenTab:
		return a.URL
	default:
		return ""
	}
}

// arrived is where a result says that its tab is now, "" when it does not.
func arrived(r protocol.Result) (tab int, url string) {
	switch r := r.(type) {
	case protocol.ExtractResult:
		url = r.URL
	case protocol.OpenTabResult:
		tab = r.TabID
	}
	if e := protocol.Caused(r); e != nil && e.Navigated != nil {
		url = e.Navigated.URL
	}
	return tab, url
}

// shown is a program's name for the person's eyes: on one line, and no longer
// than the wire takes.
func shown(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	if len(name) > protocol.MaxName {
		name = strings.ToValidUTF8(name[:protocol.MaxName], "")
	}
	return name
}

// agentOf is the program that asks, as it calls itself.
func agentOf(ctx context.Context) string {
	if name := mcp.Client(ctx); name != "" {
		return name
	}
	return httpapi.Agent(ctx)
}
