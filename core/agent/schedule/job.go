package schedule

import (
	"strconv"
	"strings"

	"github.com/zapvol/bua/core/session"
)

// Kind is what a job does.
type Kind string

// The kinds.
const (
	Resume Kind = "resume" // a run goes on
	Task   Kind = "task"   // a run of its own
)

// State is how a job stands. The last three are ends.
type State string

// The states.
const (
	Pending    State = "pending"
	Queued     State = "queued"
	Running    State = "running"
	NeedsInput State = "needs_user_input"
	Paused     State = "paused"
	Completed  State = "completed"
	Failed     State = "failed"
	Cancelled  State = "cancelled"
)

// Place is where a job runs.
type Place string

// The places.
const (
	CurrentTab Place = "current_tab" // the tab where it was made
	Address    Place = "url"         // a tab that is opened for it
)

// Target is where a job runs.
type Target struct {
	Place Place
	TabID int
	URL   string
}

// Shows reports whether a tab that is at an address is still where a job was made:
// on the same page of the same site, whatever its query and fragment.
func (t *Target) Shows(address string) bool {
	a, err := session.Locate(t.URL)
	b, fault := session.Locate(address)
	return err == nil && fault == nil && a.Origin() == b.Origin() && path(t.URL) == path(address)
}

// path is what stands between an address's host and its query.
func path(address string) string {
	if i := strings.Index(address, "://"); i >= 0 {
		address = address[i+3:]
	}
	if i := strings.IndexAny(address, "?#"); i >= 0 {
		address = address[:i]
	}
	if i := strings.IndexByte(address, '/'); i >= 0 {
		return address[i:]
	}
	return "/"
}

// By is who has paused a job.
type By string

// Who can have.
const (
	Nobody    By = ""
	ByPerson  By = "person"
	BySetting By = "setting" // the person has planned tasks switched off
	ByFaults  By = "failures"
)

// Why is why a job waits or has failed, for programs.
type Why string

// The reasons.
const (
	WhyBusy     Why = "schedule_tab_busy"
	WhyLocked   Why = "schedule_screen_locked"
	WhyAway     Why = "schedule_browser_away"
	WhyGone     Why = "schedule_target_gone"
	WhyRestart  Why = "schedule_restarted"
	WhyFailures Why = "schedule_failed_often"
	WhyAsks     Why = "schedule_needs_person"
	WhyOver     Why = "schedule_time_over" // the date and time were past when it was added
	WhyOff      Why = "schedule_off"       // planned tasks are off
)

// Job is one of the schedule.
type Job struct {
	ID, Title, Prompt string
	Kind              Kind
	// Mode is that of the run: ask or act.
	Mode   string
	Target Target
	When   When
	// RunID is the run that a resume goes on with.
	RunID string

	State State
	// Next is when it is due, Last when it was due before.
	Next, Last int64
	// Count are the runs that have begun, Missed the times that were due and not run.
	Count, Missed int
	// Tries are those of the run that is due now, Faults the runs in a row that failed.
	Tries, Faults int
	// Why it waits, or why the latest run failed.
	Why Why
	By  By
	// open says that the latest occurrence has begun and has no end, extra that it
	// was asked for out of turn, hand that the person wants it whatever is paused.
	open, extra, hand bool
}

// Run is the ID of the run that is the job's latest, "" before the first.
func (j *Job) Run() string {
	switch {
	case j.Count == 0:
		return ""
	case j.Kind == Resume:
		return j.RunID
	}
	return j.ID + "-" + strconv.Itoa(j.Count)
}

// Waits is why it waits, or why the latest run failed.
func (j *Job) Waits() Why {
	if j.State == Paused && j.By == BySetting {
		return WhyOff
	}
	return j.Why
}

// Over reports whether a job has come to an end.
func (j *Job) Over() bool {
	return j.State == Completed || j.State == Failed || j.State == Cancelled
}

// The longest texts.
const (
	maxTitle  = 200
	maxPrompt = 8000
)

// Check says what is wrong with a job that is to be added.
func (j *Job) Check(now int64) error {
	switch {
	case j.ID == "":
		return bad("it has no id")
	case j.Kind == Resume && j.RunID == "":
		return bad("it names no run to go on with")
	case j.Kind == Resume:
	case j.Kind != Task:
		return bad("the kind must be resume or task")
	case strings.TrimSpace(j.Prompt) == "" || len(j.Prompt) > maxPrompt || len(j.Title) > maxTitle:
		return bad("the prompt must have from 1 to 8000 bytes, the title at most 200")
	case j.Mode != "ask" && j.Mode != "act":
		return bad("the mode must be ask or act")
	case j.Target.Place == CurrentTab && j.Target.TabID == 0:
		return bad("there is no current tab: name an address")
	case j.Target.Place == Address:
		if l, err := session.Locate(j.Target.URL); err != nil || l.Host == "" {
			return bad("the address must begin with https:// or http://, and name its host in ASCII, one of another script as xn--")
		}
	case j.Target.Place != CurrentTab:
		return bad("the target must be current_tab or url")
	}
	return j.When.check(now, j.Kind == Resume)
}
