package app

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"log/slog"
	"time"

	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/backend/model"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
)

// openRuns makes bua's own agent. It is the desktop's: a server's users have no models
// of their own.
func (m *Main) openRuns() error {
	if m.kept == nil || m.o.Mode != Desktop {
		return nil
	}
	j, err := m.kept.Journals()
	if err != nil {
		return err
	}
	models := m.o.Models
	if models == nil {
		models = openModel(m.o.Home.Models())
	}
	table, err := m.kept.Bucket("jobs", 0)
	if err != nil {
		return err
	}
	days, err := m.kept.Bucket("spending", spendingKept)
	if err != nil {
		return err
	}
	paid, err := openLedger(&m.o, days)
	if err != nil {
		return err
	}
	plan := m.plan
	if m.o.storeDir() == "" {
		plan = nil // it would be forgotten before its time comes
	}
	rs := runs.New(runs.Options{Ledger: paid, Others: paid.Elsewhere, Caps: m.caps, Journal: journals{j}, Pictures: j, Models: models, Browser: agentBrowser{m}, Clock: direct.Clock{}, Names: direct.Names{}, Sites: m.o.Home.Sites, Known: BuiltInSites, Secrets: m.secretNames,
		Place: atHome, Plan: plan, Told: m.toldJob, Rests: func(user string) bool { return !m.jobs.Load().On(user) }, Random: random, Log: agentLog{m.log, "run"}})
	m.runs.Store(rs)
	m.jobs.Store(jobs.New(jobs.Options{Table: table, Runs: m.jobDriver(), Clock: direct.Clock{}, Zones: zones{}, Random: random, Log: agentLog{m.log, "job"}}))
	return nil
}

// spendingKept is how long it is kept what was paid: the month, and what a person may want
// to look up.
const spendingKept = 400 * 24 * time.Hour

// caps are the person's bounds on money.
func (m *Main) caps() (runs.Caps, error) {
	x, err := m.o.Home.Models().Settings()
	return runs.Caps{Run: model.Millionths(x.Caps.Run), Day: model.Millionths(x.Caps.Day), Month: model.Millionths(x.Caps.Month)}, err
}

// journals is the agent's record in the store.
type journals struct{ *store.Journals }

// Append implements [runs.Journal].
func (j journals) Append(run string, after uint64, entry []byte) (uint64, error) {
	at, err := j.Journals.Append(run, after, entry)
	if errors.Is(err, store.ErrBehind) {
		return 0, runs.Behind{}
	}
	return at, err
}

// random is what no page can know.
func random() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: the process would end
	return binary.LittleEndian.Uint64(b[:])
}

// agentLog is the [runs.Log] of what has ids under that key, runs or planned tasks.
type agentLog struct {
	*slog.Logger
	key string
}

func (l agentLog) Warn(what, id string, err error)  { l.Logger.Warn(what, l.key, id, "err", err) }
func (l agentLog) Error(what, id string, err error) { l.Logger.Error(what, l.key, id, "err", err) }

// agentBrowser is the way of bua's own agent to the browsers, the one of every other.
type agentBrowser struct{ m *Main }

// Do implements [runs.Browser].
func (b agentBrowser) Do(ctx context.Context, at runs.Owner, a protocol.Action, may runs.May) (protocol.Result, error) {
	r, err := b.m.Do(ctx, protocol.Caller{User: at.User, Agent: "bua run " + at.Run, May: may.OnWire()}, at.Device, a)
	if err == nil {
		return r, nil
	}
	e := protocol.AsError(err)
	if held := runs.HeldBy(e); held != nil {
		return nil, held
	}
	if yes, _ := connected(b.m.bridge, at.User, at.Device); !yes {
		return nil, &runs.Away{Err: e}
	}
	return nil, e
}

// Await implements [runs.Browser]. A browser of this backend's own is started again: the
// run that waits for it would not ask for it.
func (b agentBrowser) Await(ctx context.Context, at runs.Owner) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		if b.m.own != nil {
			_ = b.m.own.ready(ctx) // where it does not start, Ctrl-C is left
		}
		if yes, _ := connected(b.m.bridge, at.User, at.Device); yes {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-b.m.done.Done():
			return context.Canceled
		case <-tick.C:
		}
	}
}

// stopped takes note that the person has stopped the agent in a tab, 0 for everywhere.
func (m *Main) stopped(user, device string, tab int) {
	if rs := m.runs.Load(); rs != nil {
		rs.Interrupted(user, device, tab)
	}
}

// takenOver takes note that the person has pressed or typed in a tab.
func (m *Main) takenOver(user, device string, tab int) {
	if rs := m.runs.Load(); rs != nil {
		rs.TakenOver(user, device, tab)
	}
}
