package coretest

import (
	"context"
	"strconv"
	"sync"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// Store is [session.Store] in memory.
type Store struct {
	mu      sync.Mutex
	data    map[string][]byte
	writing int
	overlap bool
	writes  int
	quota   int
	failGet map[string]bool
	failSet map[string]bool
	// gate and getGate, when not nil, block every Set and Get until closed.
	gate, getGate chan struct{}
}

// NewStore returns an empty store without a quota.
func NewStore() *Store {
	return &Store{data: map[string][]byte{}, failGet: map[string]bool{}, failSet: map[string]bool{}}
}

func slot(area session.Area, key string) string { return string(area) + "/" + key }

// Get returns what was set, or fails when told to.
func (s *Store) Get(ctx context.Context, area session.Area, key string) ([]byte, error) {
	s.mu.Lock()
	gate := s.getGate
	s.mu.Unlock()
	if gate != nil {
		<-gate
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failGet[key] {
		return nil, protocol.NewError(protocol.CodeInternal, "the store does not answer")
	}
	return append([]byte(nil), s.data[slot(area, key)]...), nil
}

// Set stores a value, or fails when told to or when the local area is full.
func (s *Store) Set(ctx context.Context, area session.Area, key string, value []byte) error {
	s.mu.Lock()
	s.writing++
	s.overlap = s.overlap || s.writing > 1
	gate := s.gate
	s.mu.Unlock()
	if gate != nil {
		<-gate
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writing--
	s.writes++
	if s.failSet[key] {
		return protocol.NewError(protocol.CodeInternal, "the store refuses")
	}
	at := slot(area, key)
	if area == session.Local && s.quota > 0 && s.size()-len(s.data[at])+len(value) > s.quota {
		return protocol.NewError(protocol.CodeInternal, "quota of "+strconv.Itoa(s.quota)+" bytes exceeded")
	}
	if value == nil {
		delete(s.data, at)
	} else {
		s.data[at] = append([]byte(nil), value...)
	}
	return nil
}

func (s *Store) size() int {
	n := 0
	for k, v := range s.data {
		if len(k) > 6 && k[:6] == "local/" {
			n += len(v)
		}
	}
	return n
}

// Put writes past the port, as the options page or a hostile hand would.
func (s *Store) Put(area session.Area, key, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.data[slot(area, key)] = []byte(value)
}

// Value reads past the port; "" is absent.
func (s *Store) Value(area session.Area, key string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.data[slot(area, key)])
}

// Quota bounds the local area in bytes, 0 for no bound.
func (s *Store) Quota(bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.quota = bytes
}

// FailGet and FailSet make every access to a key fail, or work again.
func (s *Store) FailGet(key string, fail bool) { s.fault(s.failGet, key, fail) }

// FailSet is described at [Store.FailGet].
func (s *Store) FailSet(key string, fail bool) { s.fault(s.failSet, key, fail) }

func (s *Store) fault(m map[string]bool, key string, fail bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m[key] = fail
}

// Block makes every Set wait until the returned function is called.
func (s *Store) Block() (release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	gate := make(chan struct{})
	s.gate = gate
	return func() {
		s.mu.Lock()
		s.gate = nil
		s.mu.Unlock()
		close(gate)
	}
}

// BlockGet makes every Get wait until the returned function is called.
func (s *Store) BlockGet() (release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	gate := make(chan struct{})
	s.getGate = gate
	return func() {
		s.mu.Lock()
		s.getGate = nil
		s.mu.Unlock()
		close(gate)
	}
}

// Writes returns how often Set was called.
func (s *Store) Writes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.writes
}

// Overlapped reports whether two writes ever ran at the same time.
func (s *Store) Overlapped() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.overlap
}

// Restart empties the area that ends with the browser.
func (s *Store) Restart() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k := range s.data {
		if len(k) > 8 && k[:8] == "session/" {
			delete(s.data, k)
		}
	}
}
