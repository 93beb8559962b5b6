package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/zapvol/bua/backend/direct"
	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/backend/schedule"
	core "github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/chat"
	planned "github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/core/session"
)

// atHome is where this machine is, and what its clock shows.
func atHome(now time.Time) (string, planned.Zone) {
	return placeName(os.Getenv("TZ"), "/etc/localtime"), schedule.Zone(time.Local, now.UnixMilli())
}

// placeName is the name of this machine's place, as the table of time zones has it;
// Local where the system does not say, which is a name for the same.
func placeName(tz, link string) string {
	name := strings.TrimPrefix(tz, ":")
	if name == "" {
		if file, err := filepath.EvalSymlinks(link); err == nil {
			_, name, _ = strings.Cut(filepath.ToSlash(file), "/zoneinfo/")
		}
	}
	if _, err := time.LoadLocation(name); err != nil || name == "" {
		return "Local"
	}
	return name
}

// jobRuns are the runs of jobs.
type jobRuns struct {
	m  *Main
	rs *runs.Runs
}

// Begin implements [schedule.Runs].
func (j jobRuns) Begin(ctx context.Context, user, run string, n *planned.Job, o schedule.Order) schedule.Outcome {
	if v, err := j.rs.Get(user, run); err == nil {
		return stands(v)
	}
	w, err := ordered(o)
	if err != nil {
		return j.refused(err)
	}
	w.Task, w.Mode = n.Prompt, core.Mode(n.Mode)
	w.Confirm = w.Confirm || len(w.Grants) == 0 // nobody looks on
	if w.URL = n.Target.URL; n.Target.Place == planned.CurrentTab {
		w.URL, w.Tab = "", n.Target.TabID
		t, err := j.m.tab(ctx, user, w.Device, w.Tab)
		if err != nil {
			return j.refused(err)
		}
		if !n.Target.Shows(t.URL) {
			return schedule.Outcome{Type: planned.Gone}
		}
	}
	v, err := j.rs.Begin(ctx, user, run, n.ID, w)
	if err != nil {
		return j.refused(err)
	}
	return stands(v)
}

// ordered is what the runs of a job are told besides.
func ordered(o schedule.Order) (w runs.Wanted, err error) {
	if len(o) > 0 {
		err = json.Unmarshal(o, &w)
	}
	return w, err
}

// stands is how a run stands, for its job.
func stands(v runs.View) schedule.Outcome {
	switch {
	case runs.Ended(v.Status):
		return schedule.Outcome{Type: planned.Finished, OK: v.Status == core.Done, Why: planned.Why(v.Code)}
	case v.Status == core.WaitingPerson:
		return schedule.Outcome{Type: planned.Asks}
	}
	return schedule.Outcome{Type: planned.Goes}
}

// refused is why a run could not begin. A tab is opened in no session, so one that is
// not found there has ended with the screen's lock.
func (j jobRuns) refused(err error) schedule.Outcome {
	var busy *runs.Busy
	var away *runs.Away
	var fault *chat.Fault
	switch code := protocol.CodeOf(err); {
	case errors.As(err, &busy):
		return schedule.Outcome{Type: planned.Busy}
	case errors.As(err, &away):
		return schedule.Outcome{Type: planned.Locked, Why: planned.WhyAway}
	case errors.As(err, &fault):
		return schedule.Outcome{Type: planned.Finished, Why: planned.Why(fault.Code)}
	case code == protocol.CodeSessionNotFound:
		return schedule.Outcome{Type: planned.Locked}
	case code == protocol.CodeTabNotFound:
		return schedule.Outcome{Type: planned.Gone}
	default:
		j.m.log.Warn("a planned task could not begin", "err", err)
		return schedule.Outcome{Type: planned.Finished, Why: planned.Why(code)}
	}
}

// unlocking is how often it is looked whether a screen is locked no more: each look is
// an action, which the audit has.
const unlocking = 5 * time.Minute

// Await implements [schedule.Runs].
func (j jobRuns) Await(ctx context.Context, user string, o schedule.Order, why planned.Why) error {
	if why == planned.WhyAway {
		w, err := ordered(o)
		if err != nil {
			return err
		}
		return agentBrowser{j.m}.Await(ctx, runs.Place{User: user, Device: w.Device})
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(unlocking):
		return nil
	}
}

// Stop implements [schedule.Runs].
func (j jobRuns) Stop(user, run string) {
	if v, err := j.rs.Get(user, run); err == nil && !runs.Ended(v.Status) {
		if err := j.rs.Stop(user, run); err != nil {
			j.m.log.Warn("the run of a planned task could not be stopped", "run", run, "err", err)
		}
	}
}

// tab is one of a user's tabs. Error: tab_not_found, those of an action.
func (m *Main) tab(ctx context.Context, user, device string, id int) (protocol.Tab, error) {
	result, err := agentBrowser{m}.Do(ctx, runs.Place{User: user, Device: device}, protocol.GetTabs{}, runs.May{Reads: true})
	if err != nil {
		return protocol.Tab{}, err
	}
	list, _ := result.(protocol.TabsResult)
	for _, t := range list {
		if t.TabID == id {
			return t, nil
		}
	}
	return protocol.Tab{}, protocol.NewError(protocol.CodeTabNotFound, "that tab is not there; bua act '{\"type\":\"get_tabs\"}' lists those that are").NotDone()
}

// plan adds what a run has planned, and the person has allowed.
func (m *Main) plan(user string, by runs.Head, j planned.Job) error {
	order, err := json.Marshal(runs.Wanted{Model: by.Model, Device: by.Wanted.Device})
	if err == nil {
		_, err = m.jobs.Load().Add(user, j, order)
	}
	return err
}

// toldJob tells the schedule how a run of a job's stands.
func (m *Main) toldJob(v runs.View) { m.jobs.Load().Told(v.User, v.Job, v.ID, stands(v)) }

// plannedTask is what is to be planned.
type plannedTask struct {
	runs.Wanted
	Title string `json:"title"`
	// In is how many seconds ahead, Every how many minutes between two runs. Time is a
	// time of day such as 09:00: on Date, such as 2026-12-01, on Days, such as mon-fri, on
	// a DayOfMonth, or each day. With none of them it runs at once.
	In         int    `json:"in"`
	Every      int    `json:"every"`
	Time       string `json:"time"`
	Date       string `json:"date"`
	Days       string `json:"days"`
	DayOfMonth int    `json:"dayOfMonth"`
	// Zone is the place whose clock Time is of, "" for this machine's.
	Zone string `json:"zone"`
}

// when is the time that is wanted.
func (p *plannedTask) when(now time.Time) (w planned.When, err error) {
	bad := func(text string) (planned.When, error) {
		return w, protocol.NewError(protocol.CodeInvalidAction, text).NotDone()
	}
	named := 0
	for _, is := range []bool{p.In != 0, p.Every != 0, p.Date != "", p.Days != "", p.DayOfMonth != 0} {
		if is {
			named++
		}
	}
	switch {
	case named > 1, p.Time != "" && p.In+p.Every != 0:
		return bad("in, every, and date, days or dayOfMonth with time: give one of them")
	case p.Time == "" && (p.Date != "" || p.Days != "" || p.DayOfMonth != 0):
		return bad("time: is missing, such as 09:00")
	case p.Every != 0:
		return planned.When{Form: planned.Every, Minutes: p.Every}, nil
	case p.In != 0:
		return planned.When{Form: planned.Once, At: now.UnixMilli() + int64(p.In)*1000}, nil
	case p.Time == "":
		return planned.When{Form: planned.Once}, nil
	}
	ok := false
	if w.Minute, ok = planned.Clock(p.Time); !ok {
		return bad("time: must be a time of day such as 09:00")
	}
	if w.Zone = p.Zone; w.Zone == "" {
		if name, _ := atHome(now); name != "Local" {
			w.Zone = name
		}
	}
	switch {
	case p.Date != "":
		if w.Form, ok = planned.OnDate, true; ok {
			w.Day, ok = planned.ParseDate(p.Date)
		}
		if !ok {
			return bad("date: must be a day such as 2026-12-01")
		}
	case p.DayOfMonth != 0:
		w.Form, w.Date = planned.Monthly, p.DayOfMonth
	default:
		w.Form, w.Days = planned.Weekly, planned.Daily
		if p.Days != "" {
			if w.Days, ok = planned.ParseDays(p.Days); !ok {
				return bad("days: must be days of the week such as mon-fri or mon,wed,sun")
			}
		}
	}
	return w, nil
}

// addJob plans a task.
func (m *Main) addJob(user string, body json.RawMessage) (v schedule.View, err error) {
	var p plannedTask
	if err := strict(body, &p); err != nil {
		return v, err
	}
	j := planned.Job{Kind: planned.Task, Title: p.Title, Prompt: strings.TrimSpace(p.Task), Mode: string(cmp.Or(p.Mode, core.ModeAct))}
	if j.When, err = p.when(time.Now()); err != nil {
		return v, err
	}
	switch {
	case p.URL != "" && p.Tab != 0, p.Current:
		return v, protocol.NewError(protocol.CodeInvalidAction, "url and tab: give one of them, and a tab by its number").NotDone()
	case p.Tab != 0:
		t, err := m.tab(m.done, user, p.Device, p.Tab)
		if err != nil {
			return v, err
		}
		j.Target = planned.Target{Place: planned.CurrentTab, TabID: t.TabID, URL: t.URL}
	default:
		j.Target = planned.Target{Place: planned.Address, URL: session.ToASCII(direct.Names{}, p.URL)}
	}
	p.Task, p.URL, p.Tab, p.Mode = "", "", 0, ""
	order, err := json.Marshal(p.Wanted)
	if err != nil {
		return v, err
	}
	return m.jobs.Load().Add(user, j, order)
}

// jobsAPI is what the routes of planned tasks are connected to; nil without runs.
func (m *Main) jobsAPI() *httpapi.Jobs {
	s := m.jobs.Load()
	if s == nil {
		return nil
	}
	verbs := map[string]planned.Type{"pause": planned.Pause, "resume": planned.Unpause, "run": planned.Now}
	return &httpapi.Jobs{
		Add:    func(user string, body json.RawMessage) (json.RawMessage, error) { return raw(m.addJob(user, body)) },
		List:   func(user string) (json.RawMessage, error) { return raw(s.List(user), nil) },
		Tell:   func(user, id, verb string) error { return s.Tell(user, id, verbs[verb]) },
		Remove: s.Remove,
		On:     s.On,
		Switch: s.Switch,
	}
}
