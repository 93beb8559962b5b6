package app

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/matryer/is"

	"github.com/zapvol/bua/backend/pipeline"
	"github.com/zapvol/bua/backend/pool"
	"github.com/zapvol/bua/backend/store"
	"github.com/zapvol/bua/core/protocol"
)

func newRecord(t testing.TB) (*recorder, *storage) {
	t.Helper()
	m := &Main{o: Options{Home: Home(t.TempDir()), Log: slog.New(slog.DiscardHandler), Version: "1"}, log: slog.New(slog.DiscardHandler)}
	r, err := m.openRecord()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.forget)
	return r, m.kept
}

func TestRecord_refuses_what_it_cannot_write(t *testing.T) {
	is := is.New(t)
	r, s := newRecord(t)
	ask := pipeline.Asked{ID: "1", Caller: protocol.Caller{User: Local}, Device: "d", Action: protocol.GetTabs{}}
	end, err := r.Begin(t.Context(), ask)
	is.NoErr(err)
	end(nil, nil)
	is.NoErr(r.policy.set(Local, policyAudit, auditLenient))
	s.Close() // as a disk that takes no more
	_, err = r.Begin(t.Context(), ask)
	is.NoErr(err)
	r.policy.now[policyAudit] = auditRequired
	is.True(strings.Contains(figures(r), "bua_requests_unrecorded_total 0\n"))
	_, err = r.Begin(t.Context(), ask)
	is.Equal(protocol.CodeOf(err), protocol.CodeInternal)
	is.Equal(protocol.OutcomeOf(err), protocol.ErrorNotDone)
	is.True(strings.Contains(figures(r), "bua_requests_unrecorded_total 1\n"))
	is.True(r.policy.set(Local, policyAudit, "sometimes") != nil)
	is.True(r.policy.set(Local, "colour", "red") != nil)
}

func TestRecord_says_where_and_how_without_saying_what(t *testing.T) {
	is := is.New(t)
	r, s := newRecord(t)
	do := func(a protocol.Action, result protocol.Result, err error) {
		t.Helper()
		end, refused := r.Begin(context.Background(), pipeline.Asked{ID: string(a.Kind()), Caller: protocol.Caller{User: Local}, Device: "d", Action: a})
		is.NoErr(refused)
		end(result, err)
	}
	do(protocol.OpenTab{URL: "https://Mail.example.com/inbox?token=hunter2"}, protocol.OpenTabResult{TabID: 4, Effects: &protocol.Effects{Navigated: &protocol.Navigated{URL: "https://mail.example.com/inbox?token=hunter2", Title: "Private"}}}, nil)
	do(protocol.Type{Target: protocol.Target{UID: "e1"}, Text: "swordfish", OnTab: protocol.OnTab{TabID: 4}}, protocol.OK{OK: true}, nil)
	do(protocol.Click{Target: protocol.Target{UID: "e1"}}, nil, protocol.NewError(protocol.CodeInternal, "the connection to the browser was lost").Unknown()) // the only tab
	r.event(pool.Event{User: Local, Device: "d", Event: protocol.SessionNavigated{TabID: 4, From: "mail.example.com", Domain: "other.test"}})
	do(protocol.Click{Target: protocol.Target{UID: "e1"}, OnTab: protocol.OnTab{TabID: 4}}, nil, protocol.NewError(protocol.CodeElementStale, "extract again"))
	r.event(pool.Event{User: Local, Device: "d", Event: protocol.DomainBlocked{Domain: "bank.test", AttemptedAction: protocol.KindNavigate, TabID: 4}})
	r.event(pool.Event{User: Local, Device: "d", Event: protocol.GlobalStop{EndedCount: 3}})
	is.NoErr(s.Audit.Append(t.Context(), store.Row{What: "end"}))

	var got []string
	var raw strings.Builder
	is.NoErr(s.Audit.Rows(t.Context(), store.Query{}, func(row store.Row) error {
		data, err := json.Marshal(row)
		raw.Write(data)
		got = append(got, fmt.Sprintf("%s %s tab %d at %s %s", row.What, row.Action, row.Tab, row.Origin, row.Outcome))
		is.Equal(row.Path != "", strings.HasPrefix(row.Origin, "https://"))
		return err
	}))
	is.Equal(got, []string{
		"started  tab 0 at  1",
		"asked open_tab tab 0 at https://mail.example.com ",
		"done open_tab tab 4 at https://mail.example.com ok",
		"asked type tab 4 at https://mail.example.com ",
		"done type tab 4 at https://mail.example.com ok",
		"asked click tab 0 at https://mail.example.com ",
		"done click tab 0 at https://mail.example.com unknown",
		"asked click tab 4 at other.test ",
		"done click tab 4 at other.test element_stale",
		"blocked navigate tab 4 at bank.test ",
		"stopped  tab 0 at  3",
		"end  tab 0 at  ",
	})
	for _, secret := range []string{"hunter2", "inbox", "swordfish", "Private"} {
		is.True(!strings.Contains(raw.String(), secret))
	}
}

// What the person answers in the browser is in the audit.
func TestRecord_answers(t *testing.T) {
	is := is.New(t)
	r, s := newRecord(t)
	r.event(pool.Event{User: Local, Device: "d", Event: protocol.PersonAnswered{Question: "consent", Answer: "site", Domain: "a.test"}})
	r.event(pool.Event{User: Local, Device: "d", Event: protocol.PersonAnswered{Question: "help", Answer: strings.Repeat("x", 99), Domain: "b.test", TabID: 4}})
	is.NoErr(s.Audit.Append(t.Context(), store.Row{What: "end"}))
	var got []string
	is.NoErr(s.Audit.Rows(t.Context(), store.Query{}, func(row store.Row) error {
		if row.What == store.WhatAnswered {
			got = append(got, fmt.Sprintf("%s %s at %s, tab %d", row.Action, row.Outcome, row.Origin, row.Tab))
		}
		return nil
	}))
	is.Equal(got, []string{"consent site at a.test, tab 0", "help " + strings.Repeat("x", 32) + " at b.test, tab 4"})
}
