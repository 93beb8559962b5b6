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
}

// Match reports whether a row is picked.
func (q Query) Match(r Row) bool {
	is := func(want, have string) bool { return want == "" || want == have }
	return is(q.User, r.User) && is(q.Device, r.Device) && is(q.What, r.What) && is(q.Action, r.Action) && is(q.Outcome, r.Outcome) &&
		(q.Agent == "" || strings.Contains(strings.ToLower(r.Agent), strings.ToLower(q.Agent))) &&
		(q.Origin == "" || originIs(r.Origin, strings.ToLower(q.Origin))) &&
		(q.Since.IsZero() || !r.At.Before(q.Since)) && (q.Until.IsZero() || r.At.Before(q.Until))
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
// For the beginning of a chain that has been gone through stands one of
// [WhatLetGo]; what is kept of it comes behind.
func (a *Audit) Rows(ctx context.Context, q Query, each func(Row) error) error {
	picked := func(rows []Row) error {
		for _, r := range rows {
			if q.Match(r) {
				if err := each(r); err != nil {
					return err
				}
			}
		}
		return nil
	}
	m, old, err := a.beginning(ctx)
	if err != nil {
		return err
	}
	if err := picked(m.beginnings()); err != nil {
		return err
	}
	for _, o := range old {
		var r Row
		if err := json.Unmarshal(o.raw, &r); err != nil {
			return errMark
		}
		if err := picked([]Row{r}); err != nil {
			return err
		}
	}
	return a.span(ctx, m.Upto+1, func(_ uint64, _ int, rows []Row) error { return picked(rows) })
}

// beginning reads the mark and what is kept, both of one moment.
func (a *Audit) beginning(ctx context.Context) (*mark, []old, error) {
	for try := 1; ; try++ {
		m, err := a.mark()
		if err != nil || m.Generation == "" {
			return m, nil, err
		}
		stream, err := a.keptStream()
		if err != nil {
			return nil, nil, err
		}
		rows, err := a.kept(ctx, stream, m)
		if err != nil {
			return nil, nil, fmt.Errorf("store: the audit: %w", err)
		}
		now, err := a.mark()
		if err != nil || now.revision == m.revision || try == 5 {
			return m, rows, err
		}
	}
}

// span walks the stream from a message to the last one of now. Of each message
// it tells the number and what it takes.
func (a *Audit) span(ctx context.Context, from uint64, each func(seq uint64, size int, rows []Row) error) error {
	info, err := a.stream.Info(ctx)
	if err != nil {
		return fmt.Errorf("store: the audit: %w", err)
	}
	from, to := max(from, info.State.FirstSeq), info.State.LastSeq
	if info.State.Msgs == 0 || from > to {
		return nil
	}
	c, err := a.s.js.OrderedConsumer(ctx, a.name, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: from})
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
		if meta.Sequence.Stream > to {
			return nil // the last one has gone meanwhile
		}
		var rows []Row
		if err := json.Unmarshal(m.Data(), &rows); err != nil {
			rows = []Row{{}} // no row at all: Verify says so, a list shows it
		}
		if err := each(meta.Sequence.Stream, len(m.Subject())+len(m.Data()), rows); err != nil {
			return err
		}
		if meta.Sequence.Stream >= to {
			return nil
		}
	}
}
