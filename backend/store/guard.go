package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"
)

// Guard is what makes a loss of rows show, and keeps what matters of the oldest.
type Guard struct {
	// Key signs. Whoever has it and can write the store can forge both.
	Key []byte
	// Head is the file that tells where this backend's chain ends; "" for none.
	Head string
}

// guarded is a Guard at work.
type guarded struct {
	Guard
	heads *heads
	kept  jetstream.Stream
	// grown tells the roller that the stream has grown.
	grown chan struct{}
	ended chan struct{} // closed by the roller
	// through are the messages that have been gone through and are still there,
	// as far as this life knows; the roller's.
	through []through
}

// Trust has [Audit.Verify] check with a key what [Audit.Guard] has signed.
func (a *Audit) Trust(g Guard) { a.trust.Store(&g) }

// Guard compares the audit with what its backend has kept elsewhere, and from
// then on keeps the end of its chain there and signs what it lets go. Rows that
// are missing become a row of their own, so that no later check overlooks it.
// It is called once, before the first row of this backend.
func (a *Audit) Guard(g Guard) error {
	a.Trust(g)
	w := &guarded{Guard: g, grown: make(chan struct{}, 1), ended: make(chan struct{})}
	m, err := a.mark()
	if err != nil {
		return err
	}
	again, err := a.marks.Get("guards" + a.s.node()) // this backend has been here
	if err != nil {
		return err
	}
	var missing []string
	was, headErr := head{}, fs.ErrNotExist
	if g.Head != "" {
		was, headErr = readHead(g.Head, g.Key)
		switch {
		case errors.Is(headErr, fs.ErrNotExist) && again != nil:
			missing = append(missing, "the file that says where the chain ends")
		case headErr != nil && !errors.Is(headErr, fs.ErrNotExist):
			missing = append(missing, "what the file said of the chain's end: it "+headErr.Error())
		case headErr == nil && was.Seq > a.seq:
			missing = append(missing, "rows "+strconv.FormatUint(a.seq+1, 10)+" to "+strconv.FormatUint(was.Seq, 10))
		}
	}
	if m.revision == 0 {
		// The first time: what is gone by now went before anything was signed.
		if headErr == nil || again != nil {
			missing = append(missing, "what was signed of the rows that were let go")
		} else if err := a.bless(m); err != nil {
			return err
		}
		if err := a.putMark(m, g.Key); err != nil {
			if m, _ := a.mark(); m == nil || m.revision == 0 { // no other backend was faster
				return err
			}
		}
	}
	if w.kept, err = a.keptStream(); err != nil {
		return err
	}
	if g.Head != "" {
		if w.heads, err = openHeads(g.Head, g.Key); err != nil {
			return fmt.Errorf("store: the audit: %w", err)
		}
		if again == nil {
			if err := a.marks.Put("guards"+a.s.node(), []byte("true")); err != nil {
				return err
			}
		}
	}
	a.guard.Store(w)
	for _, what := range missing {
		a.s.o.Log.Error("the audit is not as this backend left it: something is missing", "what", what)
		a.Note(Row{What: WhatMissing, Outcome: what})
	}
	go a.roller(w)
	return nil
}

// bless takes the chains as they are for whole.
func (a *Audit) bless(m *mark) error {
	ctx, cancel := a.s.limited()
	defer cancel()
	info, err := a.stream.Info(ctx, jetstream.WithSubjectFilter(">"))
	if err != nil {
		return fmt.Errorf("store: the audit: %w", err)
	}
	for subject := range info.State.Subjects {
		msg, err := a.stream.GetMsg(ctx, 1, jetstream.WithGetMsgSubject(subject))
		if err != nil {
			return fmt.Errorf("store: the audit: %w", err)
		}
		var rows []Row
		if json.Unmarshal(msg.Data, &rows) != nil || len(rows) == 0 || rows[0].Seq <= 1 {
			continue // the check says what is wrong with it
		}
		r := rows[0]
		m.Chains[r.Node] = Row{What: WhatLetGo, Node: r.Node, Seq: r.Seq - 1, Hash: r.Prev, At: a.s.o.Now().UTC().Round(0),
			LetGo: &LetGo{Rows: r.Seq - 1, Until: r.At, Digest: new(digest).text()}}
	}
	return nil
}

const markKey = "mark"

// mark reads where the chains begin.
func (a *Audit) mark() (*mark, error) {
	m := &mark{Chains: map[string]Row{}}
	data, revision, err := a.marks.get(markKey)
	if err != nil || data == nil {
		return m, err
	}
	if json.Unmarshal(data, m) != nil || m.Chains == nil {
		return nil, errMark
	}
	m.revision = revision
	return m, nil
}

// putMark stores a mark in the place of the one that it was made from.
func (a *Audit) putMark(m *mark, key []byte) error {
	for node, r := range m.Chains {
		r.sign(key)
		m.Chains[node] = r
	}
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return a.marks.swap(markKey, data, m.revision)
}

func (a *Audit) keptStream() (jetstream.Stream, error) {
	name := a.name + "_KEPT"
	stream, err := a.s.makeStream(jetstream.StreamConfig{Name: name, Subjects: []string{a.keptPrefix() + "*"}})
	if err != nil { // to read it, it need not be changed
		err = a.s.insist(func(ctx context.Context) (err error) { stream, err = a.s.js.Stream(ctx, name); return err })
	}
	if err != nil {
		return nil, fmt.Errorf("store: the audit: %w", err)
	}
	return stream, nil
}

// keptPrefix is before the name of a generation in the subjects of what is kept.
func (a *Audit) keptPrefix() string {
	if a.s.nats == nil {
		return "bua.audit-kept."
	}
	return auditSubject + "-kept."
}
