package runs

import (
	"strconv"
	"sync"
	"time"

	"github.com/zapvol/bua/core/agent/chat"
)

const (
	// quiet is how long a model may say nothing before that is told, and reminder how
	// often it is told from then on.
	quiet    = 20 * time.Second
	reminder = 40 * time.Second
)

// silence tells the watchers that a model says nothing, until it does: one on this
// machine may be loaded or read a long page for minutes before its first word.
type silence struct {
	r    *run
	name string

	mu    sync.Mutex
	time  time.Duration
	stop  func() bool
	told  bool
	ended bool
}

// listen begins to wait for a model's first word.
func (r *run) listen(name string) *silence {
	s := &silence{r: r, name: name, time: quiet}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop = r.runs.clock.AfterFunc(quiet, s.tell)
	return s
}

func (s *silence) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	s.told = true
	s.r.tellTrouble(s.name + " has said nothing for " + spell(s.time) + ": it may be loading, reading or thinking. It is waited for.")
	s.time += reminder
	s.stop = s.r.runs.clock.AfterFunc(reminder, s.tell)
}

// end is told that the model has said something, or will not.
func (s *silence) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop()
	if s.told && !s.ended {
		s.r.tellTrouble("")
	}
	s.ended = true
}

// heard is what takes an answer's pieces, and notices the first.
func (s *silence) heard(next func(chat.Delta)) func(chat.Delta) {
	return func(d chat.Delta) {
		s.end()
		next(d)
	}
}

// spell writes 20 s, 1 min, 1 min 40 s.
func spell(d time.Duration) string {
	minutes, seconds := strconv.Itoa(int(d/time.Minute))+" min", strconv.Itoa(int(d%time.Minute/time.Second))+" s"
	switch {
	case d < time.Minute:
		return seconds
	case d%time.Minute < time.Second:
		return minutes
	}
	return minutes + " " + seconds
}
