package panel

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
)

// Home is a [Backend] over the runs of one home: a backend, or the browser itself.
type Home struct {
	// Runs returns them, or why there are none.
	Runs func() (*runs.Runs, error)
	// Jobs are the planned tasks; there where runs are.
	Jobs func() *jobs.Jobs
	// Other answers the calls about models and money.
	Other func(ctx context.Context, who Who, c Call) ([]byte, error)
	Now   func() time.Time
	// Done is closed when the home ends.
	Done <-chan struct{}
}

// Answer implements [Backend].
func (h Home) Answer(ctx context.Context, who Who, c Call) ([]byte, error) {
	switch c.(type) {
	case Runs, Start, Say, Decide, Pause, Resume, Stop, CloseTabs, Remove, Jobs, Plan, TellJob, RemoveJob, Planned, SwitchJobs:
	default:
		return h.Other(ctx, who, c)
	}
	rs, err := h.Runs()
	if err != nil {
		return nil, err
	}
	switch c := c.(type) {
	case Runs:
		list, err := rs.List(who.User)
		return List(list), err
	case Start:
		// The run is begun whatever becomes of the panel.
		v, err := rs.Start(context.WithoutCancel(ctx), who.User, runs.Wanted{Task: c.Task, Mode: c.Mode, Model: c.Model, Tab: c.Tab, URL: c.URL, Device: who.Device})
		return One(v), runs.Coded(err)
	case Say:
		err = rs.Say(who.User, c.Run, c.Question, c.Text)
	case Decide:
		err = rs.Decide(who.User, c.Run, c.Question, c.Yes, c.Once)
	case Pause:
		err = rs.Pause(who.User, c.Run, "the person paused it")
	case Resume:
		err = resume(rs, who, c)
	case Stop:
		err = rs.Stop(who.User, c.Run)
	case CloseTabs:
		err = rs.CloseTabs(ctx, who.User, c.Run)
	case Remove:
		err = rs.Remove(who.User, c.Run)
	default:
		return planned{h.Now(), rs, h.Jobs()}.answer(who, c)
	}
	return True(), err
}

// resume goes on with a run, which gets so many more steps than it has used up, and as
// much money again where that was used up.
func resume(rs *runs.Runs, who Who, c Resume) error {
	bounds := runs.Bounds{}
	if c.Steps > 0 {
		v, err := rs.Get(who.User, c.Run)
		if err != nil {
			return err
		}
		bounds.Steps = v.Used.Steps + c.Steps
		if v.Code == string(budget.MoneyLimit) {
			h, err := rs.Head(who.User, c.Run)
			if err != nil {
				return err
			}
			bounds.Money = v.Used.Money + h.Wanted.Money
		}
	}
	return rs.Resume(who.User, c.Run, bounds)
}

// Stream implements [Backend].
func (h Home) Stream(ctx context.Context, who Who, c Call, each func([]byte) error) error {
	rs, err := h.Runs()
	if err != nil {
		return err
	}
	switch c := c.(type) {
	case Export:
		return rs.Export(who.User, c.Run, func(entry []byte) error { return exportEntry(entry, each) })
	case Needs:
		return h.needs(ctx, rs, who, each)
	case Watch:
		return h.watch(ctx, rs, who, c, each)
	}
	return protocol.NewError(protocol.CodeInternal, "the call is not known")
}

// exported is how much of a journal a panel is told at a time, in bytes.
const exported = 32 << 10

// exportEntry tells an entry and the end of its line, piece by piece. No piece ends within a character.
func exportEntry(entry []byte, each func([]byte) error) error {
	for rest := string(entry) + "\n"; rest != ""; {
		n := min(exported, len(rest))
		for n < len(rest) && rest[n]&0xc0 == 0x80 {
			n--
		}
		if err := each(Text(rest[:n])); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// watch watches a run until it ends, also past an update that came too fast.
func (h Home) watch(ctx context.Context, rs *runs.Runs, who Who, c Watch, each func([]byte) error) error {
	for behind, ended := c.Behind, false; !ended && ctx.Err() == nil && !h.over(); {
		err := rs.Watch(ctx, who.User, c.Run, behind, func(u runs.Update) error {
			behind = max(behind, u.Entry)
			ended = u.Run != nil && runs.Ended(u.Run.Status) || u.Type == runs.Status && runs.Ended(u.Status)
			return each(One(u))
		})
		if err != nil {
			return err
		}
		v, err := rs.Get(who.User, c.Run)
		if err != nil {
			return err
		}
		ended = runs.Ended(v.Status)
	}
	return nil
}

func (h Home) over() bool {
	select {
	case <-h.Done:
		return true
	default:
		return false
	}
}
