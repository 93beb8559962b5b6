package panel

import (
	"cmp"
	"time"

	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
)

// planned is what the panels' calls about planned tasks come to.
type planned struct {
	now  time.Time
	rs   *runs.Runs
	jobs *jobs.Jobs
}

func (p planned) answer(who Who, c Call) ([]byte, error) {
	switch c := c.(type) {
	case Jobs:
		list, err := p.list(who)
		return List(list), err
	case Plan:
		v, err := p.plan(who, c)
		if err != nil {
			return nil, err
		}
		return One(shownJob(v, nil)), nil
	case TellJob:
		word, ok := map[JobWord]schedule.Type{PauseJob: schedule.Pause, ResumeJob: schedule.Unpause, RunJob: schedule.Now}[c.Word]
		if !ok {
			return nil, protocol.NewError(protocol.CodeInvalidAction, "word: must be pause, resume or run").NotDone()
		}
		return True(), p.jobs.Tell(who.User, c.Job, word)
	case RemoveJob:
		return True(), p.jobs.Remove(who.User, c.Job)
	case Planned:
		return One(Switched{On: p.jobs.On(who.User)}), nil
	case SwitchJobs:
		return True(), p.jobs.Switch(who.User, c.On)
	}
	return nil, protocol.NewError(protocol.CodeInternal, "the call is not known")
}

func (p planned) list(who Who) ([]Job, error) {
	kept, err := p.rs.List(who.User)
	if err != nil {
		return nil, err
	}
	runs := map[string]runs.View{}
	for _, v := range kept {
		runs[v.ID] = v
	}
	list := []Job{}
	for _, v := range p.jobs.List(who.User) {
		list = append(list, shownJob(v, runs))
	}
	return list, nil
}

// plan plans what a run was told to do. A tab of the person's may be gone by then: a
// planned task begins at the address where the run began.
func (p planned) plan(who Who, c Plan) (jobs.View, error) {
	if c.Time == "" {
		return jobs.View{}, protocol.NewError(protocol.CodeInvalidAction, "time: is missing, such as 09:00").NotDone()
	}
	h, err := p.rs.Head(who.User, c.Run)
	if err != nil {
		return jobs.View{}, err
	}
	w := h.Wanted
	url := cmp.Or(h.URL, w.URL)
	if url == "" {
		return jobs.View{}, protocol.NewError(protocol.CodeInvalidAction, "run: it began without a page, and a planned task begins at one; give the task again from the page where it shall begin").NotDone()
	}
	at := jobs.Time{Time: c.Time, Days: c.Days}
	j := schedule.Job{Kind: schedule.Task, Prompt: w.Task, Mode: string(w.Mode), Target: schedule.Target{Place: schedule.Address, URL: url}}
	if j.When, err = at.When(p.now.UnixMilli()); err != nil {
		return jobs.View{}, err
	}
	return p.jobs.Add(who.User, j, runs.Wanted{Model: h.Model, Device: who.Device, Steps: w.Steps, Tokens: w.Tokens, Money: w.Money, Seconds: w.Seconds})
}

// shownJob is how a job stands; runs are those that are kept, by their IDs.
func shownJob(v jobs.View, runs map[string]runs.View) Job {
	j := Job{ID: v.ID, Task: v.Task, URL: v.URL, Form: v.Due.Form, Minute: v.Due.Minute, Days: int(v.Due.Days), Date: v.Due.Date, Minutes: v.Due.Minutes,
		Zone: v.Due.Zone, State: v.State, Next: v.Next, Why: string(v.Why), Count: v.Count, Missed: v.Missed}
	if run, ok := runs[v.Run]; ok && v.Count > 0 {
		j.Last = &run
	}
	return j
}
