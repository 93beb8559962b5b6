package panel

import (
	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/runs"
)

// What a panel is shown beside [runs.View] and [runs.Update]. Whatever a page or a model wrote is text, never markup.

// Abilities are what there is for a panel.
type Abilities struct {
	// Where is where the runs live.
	Where Where `json:"where"`
	// Version is the backend's.
	Version string `json:"version"`
	// Runs says whether it runs tasks at all: a server's users have no models of their
	// own.
	Runs bool `json:"runs"`
	// Models are those that the person has added, Default the one that is taken when
	// none is named.
	Models  []Model `json:"models"`
	Default string  `json:"default"`
	// Providers are those that want a key.
	Providers []Provider `json:"providers"`
	// Fixed says that the organisation has chosen which models there may be, NoKeys that it
	// lets the person give no key, and Odd which of its values are not understood and refuse.
	Fixed  bool     `json:"fixed,omitempty"`
	NoKeys bool     `json:"noKeys,omitempty"`
	Odd    []string `json:"odd,omitempty"`
}

// Where is where runs live.
type Where string

// The places.
const (
	InBackend Where = "backend"
	InBrowser Where = "browser" // in this browser alone: there is no backend
)

// Model is one that a run can use.
type Model struct {
	// Name is PROVIDER/MODEL.
	Name string `json:"name"`
	// Local says that nothing leaves this machine and nothing is paid.
	Local bool `json:"local,omitempty"`
	// Origin is where requests go, where the browser sends them: it may have to be allowed.
	Origin string `json:"origin,omitempty"`
	// In and Out are what a million tokens cost, in millionths of a dollar; 0 is not
	// known.
	In  int64 `json:"in,omitempty"`
	Out int64 `json:"out,omitempty"`
	// Fixed says that the organisation has put the model there.
	Fixed bool `json:"fixed,omitempty"`
}

// Provider is who sells models.
type Provider struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	// KeysAt says where a key is had.
	KeysAt string `json:"keysAt,omitempty"`
	// HasKey says that one is stored. It is never told.
	HasKey bool `json:"hasKey,omitempty"`
	// Origin is where requests go, absent where the person says so.
	Origin string `json:"origin,omitempty"`
	// Models are those that the organisation allows, absent for all.
	Models []string `json:"models,omitempty"`
}

// Found is a server of models on this machine.
type Found struct {
	Title string `json:"title"`
	// Models are PROVIDER/MODEL.
	Models []string `json:"models"`
	// Origin is where it is.
	Origin string `json:"origin,omitempty"`
	// Asks says that the browser keeps the extension from reading its answers, until the person
	// allows that origin; Refuses that it answers and lets no extension in, and Mend how it does.
	Asks    bool   `json:"asks,omitempty"`
	Refuses bool   `json:"refuses,omitempty"`
	Mend    string `json:"mend,omitempty"`
}

// JobWord is what a planned task is told.
type JobWord string

// The words.
const (
	PauseJob  JobWord = "pause"
	ResumeJob JobWord = "resume"
	RunJob    JobWord = "run"
)

// Job is a planned task.
type Job struct {
	ID   string        `json:"id"`
	Task string        `json:"task"`
	URL  string        `json:"url,omitempty"`
	Form schedule.Form `json:"form"`
	// Minute is of the day, Days is a set of days of the week with Monday as its first
	// bit, Date a day of the month, Minutes lie between two runs. Zone is whose clock it
	// is, "" for this machine's.
	Minute  int    `json:"minute,omitempty"`
	Days    int    `json:"days,omitempty"`
	Date    int    `json:"date,omitempty"`
	Minutes int    `json:"minutes,omitempty"`
	Zone    string `json:"zone,omitempty"`
	// Next is when it is due next, absent for no more.
	State schedule.State `json:"state"`
	Next  int64          `json:"next,omitempty"`
	// Why it waits, or why its latest run failed: a code.
	Why string `json:"why,omitempty"`
	// Count are the runs that have begun, Missed the times that were due while nobody
	// could begin one, Last how the latest run stands, absent when it is not kept.
	Count  int        `json:"count"`
	Missed int        `json:"missed,omitempty"`
	Last   *runs.View `json:"last,omitempty"`
}

// Switched is whether planned tasks run at all.
type Switched struct {
	On bool `json:"on"`
}

// Paid is what models were paid for on this day and in this month of the backend's clock,
// in millionths of a dollar, and what bounds it: 0 is no bound. A model without a known price
// is not counted.
type Paid struct {
	Today int64 `json:"today"`
	Month int64 `json:"month"`
	// Models are of this month, the dearest first.
	Models   []PaidModel `json:"models"`
	RunCap   int64       `json:"runCap,omitempty"`
	DayCap   int64       `json:"dayCap,omitempty"`
	MonthCap int64       `json:"monthCap,omitempty"`
}

// PaidModel is what one model was paid for.
type PaidModel struct {
	Model string `json:"model"`
	Money int64  `json:"money"`
}

// Need is a run that asks the person, or one of a planned task that has ended. No word of
// a page's or of the task's is in it: it is shown where others may look on.
type Need struct {
	Run    string       `json:"run"`
	Status agent.Status `json:"status"`
	// Question numbers what is asked, Sink is the kind of act that it is about: both are
	// absent of a run that has ended, Sink where the model wants to know something.
	Question int       `json:"question,omitempty"`
	Sink     risk.Sink `json:"sink,omitempty"`
	// Site is the host where it would happen, or where the run is.
	Site string `json:"site,omitempty"`
}

// PaidOf is how a panel sees what was paid, and what bounds it.
func PaidOf(sum runs.Paid, caps runs.Caps) Paid {
	s := Paid{Today: sum.Today, Month: sum.Month, RunCap: caps.Run, DayCap: caps.Day, MonthCap: caps.Month}
	for _, one := range sum.Models {
		s.Models = append(s.Models, PaidModel(one))
	}
	return s
}
