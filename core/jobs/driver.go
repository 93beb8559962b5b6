package jobs

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
)

// Driver has the runs of jobs begun by the driver of all runs. It implements [Runs].
type Driver struct {
	All     *runs.Runs
	Browser runs.Browser
	Clock   runs.Clock
	Log     runs.Log
}

// Begin implements [Runs].
func (d Driver) Begin(ctx context.Context, user, run string, j *schedule.Job, order runs.Wanted) Outcome {
	if v, err := d.All.Get(user, run); err == nil {
		return Stands(v)
	}
	w := order
	w.Task, w.Mode = j.Prompt, agent.Mode(j.Mode)
	w.Confirm = w.Confirm || len(w.Grants) == 0 // nobody looks on
	if w.URL = j.Target.URL; j.Target.Place == schedule.CurrentTab {
		w.URL, w.Tab = "", j.Target.TabID
		t, err := d.Tab(ctx, user, w.Device, w.Tab)
		if err != nil {
			return d.refused(run, err)
		}
		if !j.Target.Shows(t.URL) {
			return Outcome{Type: schedule.Gone}
		}
	}
	v, err := d.All.Begin(ctx, user, run, j.ID, w)
	if err != nil {
		return d.refused(run, err)
	}
	return Stands(v)
}

// Stands is how a run stands, for its job.
func Stands(v runs.View) Outcome {
	switch {
	case runs.Ended(v.Status):
		return Outcome{Type: schedule.Finished, OK: v.Status == agent.Done, Why: schedule.Why(v.Code)}
	case v.Status == agent.WaitingPerson:
		return Outcome{Type: schedule.Asks}
	}
	return Outcome{Type: schedule.Goes}
}

// refused is why a run could not begin. A tab is opened in no session, so one that is
// not found there has ended with the screen's lock.
func (d Driver) refused(run string, err error) Outcome {
	_, busy := protocol.As[*runs.Busy](err)
	_, away := protocol.As[*runs.Away](err)
	fault, model := protocol.As[*chat.Fault](err)
	switch code := protocol.CodeOf(err); {
	case busy:
		return Outcome{Type: schedule.Busy}
	case away:
		return Outcome{Type: schedule.Locked, Why: schedule.WhyAway}
	case model:
		return Outcome{Type: schedule.Finished, Why: schedule.Why(fault.Code)}
	case code == protocol.CodeSessionNotFound:
		return Outcome{Type: schedule.Locked}
	case code == protocol.CodeTabNotFound:
		return Outcome{Type: schedule.Gone}
	default:
		d.Log.Warn("a planned task could not begin", run, err)
		return Outcome{Type: schedule.Finished, Why: schedule.Why(code)}
	}
}

// unlocking is how often it is looked whether a screen is locked no more: each look is
// an action, which the audit has.
const unlocking = 5 * time.Minute

// Await implements [Runs].
func (d Driver) Await(ctx context.Context, user string, order runs.Wanted, why schedule.Why) error {
	if why == schedule.WhyAway {
		return d.Browser.Await(ctx, runs.Owner{User: user, Device: order.Device})
	}
	over := make(chan struct{})
	stop := d.Clock.AfterFunc(unlocking, func() { close(over) })
	defer stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-over:
		return nil
	}
}

// Stop implements [Runs].
func (d Driver) Stop(user, run string) {
	if v, err := d.All.Get(user, run); err == nil && !runs.Ended(v.Status) {
		if err := d.All.Stop(user, run); err != nil {
			d.Log.Warn("the run of a planned task could not be stopped", run, err)
		}
	}
}

// Tab is one of a user's tabs. Error: tab_not_found, those of an action.
func (d Driver) Tab(ctx context.Context, user, device string, id int) (protocol.Tab, error) {
	result, err := d.Browser.Do(ctx, runs.Owner{User: user, Device: device}, protocol.GetTabs{}, runs.May{Reads: true})
	if err != nil {
		return protocol.Tab{}, err
	}
	list, _ := result.(protocol.TabsResult)
	for _, t := range list {
		if t.TabID == id {
			return t, nil
		}
	}
	return protocol.Tab{}, protocol.NewError(protocol.CodeTabNotFound, "that tab is not there; get_tabs lists those that are").NotDone()
}
