package jobs

import "github.com/zapvol/bua/core/agent/schedule"

// zone is what the clock of a time's place shows. What is due by no clock needs none.
func (s *Jobs) zone(w schedule.When, now int64) (schedule.Zone, error) {
	if !w.ByClock() {
		return schedule.Zone{}, nil
	}
	return s.zones.Zone(w.Zone, now)
}
