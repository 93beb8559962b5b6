package schedule

import (
	"context"
	"encoding/json"
	"time"

	"github.com/zapvol/bua/core/agent/schedule"
)

// Table keeps jobs. What was put is on the disk.
type Table interface {
	Put(key string, value []byte) error
	Delete(key string) error
	All() (map[string][]byte, error)
}

// Order is what a job's runs are told beside the task: the model, the browser, bounds.
type Order = json.RawMessage

// Runs begins and ends the runs of jobs. Calls overlap.
type Runs interface {
	// Begin begins the run of that ID, or goes on with the one that is there, and says
	// how it stands: [schedule.Goes], [schedule.Asks], [schedule.Finished], or why it
	// could not: [schedule.Busy], [schedule.Locked], [schedule.Gone]. What happens to it
	// later is for [Jobs.Told].
	Begin(ctx context.Context, user, run string, j *schedule.Job, o Order) Outcome
	// Await returns when a run that could not begin because of why may be able to.
	Await(ctx context.Context, user string, o Order, why schedule.Why) error
	// Stop ends a run, if it is there.
	Stop(user, run string)
}

// Outcome is how a run stands.
type Outcome struct {
	Type schedule.Type
	OK   bool
	Why  schedule.Why
}

// Clock is the time. AfterFunc runs f on a goroutine of its own.
type Clock interface {
	Now() time.Time
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}
