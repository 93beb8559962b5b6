package jobs

import (
	"errors"
	"maps"
	"slices"

	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// rows reads the table, and whose planned tasks are off. Where that row cannot be read
// it is an error: nothing may wake that was switched off. The mutex is held.
func (s *Jobs) rows() (map[string][]byte, error) {
	all, err := s.table.All()
	if err != nil {
		return nil, err
	}
	var users []string
	if data, ok := all[offKey]; ok {
		if !readOff(data, &users) {
			return nil, errors.New("whether planned tasks are off cannot be read")
		}
		delete(all, offKey)
	}
	s.off = map[string]bool{}
	for _, user := range users {
		s.off[user] = true
	}
	return all, nil
}

// known reads whose planned tasks are off, before [Jobs.Restore] too: runs ask for it
// that wait for a time. The mutex is held.
func (s *Jobs) known() error {
	if s.off != nil {
		return nil
	}
	if _, err := s.rows(); err != nil {
		return s.unkept("whether planned tasks are on cannot be read", err)
	}
	return nil
}

// On reports whether a user's planned tasks are on, as they are at first. Where that
// cannot be read they are not.
func (s *Jobs) On(user string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known() == nil && !s.off[user]
}

// Switch has all planned tasks of a user's rest, those of later too, until it is told the
// opposite. A run that is under way goes on to its end. Error: internal_error.
func (s *Jobs) Switch(user string, on bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.known(); err != nil {
		return err
	}
	if s.off[user] == !on {
		return nil
	}
	next := maps.Clone(s.off)
	if next[user] = true; on {
		delete(next, user)
	}
	if err := s.table.Put(offKey, scan.AppendStrings(nil, slices.Sorted(maps.Keys(next)))); err != nil {
		return s.unkept("whether planned tasks are on cannot be recorded", err)
	}
	s.off = next
	for _, j := range s.of(user) {
		if !j.Job.Over() {
			s.post(j, schedule.Event{Type: schedule.Switched})
		}
	}
	return nil
}

// resting refuses to let a job go on that nothing but the switch keeps back.
func (s *Jobs) resting(j *job) error {
	if !s.off[j.User] || j.Job.By != schedule.BySetting {
		return nil
	}
	return protocol.NewError(protocol.CodeInvalidAction, "planned tasks are off: switch them on").NotDone()
}
