package runs

import (
	"github.com/zapvol/bua/core/agent"
	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/risk"
)

// Wanted is what a run is to do.
//
//bua:record
type Wanted struct {
	Task string `json:"task"`
	// Mode is act when empty.
	Mode agent.Mode `json:"mode,omitempty"`
	// URL is where it begins, in a tab of its own; or Tab, a tab that is there. With
	// neither it begins without one.
	URL string `json:"url,omitempty"`
	Tab int    `json:"tab,omitempty"`
	// Current: it begins in the tab that the person looks at. A run knows it as Tab.
	Current bool `json:"current,omitempty"`
	// Model is PROVIDER/MODEL, "" for the default; Device the browser, "" for the only
	// one.
	Model  string `json:"model,omitempty"`
	Device string `json:"device,omitempty"`
	// Steps, Tokens, Money (in millionths) and Seconds bound it; 0 is the default, or
	// no bound.
	Steps   int   `json:"steps,omitempty"`
	Tokens  int   `json:"tokens,omitempty"`
	Money   int64 `json:"money,omitempty"`
	Seconds int   `json:"seconds,omitempty"`
	// Grants are what it may do unasked.
	Grants []Grant `json:"grants,omitempty"`
	// Confirm asks before every act with consequences, whatever was allowed; AllowAPI
	// lets it write to addresses that it fetches.
	Confirm  bool `json:"confirm,omitempty"`
	AllowAPI bool `json:"allowApi,omitempty"`
}

// Grant allows acts on a site, an origin or a domain.
//
//bua:record
type Grant struct {
	Site  string      `json:"site"`
	Sinks []risk.Sink `json:"sinks"`
}

// Head is the first entry of a journal.
//
//bua:record
type Head struct {
	ID      string `json:"id"`
	User    string `json:"user"`
	Created int64  `json:"created"`
	Wanted  Wanted `json:"wanted"`
	// Model is PROVIDER/MODEL; Window, Local and Vision are what is known of it.
	Model  string `json:"model"`
	Window int    `json:"window,omitempty"`
	Local  bool   `json:"local,omitempty"`
	Vision bool   `json:"vision,omitempty"`
	// Job is that of the schedule whose run it is, "" for none.
	Job string `json:"job,omitempty"`
	// Tab, URL and Title are of the tab that it begins in, 0 for none.
	Tab   int    `json:"tab,omitempty"`
	URL   string `json:"url,omitempty"`
	Title string `json:"title,omitempty"`
}

// Used is what a run has used up.
//
//bua:record
type Used struct {
	Steps    int `json:"steps"`
	In       int `json:"in"`
	CachedIn int `json:"cachedIn,omitempty"`
	Out      int `json:"out"`
	// Money is in millionths of a dollar, 0 where it is not known.
	Money int64 `json:"money,omitempty"`
	MS    int64 `json:"ms"`
	// Guessed: some of the tokens are an estimate.
	Guessed bool `json:"guessed,omitempty"`
}

func used(u budget.Used) Used {
	return Used{Steps: u.Steps, In: u.In, CachedIn: u.CachedIn, Out: u.Out, Money: u.Money, MS: u.MS, Guessed: u.Guessed}
}

// Question is what the person is asked.
//
//bua:record
type Question struct {
	ID   int    `json:"id"`
	Text string `json:"text"`
	// Sink names the act that it is about, absent where the model wants to know something.
	Sink risk.Sink `json:"sink,omitempty"`
	// Site is where it would happen, To where it goes, What names the control or the
	// file, Leaves is exactly what would leave, of a form its fields.
	Site   string `json:"site,omitempty"`
	To     string `json:"to,omitempty"`
	What   string `json:"what,omitempty"`
	Leaves string `json:"leaves,omitempty"`
	// Help: the browser asks it as well, in the run's tab, with Done and I can't.
	Help bool `json:"help,omitempty"`
	// Single: a yes holds for this act alone.
	Single bool `json:"single,omitempty"`
	// Covers is what a yes allows beyond this act.
	Covers string `json:"covers,omitempty" bua:"home"`
}

func questionOf(q agent.Question) *Question {
	if q.Risk.None() {
		return &Question{ID: q.ID, Text: q.Text, Help: q.Help}
	}
	r := q.Risk
	return &Question{ID: q.ID, Text: r.Sentence(), Sink: r.Sink, Site: r.Site, To: r.To, What: r.What, Leaves: r.Text, Single: r.Once, Covers: r.Covers()}
}

// View is how a run stands.
//
// It is kept as a run's note, answered over HTTP, and shown to panels without what has the
// word home: the same declaration in each form.
//
//bua:record
type View struct {
	ID     string       `json:"id"`
	User   string       `json:"user,omitempty" bua:"home"`
	Task   string       `json:"task"`
	Mode   agent.Mode   `json:"mode"`
	Model  string       `json:"model"`
	Status agent.Status `json:"status"`
	// Code: why it ended or waits. Summary: the same in words.
	Code    string `json:"code,omitempty"`
	Summary string `json:"summary,omitempty"`
	// Created and Updated are in milliseconds since the epoch.
	Created int64  `json:"created"`
	Updated int64  `json:"updated"`
	Tab     int    `json:"tab,omitempty"`
	URL     string `json:"url,omitempty"`
	Used    Used   `json:"used"`
	// Opened are the tabs that it has opened and left, once it has ended.
	Opened []int `json:"opened,omitempty"`
	// Question is what the person is asked now.
	Question *Question `json:"question,omitempty"`
	// Trouble is what keeps it from going on, until that is mended: no code of a run's
	// end.
	Trouble string `json:"trouble,omitempty"`
	// Job is that of the schedule whose run it is.
	Job string `json:"job,omitempty" bua:"home"`
}

// Ended reports whether the status is an end.
func Ended(s agent.Status) bool {
	switch s {
	case agent.Done, agent.NotVerified, agent.Failed, agent.Ended, agent.Unknown:
		return true
	}
	return false
}

// view is called with the run's mutex held.
func (r *run) view() View {
	v := View{ID: r.head.ID, User: r.head.User, Task: r.head.Wanted.Task, Mode: r.head.Wanted.Mode, Model: r.head.Model,
		Status: r.state.Status(), Code: r.state.Code, Summary: r.state.Why(), Created: r.head.Created, Updated: r.updated,
		Used: used(r.state.Used), Question: r.question, Trouble: r.trouble, Job: r.head.Job}
	v.Tab, v.URL = r.state.Tab()
	if v.Tab == 0 {
		v.Tab, v.URL = r.head.Tab, r.head.URL
	}
	if Ended(v.Status) {
		for _, t := range r.left() {
			v.Opened = append(v.Opened, t.TabID)
		}
	}
	return v
}

// UpdateType says what an update tells.
type UpdateType string

// The updates. Those that are not in the journal are told only while they happen.
const (
	Began     UpdateType = "began"     // View
	Says      UpdateType = "says"      // Text: the model's words
	Calls     UpdateType = "calls"     // Call, Name, Arguments: what the model asks for
	Results   UpdateType = "results"   // Call, Text, Failed: what it reads of it; Site
	Asks      UpdateType = "asks"      // Question
	Person    UpdateType = "person"    // Text: the person's word, yes, once or no to the Question
	Allowed   UpdateType = "allowed"   // Question: an act goes under an earlier yes to that
	Status    UpdateType = "status"    // Status, Code, Summary
	Spent     UpdateType = "spent"     // Used: after an answer of the model's
	Shortened UpdateType = "shortened" // the model knows what went before in brief alone, from here on
	Retrying  UpdateType = "retrying"  // Code, Text: the model did not answer
	Noticed   UpdateType = "noticed"   // Text: what is odd about the model, and what to do about it
	Thinking  UpdateType = "thinking"  // Text: a piece of an answer; not in the journal
	Reasoning UpdateType = "reasoning" // Text: the same of what it thinks aloud
	Again     UpdateType = "again"     // the pieces so far are void; not in the journal
	Troubled  UpdateType = "troubled"  // Text: what keeps it from going on, "" when it goes on; not in the journal
)

// Update is one thing that happened in a run.
//
//bua:record
type Update struct {
	// Entry is the journal's entry that it is from, absent for none.
	Entry     int        `json:"entry,omitempty"`
	At        int64      `json:"at,omitempty"`
	Type      UpdateType `json:"type"`
	Text      string     `json:"text,omitempty"`
	Call      string     `json:"call,omitempty"`
	Name      string     `json:"name,omitempty"`
	Arguments string     `json:"arguments,omitempty"`
	Failed    bool       `json:"failed,omitempty"`
	// Site is the origin that the run's tab shows then.
	Site     string       `json:"site,omitempty"`
	Status   agent.Status `json:"status,omitempty"`
	Code     string       `json:"code,omitempty"`
	Summary  string       `json:"summary,omitempty"`
	Used     *Used        `json:"used,omitempty"`
	Question *Question    `json:"question,omitempty"`
	Run      *View        `json:"run,omitempty"`
}
