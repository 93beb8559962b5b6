package direct

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"sync"

	"github.com/zapvol/bua/backend/internal/private"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// local is what outlives bua, when there is a file for it: the audit log. All
// of it is in memory, and every change writes the whole file anew.
type local struct {
	file string // "" for none

	mu     sync.Mutex
	values map[string]json.RawMessage // owned by mu
}

// maxLocal bounds what is read; the log has a bound of its own far below.
const maxLocal = 64 << 20

// openLocal reads the file. A damaged one is refused rather than replaced: it
// is the audit log.
func openLocal(file string) (*local, error) {
	l := &local{file: file, values: map[string]json.RawMessage{}}
	if file == "" {
		return l, nil
	}
	data, err := private.Read(file, maxLocal)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err == nil && json.Unmarshal(data, &l.values) != nil {
		err = errors.New(file + " is damaged; repair it, or move it away to begin a new audit log")
	}
	return l, err
}

func (l *local) get(key string) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.values[key]
}

func (l *local) set(key string, value []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if value == nil {
		delete(l.values, key)
	} else {
		l.values[key] = append([]byte(nil), value...)
	}
	if l.file == "" {
		return nil
	}
	data, err := json.Marshal(l.values)
	if err != nil {
		return errStored
	}
	// Written beside it and moved, so that a full disk leaves the old one.
	temp := l.file + "." + rand.Text()
	if os.WriteFile(temp, append(data, '\n'), 0o600) != nil || os.Rename(temp, l.file) != nil {
		_ = os.Remove(temp)
		return errStored
	}
	return nil
}

var errStored = protocol.NewError(protocol.CodeInternal, "the audit log could not be written; look at the disk under bua's configuration folder")

// store is [session.Store] of one browser: Local is shared by all browsers
// that bua meets, Run ends with this one, Managed is the operator's blocklist.
type store struct {
	local, run *local
	rules      *policy
}

func newStore(l *local, r *policy) *store {
	return &store{local: l, rules: r, run: &local{values: map[string]json.RawMessage{}}}
}

// Get returns the JSON under key, nil when there is none.
func (s *store) Get(_ context.Context, area session.Area, key string) ([]byte, error) {
	switch area {
	case session.Local:
		return s.local.get(key), nil
	case session.Managed:
		return s.rules.get(key)
	}
	return s.run.get(key), nil
}

// Set stores JSON under key; nil removes it.
func (s *store) Set(_ context.Context, area session.Area, key string, value []byte) error {
	switch area {
	case session.Local:
		return s.local.set(key, value)
	case session.Managed:
		return protocol.NewError(protocol.CodeInternal, "the operator's blocklist is only read; report this")
	}
	return s.run.set(key, value)
}
