package jobs

import (
	"context"

	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/runs"
)

// Table keeps jobs. What was put is on the disk.
type Table interface {
	Put(key string, value []byte) error
	Delete(key string) error
	All() (map[string][]byte, error)
}

// Runs begins and ends the runs of jobs. Calls overlap.
type Runs interface {
	// Begin begins the run of that ID, or goes on with the one that is there, and says
	// how it stands: [schedule.Goes], [schedule.Asks], [schedule.Finished], or why it
	// could not: [schedule.Busy], [schedule.Locked], [schedule.Gone]. What happens to it
	// later is for [Jobs.Told]. order is what it is told beside the job's task.
	Begin(ctx context.Context, user, run string, j *schedule.Job, order runs.Wanted) Outcome
	// Await returns when a run that could not begin because of why may be able to.
	Await(ctx context.Context, user string, order runs.Wanted, why schedule.Why) error
	// Stop ends a run, if it is there.
	Stop(user, run string)
}

// Outcome is how a run stands.
type Outcome struct {
	Type schedule.Type
	OK   bool
	Why  schedule.Why
}

// Zones knows the clocks of the world.
type Zones interface {
	// Here is the name of the place where this is, "" where nobody says.
	Here() string
	// Zone is what the clock shows in a place, "" for this one, from two days before a time
	// to two years behind it. Error: there is no such place.
	Zone(place string, at int64) (schedule.Zone, error)
}
