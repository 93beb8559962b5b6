package agent

import (
	"github.com/zapvol/bua/core/agent/adapter"
	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/loop"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/record"
)

// Status is how a run stands.
type Status string

// The statuses. The last five are ends.
const (
	Running       Status = "running"
	WaitingPerson Status = "waiting_person"
	WaitingTab    Status = "waiting_tab"
	Scheduled     Status = "scheduled"
	Done          Status = "done"
	NotVerified   Status = "not_verified"
	Failed        Status = "failed"
	Ended         Status = "stopped"
	Unknown       Status = "unknown"
)

// wait is what a run waits for.
type wait string

const (
	nothing  wait = ""
	model    wait = "model"
	summary  wait = "summary"
	action   wait = "action"
	check    wait = "check"     // the reading that done is held against
	clarify  wait = "clarify"   // the answer to a clarify
	handOver wait = "hand_over" // the person's help in the tab
	decision wait = "decision"  // the answer to a question of risk
	retry    wait = "retry"     // an alarm, then the model again
	alarm    wait = "alarm"     // an alarm that the model has asked for
	view     wait = "view"      // the picture at the start
	glancing wait = "glance"    // a reading that nobody has asked for, see glance
	settle   wait = "settle"    // an alarm, then the reading that done is held against
	planning wait = "planning"  // a job is added to the schedule
	fetchURL wait = "fetch_url" // an action of fetch_url's
	baseline wait = "baseline"  // the reading before an act
	sources  wait = "sources"   // the pages of a research
)

// State is everything that a run knows. The zero State has not started. It is a
// value: Step never changes the one it was given.
//
//bua:record
type State struct {
	// builtIn are the notes for sites that bua comes with. They are in no journal.
	builtIn []adapter.Site `json:"-"`

	Run     Run
	End     Status // "" while it goes on
	Code    string // why it ended or was paused, for programs
	Summary string // what it says at its end, or why it was paused
	Used    budget.Used

	messages []chat.Message
	batch    []chat.Call // those of the latest answer
	next     int         // the first without a result
	cut      string      // why the rest of the batch is not done
	notice   string      // what the model is told after the batch
	pictures []chat.Picture
	said     string // the person's words that the model has not been told

	wait  wait
	id    int // of the latest effect
	doubt bool
	// asks is what the person is asked; reads says that the action under way only
	// looks.
	asks  risk.Approval
	reads bool

	held, lost bool
	lostAt     int  // the model's step, from 1, at which the tab was gone last
	look       bool // nothing acts before a reading
	gone       bool // the field that was filled in last has gone
	acted      bool
	last       bool // only done is left
	spoke      bool // the latest answer was words alone
	refused    int
	tries      int
	trimmed    bool
	cuts       int // how often the conversation was made shorter
	invalid    string
	notes      string
	tab        int
	url        string
	theirs     []int  // tabs of the person's that it has claimed
	spots      []spot // the other tabs of its own, the one that it was in last at the end
	reading    string // the latest reading
	shows      string // the elements of the latest reading
	glance     glance
	more       []string // the tools that the model has asked for
	seen       string   // the snapshot of the latest reading of the run's own tab
	proof      proof
	site       string   // the one whose notes the model has
	placed     string   // the address that was looked up
	secrets    []string // uids of fields for passwords
	typed      []string // what was typed into them
	buttons    []string // uids, and how much it weighs to press them
	press      press
	plan       schedule.Job
	fetch      fetching
	study      research
	strays     strays
	asides     int // the number of the latest action beside what is waited for
	from       int // where the kept part begins, while a summary is written
	at         int64
	due        int64 // when the alarm rings
	later      later
	loop       loop.State
	risk       risk.State
	told       Status
}

// New is a state that has not started, with the notes for sites that bua comes with.
func New(builtIn []adapter.Site) *State { return &State{builtIn: builtIn} }

// AppendState writes a state.
func AppendState(dst []byte, s *State) []byte { return record.Append(dst, s) }

// ReadState reads what [AppendState] writes.
func ReadState(data []byte) (s *State, ok bool) {
	s = &State{}
	return s, record.Read(data, s)
}

// Status is how the run stands.
func (s *State) Status() Status {
	switch {
	case s.End != "":
		return s.End
	case s.wait == clarify, s.wait == handOver, s.wait == decision, s.held:
		return WaitingPerson
	case s.lost:
		return WaitingTab
	case s.wait == alarm:
		return Scheduled
	}
	return Running
}

// Asked is the question of risk that the person is asked, nothing where there is none.
func (s *State) Asked() risk.Approval {
	if s.wait != decision {
		return risk.Approval{}
	}
	return s.asks
}

// Messages are the conversation as it stands.
func (s *State) Messages() []chat.Message { return s.messages[:len(s.messages):len(s.messages)] }

// Cuts is how often what went before was taken from the conversation.
func (s *State) Cuts() int { return s.cuts }

// Doubt reports whether an act's outcome is unknown and nobody has looked since.
func (s *State) Doubt() bool { return s.doubt }

// Tab is the tab that the run works in, 0 for none yet, and the address that it was
// last known to have.
func (s *State) Tab() (id int, url string) { return s.tab, s.url }

// unshare gives the state what a step changes anew; it was copied from another one.
func (s *State) unshare() {
	s.messages = s.messages[:len(s.messages):len(s.messages)]
	s.pictures = s.pictures[:len(s.pictures):len(s.pictures)]
	s.typed = s.typed[:len(s.typed):len(s.typed)]
	s.theirs = s.theirs[:len(s.theirs):len(s.theirs)]
	s.proof.downloads = s.proof.downloads[:len(s.proof.downloads):len(s.proof.downloads)]
	s.study.sources = append([]source(nil), s.study.sources...)
	s.study.before = append([]int(nil), s.study.before...)
	s.strays.list = append([]stray(nil), s.strays.list...)
	s.loop, s.risk = s.loop.Clone(), s.risk.Clone()
}
