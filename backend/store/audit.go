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
	// maxBatch is how many rows one message holds at most, and maxBatchBytes
	// what it may take: rows have a bound, see maxText.
	maxBatch      = 256
	maxBatchBytes = maxBatch * 4 << 10
	// maxWaiting is how many rows may wait to be written; over it, callers do.
	maxWaiting = 4096
)

// ErrClosed says that the store is closed.
var ErrClosed = errors.New("the store is closed")

// Audit is an append-only record. Its methods may be called from any goroutine.
type Audit struct {
	s      *Store
	stream jetstream.Stream
	rows   chan waiting
	closed chan struct{} // closed by close
	ended  chan struct{} // closed by the writer
	once   sync.Once
	// failing: the last write failed.
	failing atomic.Bool

	// Only the writer, and openAudit before it, touch these: the end of the
	// chain. synced is false when a write failed and they may be behind.
	seq, last uint64 // of the row, of the stream's message
	hash      string
	synced    bool
}

// waiting is a row and who waits for it; nobody when done is nil.
type waiting struct {
	row  Row
	done chan error
}

func openAudit(s *Store) (*Audit, error) {
	ctx, cancel := limited()
	defer cancel()
	stream, err := s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: auditStream, Subjects: []string{auditSubject}, Storage: s.storage(),
		MaxBytes: s.auditBytes(), Discard: jetstream.DiscardOld, DenyDelete: true, DenyPurge: true, AllowDirect: true,
	})
	if err != nil {
		return nil, fmt.Errorf("store: the audit: %w", err)
	}
	a := &Audit{s: s, stream: stream, rows: make(chan waiting, maxWaiting), closed: make(chan struct{}), ended: make(chan struct{})}
	if err := a.sync(); err != nil {
		return nil, err
	}
	go a.write()
	return a, nil
}

func (s *Store) auditBytes() int64 {
	if s.o.Dir == "" {
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

func (a *Audit) gather(w waiting) []waiting {
	list := []waiting{w}
	for len(list) < maxBatch {
		select {
		case w := <-a.rows:
			list = append(list, w)
		default:
			return list
		}
	}
	return list
}

func (a *Audit) batch(list []waiting) {
	err := a.commit(list)
	a.failing.Store(err != nil)
	if err != nil {
		a.s.o.Log.Error("the audit could not be written", "rows", len(list), "err", err)
	}
	for _, w := range list {
		if w.done != nil {
			w.done <- err
		}
	}
}

// commit chains the rows to the end and publishes them. The server takes them
// only behind the message that the chain ends with; so a write whose answer was
// lost cannot fork the chain.
func (a *Audit) commit(list []waiting) error {
	if !a.synced {
		if err := a.sync(); err != nil {
			return err
		}
	}
	rows := make([]Row, len(list))
	seq, hash := a.seq, a.hash
	now := a.s.o.Now()
	for i, w := range list {
		seq++
		rows[i] = w.row
		rows[i].seal(seq, hash, now)
		hash = rows[i].Hash
	}
	data, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	ctx, cancel := limited()
	defer cancel()
	ack, err := a.s.js.Publish(ctx, auditSubject, data, jetstream.WithExpectLastSequence(a.last))
	if err != nil {
		a.synced = false
		return err
	}
	a.seq, a.hash, a.last = seq, hash, ack.Sequence
	return nil
}

// sync reads where the chain ends.
func (a *Audit) sync() error {
	ctx, cancel := limited()
	defer cancel()
	info, err := a.stream.Info(ctx)
	if err != nil {
		return fmt.Errorf("store: the audit: %w", err)
	}
	a.seq, a.hash, a.last = 0, first, info.State.LastSeq
	if info.State.Msgs > 0 {
		m, err := a.stream.GetMsg(ctx, info.State.LastSeq)
		if err != nil {
			return fmt.Errorf("store: the audit: %w", err)
		}
		var rows []Row
		if err := json.Unmarshal(m.Data, &rows); err != nil || len(rows) == 0 {
			return errors.New("store: the audit's last message is not readable; move the store away and keep it")
		}
		end := rows[len(rows)-1]
		a.seq, a.hash = end.Seq, end.Hash
	}
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
