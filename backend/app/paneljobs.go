package app

import (
	"cmp"
	"encoding/json"
	"time"

	"github.com/zapvol/bua/backend/schedule"
	planned "github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
)

// panelJobs is what the panels' calls about planned tasks come to.
type panelJobs struct {
	rs   *runs.Runs
	jobs *schedule.Jobs
}

func (p panelJobs) answer(who panel.Who, c panel.Call) ([]byte, error) {
	switch c := c.(type) {
	case panel.Jobs:
		list, err := p.list(who)
		return panel.List(list), err
	case panel.Plan:
		v, err := p.plan(who, c)
		if err != nil {
			return nil, err
		}
		return panel.One(shownJob(v, nil)), nil
	case panel.TellJob:
		word, ok := map[panel.JobWord]planned.Type{panel.PauseJob: planned.Pause, panel.ResumeJob: planned.Unpause, panel.RunJob: planned.Now}[c.Word]
		if !ok {
			return nil, protocol.NewError(protocol.CodeInvalidAction, "word: must be pause, resume or run").NotDone()
		}
		return panel.True(), p.jobs.Tell(who.User, c.Job, word)
	case panel.RemoveJob:
		return panel.True(), p.jobs.Remove(who.User, c.Job)
	case panel.Planned:
		return panel.One(panel.Switched{On: p.jobs.On(who.User)}), nil
	case panel.SwitchJobs:
		return panel.True(), p.jobs.Switch(who.User, c.On)
	}
	return nil, protocol.NewError(protocol.CodeInternal, "the call is not known")
}

func (p panelJobs) list(who panel.Who) ([]panel.Job, error) {
	kept, err := p.rs.List(who.User)
	if err != nil {
		return nil, err
	}
	runs := map[string]runs.View{}
	for _, v := range kept {
		runs[v.ID] = v
	}
	list := []panel.Job{}
	for _, v := range p.jobs.List(who.User) {
		list = append(list, shownJob(v, runs))
	}
	return list, nil
}

// plan plans what a run was told to do. A tab of the person's may be gone by then: a
// planned task begins at the address where the run began.
func (p panelJobs) plan(who panel.Who, c panel.Plan) (schedule.View, error) {
	if c.Time == "" {
		return schedule.View{}, protocol.NewError(protocol.CodeInvalidAction, "time: is missing, such as 09:00").NotDone()
	}
	h, err := p.rs.Head(who.User, c.Run)
	if err != nil {
		return schedule.View{}, err
	}
	w := h.Wanted
	order, err := json.Marshal(runs.Wanted{Model: h.Model, Device: who.Device, Steps: w.Steps, Tokens: w.Tokens, Money: w.Money, Seconds: w.Seconds})
	if err != nil {
		return schedule.View{}, err
	}
	url := cmp.Or(h.URL, w.URL)
	if url == "" {
		return schedule.View{}, protocol.NewError(protocol.CodeInvalidAction, "run: it began without a page, and a planned task begins at one; give the task again from the page where it shall begin").NotDone()
	}
	at := plannedTask{Time: c.Time, Days: c.Days}
	j := planned.Job{Kind: planned.Task, Prompt: w.Task, Mode: string(w.Mode), Target: planned.Target{Place: planned.Address, URL: url}}
	if j.When, err = at.when(time.Now()); err != nil {
		return schedule.View{}, err
	}
	return p.jobs.Add(who.User, j, order)
}

// shownJob is how a job stands; runs are those that are kept, by their IDs.
func shownJob(v schedule.View, runs map[string]runs.View) panel.Job {
	j := panel.Job{ID: v.ID, Task: v.Task, URL: v.URL, Form: panel.JobForm(v.Due.Form), Minute: v.Due.Minute, Days: int(v.Due.Days), Date: v.Due.Date, Minutes: v.Due.Minutes,
		Zone: v.Due.Zone, State: panel.JobState(v.State), Next: v.Next, Why: string(v.Why), Count: v.Count, Missed: v.Missed}
	if run, ok := runs[v.Run]; ok && v.Count > 0 {
		last := panel.ShownRun(run)
		j.Last = &last
	}
	return j
}
