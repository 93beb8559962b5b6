package runs

import (
	"errors"
	"maps"
	"sync"

	"github.com/zapvol/bua/core/runs"
)

// record is what is on the disk.
type record struct {
	mu       sync.Mutex
	entries  map[string][][]byte
	notes    map[string][]byte
	pictures map[string][]byte
}

func newRecord() *record {
	return &record{entries: map[string][][]byte{}, notes: map[string][]byte{}, pictures: map[string][]byte{}}
}

// journal is one process's way to it. It dies at its own entry number at, before that
// is written or after.
type journal struct {
	*record
	at     int
	before bool
	n      int
	killed chan struct{}
	dead   bool
	// full is how many entries more find the disk full.
	full int
}

var errDead = errors.New("the process is dead")

// Append implements [runs.Journal].
func (j *journal) Append(run string, after uint64, entry []byte) (uint64, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.dead {
		return 0, errDead
	}
	if j.full > 0 {
		j.full--
		return 0, errors.New("no space left on device")
	}
	if uint64(len(j.entries[run])) != after {
		return 0, runs.Behind{}
	}
	j.n++
	if j.n == j.at {
		j.dead = true
		close(j.killed)
		if !j.before {
			j.entries[run] = append(j.entries[run], entry)
		}
		return 0, errDead
	}
	j.entries[run] = append(j.entries[run], entry)
	return after + 1, nil
}

// Entries implements [runs.Journal].
func (j *journal) Entries(run string, each func(uint64, []byte) error) (uint64, error) {
	j.mu.Lock()
	list := j.entries[run]
	j.mu.Unlock()
	for i, e := range list {
		if err := each(uint64(i+1), e); err != nil {
			return uint64(i + 1), err
		}
	}
	return uint64(len(list)), nil
}

// Note implements [runs.Journal].
func (j *journal) Note(run string, note []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.dead {
		return errDead
	}
	j.notes[run] = note
	return nil
}

// Notes implements [runs.Journal].
func (j *journal) Notes() (map[string][]byte, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return maps.Clone(j.notes), nil
}

// Remove implements [runs.Journal].
func (j *journal) Remove(run string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.entries, run)
	delete(j.notes, run)
	return nil
}

// PutPicture and Picture implement [runs.Pictures].
func (j *journal) PutPicture(run, name string, data []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.pictures[run+" "+name] = data
	return nil
}

func (j *journal) Picture(run, name string) ([]byte, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.pictures[run+" "+name], nil
}
