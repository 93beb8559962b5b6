package jobs

import (
	"time"

	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
)

// step takes an event, writes the job down, and carries out what follows. The mutex is
// held. Error: internal_error when it cannot be written; then nothing has changed.
func (s *Jobs) step(j *job, e schedule.Event) error {
	e.At, e.Off = s.clock.Now().UnixMilli(), s.off[j.User]
	before := j.Job
	zone, err := s.zone(before.When, e.At)
	if err != nil { // its table is gone since it was added
		s.log.Warn("the clock of a planned task is not known, so it goes by UTC", before.ID, err)
	}
	next, effects := schedule.Step(before, e, zone)
	if next == before && len(effects) == 0 {
		return nil
	}
	j.Job = next
	if err := s.write(j); err != nil {
		j.Job = before
		return err
	}
	s.carry(j, effects)
	return nil
}

// post is step for what nobody waits for. What cannot be written is tried again.
func (s *Jobs) post(j *job, e schedule.Event) {
	if s.step(j, e) == nil || s.closed {
		return
	}
	s.clock.AfterFunc(look, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.closed && s.jobs[j.Job.ID] == j {
			s.post(j, e)
		}
	})
}

func (s *Jobs) write(j *job) error {
	if err := s.table.Put(j.Job.ID, record.Append(nil, &j.row)); err != nil {
		return s.unkept("a planned task cannot be recorded", err)
	}
	return nil
}

func (s *Jobs) unkept(what string, err error) error {
	s.log.Error(what, "", err)
	return protocol.NewError(protocol.CodeInternal, what+": see whether the disk is full").NotDone()
}

// carry carries out effects. The mutex is held.
func (s *Jobs) carry(j *job, effects []schedule.Effect) {
	user, order, id := j.User, j.Order, j.Job.ID
	for _, f := range effects {
		switch f := f.(type) {
		case schedule.Alarm:
			s.alarm(j, f.At)
		case schedule.Start:
			now := j.Job
			s.spawn(func() {
				o := s.runs.Begin(s.ctx, user, f.Run, &now, order)
				if s.ctx.Err() == nil {
					s.Told(user, id, f.Run, o)
				}
			})
		case schedule.End:
			s.spawn(func() { s.runs.Stop(user, f.Run) })
		case schedule.Tell:
			s.log.Warn("a planned task: "+string(f.Why), id, nil)
		}
	}
	s.wait(j)
	s.changed()
}

// wait has a job that waits for the screen or the browser go on when it may. The mutex
// is held.
func (s *Jobs) wait(j *job) {
	why := j.Job.Why
	if j.waits || j.Job.State != schedule.Queued || why != schedule.WhyLocked && why != schedule.WhyAway {
		return
	}
	j.waits = true
	s.spawn(func() {
		err := s.runs.Await(s.ctx, j.User, j.Order, why)
		s.mu.Lock()
		defer s.mu.Unlock()
		j.waits = false
		if err == nil && s.jobs[j.Job.ID] == j {
			s.post(j, schedule.Event{Type: schedule.Unlocked})
		}
	})
}

// alarm sets a job's alarm, 0 for none. The mutex is held.
func (s *Jobs) alarm(j *job, at int64) {
	if j.ring != nil {
		j.ring()
		j.ring = nil
	}
	if j.at = at; at == 0 || s.closed {
		return
	}
	left := time.UnixMilli(at).Sub(s.clock.Now())
	j.ring = s.clock.AfterFunc(max(0, min(left, look)), func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.closed || j.at != at || s.jobs[j.Job.ID] != j {
			return
		}
		if s.clock.Now().UnixMilli() < at {
			s.alarm(j, at)
			return
		}
		s.post(j, schedule.Event{Type: schedule.Rang})
	})
}
