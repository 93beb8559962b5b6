package jobs

import (
	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/runs"
)

// View is how a job stands.
type View struct {
	ID    string `json:"id"`
	Title string `json:"title,omitempty"`
	Task  string `json:"task"`
	Mode  string `json:"mode"`
	URL   string `json:"url,omitempty"`
	Tab   int    `json:"tab,omitempty"`
	// When says when it is due, in English; Next is when it is due next, 0 for no more.
	When  string         `json:"when"`
	State schedule.State `json:"state"`
	Next  int64          `json:"next,omitempty"`
	// Why it waits, or why its latest run failed; By is who has paused it.
	Why schedule.Why `json:"why,omitempty"`
	By  schedule.By  `json:"by,omitempty"`
	// Run is its latest; Count are those that have begun, Missed the times that were due
	// while nobody could ring.
	Run     string `json:"run,omitempty"`
	Count   int    `json:"count"`
	Missed  int    `json:"missed,omitempty"`
	Created int64  `json:"created"`
	// Due is the same time as When, for whoever says it in another language.
	Due schedule.When `json:"-"`
	// Order is what its runs are told besides.
	Order runs.Wanted `json:"order,omitzero"`
}

// view is called with the mutex held.
func (j *job) view() View {
	n := &j.Job
	v := View{ID: n.ID, Title: n.Title, Task: n.Prompt, Mode: n.Mode, URL: n.Target.URL, Tab: n.Target.TabID, When: n.When.Sentence(),
		State: n.State, Next: n.Next, Why: n.Waits(), By: n.By, Run: n.Run(), Count: n.Count, Missed: n.Missed, Created: j.Created, Due: n.When, Order: j.Order}
	if n.Over() || n.State == schedule.Paused {
		v.Next = 0
	}
	return v
}
