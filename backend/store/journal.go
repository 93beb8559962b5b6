package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	journalStream   = "RUNS"
	journalSubject  = "run."
	picturesStream  = "RUN_PICTURES"
	picturesSubject = "picture."
	// MaxEntry bounds one entry of a journal, and one picture: a message takes no
	// more.
	MaxEntry = 1_000_000
	// maxRuns bounds all journals, and maxPictures all pictures. A full journal
	// refuses entries, for without its beginning it is worth nothing; of pictures the
	// oldest go.
	maxRuns     = 256 << 20
	maxPictures = 256 << 20
)

// ErrBehind says that somebody else has written into a journal.
var ErrBehind = errors.New("another process has written into this run's journal")

// Journals are the records of runs: entries in order, each run's its own, and
// pictures beside them. What was appended is on the disk. Methods may be called from
// any goroutine.
type Journals struct {
	s                 *Store
	entries, pictures jetstream.Stream
	run, picture      string // what subjects begin with
	notes             *Bucket
}

// Journals opens the record of runs.
func (s *Store) Journals() (*Journals, error) {
	j := &Journals{s: s, run: journalSubject, picture: picturesSubject}
	names := [2]string{journalStream, picturesStream}
	if s.nats == nil { // others may keep theirs in the same account
		j.run, j.picture = "bua."+j.run, "bua."+j.picture
		names = [2]string{"BUA_" + journalStream, "BUA_" + picturesStream}
	}
	var err error
	if j.entries, err = s.journal(names[0], j.run, maxRuns, jetstream.DiscardNew); err != nil {
		return nil, err
	}
	if j.pictures, err = s.journal(names[1], j.picture, maxPictures, jetstream.DiscardOld); err != nil {
		return nil, err
	}
	j.notes, err = s.Bucket("runs", 0)
	return j, err
}

func (s *Store) journal(name, subject string, most int64, full jetstream.DiscardPolicy) (jetstream.Stream, error) {
	if s.storage() == jetstream.MemoryStorage {
		most = 8 << 20
	}
	stream, err := s.makeStream(jetstream.StreamConfig{
		Name: name, Subjects: []string{subject + ">"}, MaxBytes: most, Discard: full, MaxMsgSize: MaxEntry + 8<<10, AllowDirect: s.nats != nil,
	})
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", name, err)
	}
	return stream, nil
}

// Append writes the next entry of a run, behind the one that was written at after, 0
// for none, and returns where it is. A second try of the same entry finds the first
// one. Error: [ErrBehind].
func (j *Journals) Append(run string, after uint64, entry []byte) (at uint64, err error) {
	if len(entry) > MaxEntry {
		return 0, fmt.Errorf("store: an entry of %d bytes is too large for a journal", len(entry))
	}
	subject := j.run + run
	err = j.s.insist(func(ctx context.Context) error {
		ack, err := j.s.js.Publish(ctx, subject, entry, jetstream.WithExpectLastSequencePerSubject(after))
		if err == nil {
			at = ack.Sequence
			return nil
		}
		var refused *jetstream.APIError
		if !errors.As(err, &refused) || refused.ErrorCode != jetstream.JSErrCodeStreamWrongLastSequence {
			return err
		}
		last, lookErr := j.entries.GetLastMsgForSubject(ctx, subject)
		switch {
		case lookErr != nil && !errors.Is(lookErr, jetstream.ErrMsgNotFound):
			return lookErr
		case lookErr == nil && last.Sequence > after && string(last.Data) == string(entry):
			at = last.Sequence
			return nil
		}
		return ErrBehind
	}, ErrBehind)
	return at, j.failed(err)
}

// Entries calls each with all entries of a run, in order, and returns where the last
// one is, 0 when there is none.
func (j *Journals) Entries(run string, each func(at uint64, entry []byte) error) (last uint64, err error) {
	var stopped error
	err = j.s.walk(j.entries, 1, j.run+run, func(m *jetstream.RawStreamMsg) error {
		last = m.Sequence
		stopped = each(last, m.Data)
		return stopped
	})
	if stopped != nil {
		return last, stopped
	}
	return last, j.failed(err)
}

// PutPicture keeps a picture of a run.
func (j *Journals) PutPicture(run, name string, data []byte) error {
	return j.failed(j.s.insist(func(ctx context.Context) error {
		_, err := j.s.js.Publish(ctx, j.picture+run+"."+name, data)
		return err
	}))
}

// Picture returns a picture, nil when it is there no more.
func (j *Journals) Picture(run, name string) (data []byte, err error) {
	err = j.s.insist(func(ctx context.Context) error {
		m, err := j.pictures.GetLastMsgForSubject(ctx, j.picture+run+"."+name)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err == nil {
			data = m.Data
		}
		return err
	})
	return data, j.failed(err)
}

// Note keeps what is shown of a run in a list, in place of the note before.
func (j *Journals) Note(run string, note []byte) error { return j.notes.Put(run, note) }

// Notes returns every run's note.
func (j *Journals) Notes() (map[string][]byte, error) { return j.notes.All() }

// Remove forgets a run. The note goes last, so that one that was interrupted is seen
// and can be done again.
func (j *Journals) Remove(run string) error {
	err := j.s.insist(func(ctx context.Context) error { return j.entries.Purge(ctx, jetstream.WithPurgeSubject(j.run+run)) })
	if err == nil {
		err = j.s.insist(func(ctx context.Context) error {
			return j.pictures.Purge(ctx, jetstream.WithPurgeSubject(j.picture+run+".>"))
		})
	}
	if err != nil {
		return j.failed(err)
	}
	return j.notes.Delete(run)
}

func (j *Journals) failed(err error) error {
	if err == nil || errors.Is(err, ErrBehind) {
		return err
	}
	return fmt.Errorf("store: the journals of runs: %w", err)
}
