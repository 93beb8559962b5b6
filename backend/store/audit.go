package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	auditStream  = "AUDIT"
	auditSubject = "audit"
	// In an outside NATS each backend writes behind its own end, under its name.
	sharedStream  = "BUA_AUDIT"
	sharedSubject = "bua.audit."
	// maxBatch is how many rows one message holds at most, and maxBatchBytes
	// what it may take: rows have a bound, see maxText.
	maxBatch      = 256
	maxBatchBytes = maxBatch * 4 << 10
	// linger is how long a row waits that nobody waits for.
	linger = 5 * time.Millisecond
	// maxWaiting is how many rows may wait to be written; over it, callers do.
	maxWaiting = 4096
)

var errAway = errors.New("store: the audit: NATS is away")

// ErrClosed says that the store is closed.
var ErrClosed = errors.New("the store is closed")

// Audit is an append-only record. Its methods may be called from any goroutine.
type Audit struct {
	s      *Store
	stream jetstream.Stream
	// name is the stream's, subject where this backend's chain is in it, rows
	// how many of them one message takes.
	name, subject string
	batchRows     int
	rows          chan waiting
	closed        chan struct{} // closed by close
	ended         chan struct{} // closed by the writer
	once          sync.Once
	// failing: the last write failed.
	failing atomic.Bool
	// marks is the table of where chains begin; guard what makes losses show,
	// nil before [Audit.Guard]; trust is what Verify checks signatures with.
	marks *Bucket
	guard atomic.Pointer[guarded]
	trust atomic.Pointer[Guard]

	// Only the writer, and openAudit before it, touch these: the end of the
	// chain. synced is false when a write failed and they may be behind.
	seq, last uint64 // of the row, of the stream's message
	hash      string
	synced    bool
	// size is that of the last message, since how many bytes the roller has not
	// been told of.
	size  int
	since int64
	// batched is the writer's, kept from one batch to the next.
	batched []waiting
}

// waiting is a row and who waits for it; nobody when done is nil.
type waiting struct {
	row  Row
	done chan error
}

func openAudit(s *Store) (*Audit, error) {
	a := &Audit{s: s, name: auditStream, subject: auditSubject, batchRows: maxBatch,
		rows: make(chan waiting, maxWaiting), closed: make(chan struct{}), ended: make(chan struct{})}
	subjects := a.subject
	if s.nats == nil {
		a.name, a.subject, subjects = sharedStream, sharedSubject+s.o.Node, sharedSubject+"*"
		a.batchRows = min(maxBatch, int(s.conn.MaxPayload()-8<<10)/(16<<10)) // a row of nothing but escapes
		if a.batchRows < 1 {
			return nil, errors.New("store: max_payload of the NATS server is too small: 64 KB are the least")
		}
	}
	var err error
	if a.stream, err = s.makeStream(jetstream.StreamConfig{
		Name: a.name, Subjects: []string{subjects},
		MaxBytes: s.auditBytes(), Discard: jetstream.DiscardOld, DenyDelete: true, DenyPurge: true, AllowDirect: s.nats != nil,
	}); err != nil {
		return nil, fmt.Errorf("store: the audit: %w", err)
	}
	if err := s.insist(a.sync, errUnreadable); err != nil {
		return nil, err
	}
	if a.marks, err = s.Bucket("audit", 0); err != nil {
		return nil, err
	}
	go a.write()
	return a, nil
}

func (s *Store) auditBytes() int64 {
	if s.o.AuditBytes > 0 {
		return s.o.AuditBytes
	}
	if s.storage() == jetstream.MemoryStorage {
		return 32 << 20
	}
	return maxAudit
}

// Append writes a row and returns when it is on the disk. An error means that
// it may not be there.
func (a *Audit) Append(ctx context.Context, r Row) error {
	w := waiting{r, make(chan error, 1)}
	if err := a.queue(ctx, w); err != nil {
		return err
	}
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-a.ended:
		select {
		case err := <-w.done:
			return err
		default:
			return ErrClosed
		}
	}
}

// Note writes a row without waiting for the disk; what fails is logged. Rows
// keep the order in which they were given.
func (a *Audit) Note(r Row) { _ = a.queue(context.Background(), waiting{row: r}) }

func (a *Audit) queue(ctx context.Context, w waiting) error {
	select {
	case <-a.closed:
		return ErrClosed
	default:
	}
	select {
	case a.rows <- w:
		return nil
	case <-a.closed:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close writes what waits and ends the writer.
func (a *Audit) close() {
	a.once.Do(func() { close(a.closed) })
	<-a.ended
	if w := a.guard.Load(); w != nil {
		<-w.ended
		if w.heads != nil {
			w.heads.close()
		}
	}
}

// write takes all rows that wait and writes them as one message.
func (a *Audit) write() {
	defer close(a.ended)
	for {
		select {
		case w := <-a.rows:
			a.batch(a.gather(w))
		case <-a.closed:
			for { // what was queued before is still written
				select {
				case w := <-a.rows:
					a.batch(a.gather(w))
				default:
					return
				}
			}
		}
	}
}

// gather takes what waits. Rows that nobody waits for are written together with
// one that somebody does, or a moment later: else each would cost a sync of its
// own, and the next caller would wait for that, too.
func (a *Audit) gather(w waiting) []waiting {
	list := append(a.batched[:0], w)
	defer func() { a.batched = list }()
	wanted := w.done != nil
	var late <-chan time.Time
	for len(list) < a.batchRows {
		select {
		case w := <-a.rows:
			list = append(list, w)
			wanted = wanted || w.done != nil
			continue
		default:
		}
		if wanted {
			return list
		}
		if late == nil {
			t := time.NewTimer(linger)
			defer t.Stop()
			late = t.C
		}
		select {
		case w := <-a.rows:
			list = append(list, w)
			wanted = w.done != nil
		case <-late:
			return list
		case <-a.closed:
			return list
		}
	}
	return list
}

func (a *Audit) batch(list []waiting) {
	// While NATS is away and the last write has failed, patience is for nobody:
	// what waits would only grow.
	err := error(errAway)
	if a.s.nats != nil || a.s.conn.IsConnected() || !a.failing.Load() {
		err = a.commit(list)
	}
	a.failing.Store(err != nil)
	if err != nil {
		a.s.o.Log.Error("the audit could not be written", "rows", len(list), "err", err)
	}
	for _, w := range list {
		if w.done != nil {
			w.done <- err
		}
	}
	if w := a.guard.Load(); w != nil && err == nil {
		a.grew(w, a.size)
	}
}

// commit chains the rows to the end and publishes them. The server takes them
// only behind the message that the chain ends with; so a write whose answer was
// lost cannot fork the chain. In an outside cluster it is tried again: behind an
// unchanged end the same message, which can be there once only, and an end that
// is these rows says that an earlier try has arrived.
func (a *Audit) commit(list []waiting) error {
	now := a.s.o.Now()
	var data []byte
	var before, after string
	var last uint64
	return a.s.insist(func(ctx context.Context) error {
		if !a.synced {
			if err := a.sync(ctx); err != nil {
				return err
			}
		}
		if data != nil && a.hash == after {
			return nil
		}
		if data == nil || a.hash != before {
			var err error
			if data, last, after, err = a.chain(list, now); err != nil {
				return err
			}
			before = a.hash
		}
		ack, err := a.s.js.Publish(ctx, a.subject, data, jetstream.WithExpectLastSequencePerSubject(a.last))
		if err != nil {
			a.synced = false
			return err
		}
		a.seq, a.hash, a.last, a.size = last, after, ack.Sequence, len(data)
		if w := a.guard.Load(); w != nil && w.heads != nil {
			if err := w.heads.write(head{Node: a.s.node(), Seq: a.seq, Hash: a.hash}); err != nil {
				a.s.o.Log.Error("where the audit ends could not be noted", "err", err)
			}
		}
		return nil
	}, errUnreadable)
}

// chain seals the rows behind the end that is known.
func (a *Audit) chain(list []waiting, now time.Time) (data []byte, seq uint64, hash string, err error) {
	data = append(make([]byte, 0, len(list)*512), '[')
	seq, hash = a.seq, a.hash
	for i, w := range list {
		seq++
		w.row.Node = a.s.node()
		row, err := w.row.seal(seq, hash, now)
		if err != nil {
			return nil, 0, "", err
		}
		if hash = w.row.Hash; i > 0 {
			data = append(data, ',')
		}
		data = append(data, row...)
	}
	return append(data, ']'), seq, hash, nil
}

// node is this backend's name in the rows, "" where it is the only one.
func (s *Store) node() string {
	if s.nats != nil {
		return ""
	}
	return s.o.Node
}

var errUnreadable = errors.New("store: the audit's last message is not readable; move the store away and keep it")

// sync reads where this backend's chain ends. The stream's leader is asked, for
// another copy may be behind.
func (a *Audit) sync(ctx context.Context) error {
	m, err := a.stream.GetLastMsgForSubject(ctx, a.subject)
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		a.seq, a.hash, a.last = 0, first, 0
		a.synced = true
		return nil
	case err != nil:
		return fmt.Errorf("store: the audit: %w", err)
	}
	var rows []Row
	if err := json.Unmarshal(m.Data, &rows); err != nil || len(rows) == 0 {
		return errUnreadable
	}
	end := rows[len(rows)-1]
	a.seq, a.hash, a.last = end.Seq, end.Hash, m.Sequence
	a.synced = true
	return nil
}

// Size returns how many rows were ever written, and when the oldest that is
// still there was.
func (a *Audit) Size(ctx context.Context) (bytes uint64, oldest time.Time, err error) {
	info, err := a.stream.Info(ctx)
	if err != nil {
		return 0, time.Time{}, err
	}
	return info.State.Bytes, info.State.FirstTime, nil
}
