package jobs

import "github.com/zapvol/bua/core/agent/schedule"

// Due is when somebody has to be there for the jobs: the first time that one is due, the
// epoch's first millisecond while a run begins or goes on, 0 for never.
func (s *Jobs) Due() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	due := int64(0)
	for _, j := range s.jobs {
		at := int64(1)
		switch {
		case j.Job.Over(), j.Job.State == schedule.Paused:
			continue
		case j.Job.State == schedule.Pending:
			at = max(at, j.Job.Next)
		}
		if due == 0 || at < due {
			due = at
		}
	}
	return due
}
