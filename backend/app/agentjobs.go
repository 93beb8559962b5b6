package app

import (
	"cmp"
	"strings"
	"time"

	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/backend/httpapi"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/core/session"
)

// jobDriver has the runs of jobs begun.
func (m *Main) jobDriver() jobs.Driver {
	return jobs.Driver{All: m.runs.Load(), Browser: agentBrowser{m}, Clock: direct.Clock{}, Log: agentLog{m.log, "run"}}
}

// plan adds what a run has planned, and the person has allowed.
func (m *Main) plan(user string, by runs.Head, j schedule.Job) error {
	_, err := m.jobs.Load().Add(user, j, runs.Wanted{Model: by.Model, Device: by.Wanted.Device})
	return err
}

// toldJob tells the schedule how a run of a job's stands.
func (m *Main) toldJob(v runs.View) { m.jobs.Load().Told(v.User, v.Job, v.ID, jobs.Stands(v)) }

// addJob plans a task.
func (m *Main) addJob(user string, p httpapi.Planned) (v jobs.View, err error) {
	j := schedule.Job{Kind: schedule.Task, Title: p.Title, Prompt: strings.TrimSpace(p.Task), Mode: string(cmp.Or(p.Mode, core.ModeAct))}
	if j.When, err = p.When(time.Now().UnixMilli()); err != nil {
		return v, err
	}
	switch {
	case p.URL != "" && p.Tab != 0, p.Current:
		return v, protocol.NewError(protocol.CodeInvalidAction, "url and tab: give one of them, and a tab by its number").NotDone()
	case p.Tab != 0:
		t, err := m.jobDriver().Tab(m.done, user, p.Device, p.Tab)
		if err != nil {
			return v, err
		}
		j.Target = schedule.Target{Place: schedule.CurrentTab, TabID: t.TabID, URL: t.URL}
	default:
		j.Target = schedule.Target{Place: schedule.Address, URL: session.ToASCII(direct.Names{}, p.URL)}
	}
	p.Task, p.URL, p.Tab, p.Mode = "", "", 0, ""
	return m.jobs.Load().Add(user, j, p.Wanted)
}
