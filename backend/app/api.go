package app

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
)

// api says what the HTTP API is connected to.
func (m *Main) api() httpapi.Options {
	o := httpapi.Options{Do: m.Do, Users: m.bridge.Users, Status: m.status, Pair: m.bridge.Pair, Revoke: m.bridge.Revoke}
	if m.kept == nil {
		return o
	}
	o.Runs, o.Jobs = m.runs.Load(), &httpapi.Jobs{All: m.jobs.Load(), Add: m.addJob}
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
