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

// The stream lets its oldest messages go by itself, when it is full. Before it
// comes to that they are gone through: what is to be kept is copied, and what is
// let go is counted and signed. So a part of the stream has been gone through
// and may go any moment; when less than a step of it is left, the next two
// follow.
const (
	// A step is one of so many parts of the bound; the stream is nearly full when
	// two of them are left.
	steps = 16
	// keptPart is how large a part of the bound is kept of what is old.
	keptPart = 16
)

// through is a message that has been gone through.
type through struct {
	seq   uint64
	bytes int64
}

// grew tells the roller of bytes that were written, and waits for it when it is
// behind. The writer's only.
func (a *Audit) grew(w *guarded, bytes int) {
	if a.since += int64(bytes); a.since < a.s.auditBytes()/steps/8 {
		return
	}
	a.since = 0
	select {
	case w.grown <- struct{}{}:
		return
	default:
	}
	select { // it has not yet come to the last eighth of a step
	case w.grown <- struct{}{}:
	case <-w.ended:
	case <-time.After(a.s.patience):
		a.s.o.Log.Warn("the audit grows faster than its oldest rows can be gone through")
	}
}

// roller goes through the oldest rows whenever there is need.
func (a *Audit) roller(w *guarded) {
	defer close(w.ended)
	for {
		select {
		case <-a.closed:
			return
		case <-w.grown:
		}
		if err := a.roll(w); err != nil {
			a.s.o.Log.Error("the audit's oldest rows could not be gone through", "err", err)
		}
	}
}

// roll goes through the next step, when the stream is nearly full.
func (a *Audit) roll(w *guarded) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-a.closed:
			cancel()
		case <-ctx.Done():
		}
	}()
	info, err := a.stream.Info(ctx)
	if err != nil {
		return err
	}
	m, err := a.mark()
	if err != nil {
		return err
	}
	state, step := info.State, a.s.auditBytes()/steps
	ready := int64(0)
	for len(w.through) > 0 && w.through[0].seq < state.FirstSeq {
		w.through = w.through[1:]
	}
	known := state.FirstSeq
	for _, t := range w.through {
		ready, known = ready+t.bytes, t.seq+1
	}
	if m.Upto >= known && state.Msgs > 0 { // another life, or backend, has gone through them: guessed, low
		ready += int64((m.Upto - known + 1) * (state.Bytes / state.Msgs) / 2)
	}
	if int64(state.Bytes) < (steps-2)*step || ready >= step {
		return nil
	}
	return a.pass(ctx, w, m, 2*step)
}

// pass goes through the next messages, so many bytes of them, and stores what
// came of it.
func (a *Audit) pass(ctx context.Context, w *guarded, m *mark, bytes int64) error {
	rows, err := a.kept(ctx, w.kept, m)
	if err != nil {
		return err
	}
	v := Verifier{key: w.Key}
	v.begin(m)
	upto := m.Upto
	var passed []through
	err = a.span(ctx, m.Upto+1, func(seq uint64, size int, list []Row) error {
		for _, r := range list {
			v.Add(r)
			raw, err := json.Marshal(r)
			if err != nil {
				return err
			}
			rows = append(rows, old{classOf(r.What, r.User), raw, r.Node, r.Hash, r.At})
		}
		upto = seq
		passed = append(passed, through{seq, int64(size)})
		if bytes -= int64(size); bytes <= 0 {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return err
	}
	kept, gone := shares(rows, int(a.s.auditBytes()/keptPart))
	name := fmt.Sprintf("%d-%d", upto, a.s.o.Now().UnixNano())
	from, err := a.keep(ctx, a.keptPrefix()+name, kept)
	if err != nil {
		return err
	}
	next := &mark{Upto: upto, Generation: name, Chains: a.ends(&v, m, kept, gone), revision: m.revision}
	if err := a.putMark(next, w.Key); err != nil { // another backend was faster, perhaps
		return errors.Join(err, w.kept.Purge(ctx, jetstream.WithPurgeSubject(a.keptPrefix()+name)))
	}
	w.through = append(w.through, passed...)
	if from == 0 {
		return w.kept.Purge(ctx, jetstream.WithPurgeSubject(a.keptPrefix()+m.Generation))
	}
	return w.kept.Purge(ctx, jetstream.WithPurgeSequence(from))
}

// errEnough ends a walk.
var errEnough = errors.New("enough")

// ends are the rows that stand for the beginnings of the chains from now on.
func (a *Audit) ends(v *Verifier, m *mark, kept, gone []old) map[string]Row {
	sums, until := map[string]*digest{}, map[string]time.Time{}
	for _, r := range kept {
		if sums[r.node] == nil {
			sums[r.node] = &digest{}
		}
		sums[r.node].add(r.hash)
	}
	for _, r := range gone {
		if r.at.After(until[r.node]) {
			until[r.node] = r.at
		}
	}
	ends := map[string]Row{}
	for node, c := range v.chains {
		was := m.Chains[node]
		l := LetGo{Digest: new(digest).text(), Until: until[node]}
		if was.LetGo != nil {
			l.Faults = was.LetGo.Faults
			if was.LetGo.Until.After(l.Until) {
				l.Until = was.LetGo.Until
			}
		}
		if d := sums[node]; d != nil {
			l.Kept, l.Digest = d.rows, d.text()
		}
		l.Rows = c.Last - min(l.Kept, c.Last)
		for _, f := range v.state[node].faults {
			if len(l.Faults) < maxFaults {
				l.Faults = append(l.Faults, f)
			}
		}
		ends[node] = Row{What: WhatLetGo, Node: node, Seq: c.Last, Hash: c.Hash, At: a.s.o.Now().UTC().Round(0), LetGo: &l}
	}
	return ends
}

// keep writes rows under a subject and returns the first message's number, 0 when
// there are none.
func (a *Audit) keep(ctx context.Context, subject string, rows []old) (from uint64, err error) {
	for len(rows) > 0 {
		n := min(a.batchRows, len(rows))
		list := make([]json.RawMessage, n)
		for i, r := range rows[:n] {
			list[i] = r.raw
		}
		data, err := json.Marshal(list)
		if err != nil {
			return 0, err
		}
		ack, err := a.s.js.Publish(ctx, subject, data)
		if err != nil {
			return 0, err
		}
		if from == 0 {
			from = ack.Sequence
		}
		rows = rows[n:]
	}
	return from, nil
}

// kept reads what is kept of the beginnings.
func (a *Audit) kept(ctx context.Context, stream jetstream.Stream, m *mark) (list []old, err error) {
	if m.Generation == "" {
		return nil, nil
	}
	subject := a.keptPrefix() + m.Generation
	for seq := uint64(1); ; {
		msg, err := stream.GetMsg(ctx, seq, jetstream.WithGetMsgSubject(subject))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		var raws []json.RawMessage
		if json.Unmarshal(msg.Data, &raws) != nil {
			return nil, errMark
		}
		for _, raw := range raws {
			var r Row
			if json.Unmarshal(raw, &r) != nil {
				return nil, errMark
			}
			list = append(list, old{classOf(strings.Clone(r.What), r.User), raw, r.Node, r.Hash, r.At})
		}
		seq = msg.Sequence + 1
	}
}
