package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Query picks rows; a zero field picks all.
type Query struct {
	User, Device, Agent, What, Action, Outcome string
	// Origin is an origin or a host; a host also picks those below it.
	Origin string
	// Since and Until bound the time, Until exclusively.
	Since, Until time.Time
	// After picks rows with a higher number.
	After uint64
}

// Match reports whether a row is picked.
func (q Query) Match(r Row) bool {
	is := func(want, have string) bool { return want == "" || want == have }
	return is(q.User, r.User) && is(q.Device, r.Device) && is(q.What, r.What) && is(q.Action, r.Action) && is(q.Outcome, r.Outcome) &&
		(q.Agent == "" || strings.Contains(strings.ToLower(r.Agent), strings.ToLower(q.Agent))) &&
		(q.Origin == "" || originIs(r.Origin, strings.ToLower(q.Origin))) &&
		(q.Since.IsZero() || !r.At.Before(q.Since)) && (q.Until.IsZero() || r.At.Before(q.Until)) && r.Seq > q.After
}

func originIs(have, want string) bool {
	if have == want {
		return true
	}
	_, host, ok := strings.Cut(have, "://")
	if !ok {
		return false
	}
	if host == want {
		return true
	}
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		host = host[:i]
	}
	return host == want || strings.HasSuffix(host, "."+want)
}

// Rows calls each with every picked row, oldest first, until it returns an
// error, which Rows returns. Rows that are written meanwhile are not among them.
func (a *Audit) Rows(ctx context.Context, q Query, each func(Row) error) error {
	return a.messages(ctx, func(rows []Row) error {
		for _, r := range rows {
			if q.Match(r) {
				if err := each(r); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// messages walks the stream as it is now.
func (a *Audit) messages(ctx context.Context, each func([]Row) error) error {
	info, err := a.stream.Info(ctx)
	if err != nil {
		return fmt.Errorf("store: the audit: %w", err)
	}
	if info.State.Msgs == 0 {
		return nil
	}
	c, err := a.s.js.OrderedConsumer(ctx, a.name, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverAllPolicy})
	if err != nil {
		return fmt.Errorf("store: the audit: %w", err)
	}
	it, err := c.Messages(jetstream.PullMaxMessages(256))
	if err != nil {
		return fmt.Errorf("store: the audit: %w", err)
	}
	defer it.Stop()
	defer context.AfterFunc(ctx, it.Stop)()
	for {
		m, err := it.Next()
		if err != nil {
			return errors.Join(ctx.Err(), fmt.Errorf("store: the audit: %w", err))
		}
		meta, err := m.Metadata()
		if err != nil {
			return fmt.Errorf("store: the audit: %w", err)
		}
		var rows []Row
		if err := json.Unmarshal(m.Data(), &rows); err != nil {
			rows = []Row{{}} // no row at all: Verify says so, a list shows it
		}
		if err := each(rows); err != nil {
			return err
		}
		if meta.Sequence.Stream >= info.State.LastSeq {
			return nil
		}
	}
}
