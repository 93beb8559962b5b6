package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
)

// api says what the HTTP API is connected to.
func (m *Main) api() httpapi.Options {
	o := httpapi.Options{Do: m.Do, Status: m.status, Pair: m.bridge.Pair, Revoke: m.bridge.Revoke}
	if m.kept == nil {
		return o
	}
	o.Audit, o.Verify, o.Settings = m.rows, m.verify, func(string) []httpapi.Setting { return m.policy.list() }
	if m.o.Mode == Desktop { // in server mode the owner decides, not its users
		o.Set = m.policy.set
	}
	return o
}

// rows gives the owner every row and each user of a server their own.
func (m *Main) rows(ctx context.Context, user string, q httpapi.AuditQuery, each func(json.RawMessage) error) error {
	query := Query(q)
	if m.o.Mode == Server {
		query.User = user
	}
	return m.kept.Audit.Rows(ctx, query, func(r store.Row) error {
		data, err := json.Marshal(r)
		return errors.Join(err, each(data))
	})
}

// Query turns the API's query into the store's.
func Query(q httpapi.AuditQuery) store.Query {
	return store.Query{User: q.User, Device: q.Device, Agent: q.Agent, What: q.What, Action: q.Action, Outcome: q.Outcome,
		Origin: q.Origin, Since: q.Since, Until: q.Until}
}

func (m *Main) verify(ctx context.Context) (json.RawMessage, error) {
	report, err := m.kept.Audit.Verify(ctx)
	if err != nil {
		m.log.Error("the audit could not be read", "err", err)
		return nil, protocol.NewError(protocol.CodeInternal, "the audit could not be read; see the backend's log")
	}
	return json.Marshal(report)
}

// OpenStore opens the store of a home in which no backend runs, to read it.
// Error: [ErrInUse].
func OpenStore(home Home) (*store.Store, error) { return OpenStoreAt(home.StoreDir()) }

// OpenStoreAt opens the store of a folder that is one already, to read it.
// Error: [ErrInUse].
func OpenStoreAt(dir string) (*store.Store, error) {
	if _, err := os.Stat(filepath.Join(dir, "nats")); err != nil {
		return nil, fmt.Errorf("%s is no bua store, so there is no audit: no backend has run here yet", dir)
	}
	db, err := store.Open(store.Options{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	if errors.Is(err, store.ErrLocked) {
		return nil, errors.Join(ErrInUse, err)
	}
	if g, ok := GuardOf(dir); ok && err == nil {
		db.Audit.Trust(g)
	}
	return db, err
}

// OpenStoreIn opens the store in an outside NATS, to read it while the backends
// that share it run.
func OpenStoreIn(servers *store.Servers) (*store.Store, error) {
	db, err := store.Open(store.Options{Servers: servers, Node: reader, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	policy, err := db.Bucket("policy", 0)
	if err == nil {
		if key, err := policy.Get("audit-key"); err == nil && key != nil {
			db.Audit.Trust(store.Guard{Key: key})
		}
	}
	return db, nil
}

// reader is the name of those that only read a shared store; no backend has it.
const reader = "reader"
