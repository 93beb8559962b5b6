package agent

import (
	"github.com/zapvol/bua/core/agent/adapter"
	"github.com/zapvol/bua/core/agent/budget"
	"github.com/zapvol/bua/core/agent/chat"
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/agent/tools"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/record"
)

// Mode is what a run may do.
type Mode string

// The modes.
const (
	ModeAsk Mode = "ask" // it only reads
	ModeAct Mode = "act"
)

// Run is how a run was started.
type Run struct {
	Task string
	Mode Mode
	// TabID, URL and Title are of the tab that it begins in, 0 for none.
	TabID      int
	URL, Title string
	// Window is the model's in tokens, 0 where it is not known; Local says that the
	// model runs on this machine.
	Window int
	Local  bool
	// Tools are those to tell the model of instead of what Tier says, each named as its
	// action. The agent adds its own.
	Tools  []chat.Tool
	Limits budget.Limits
	// Notes are for the site it begins on, beside those of an adapter.
	Notes string
	// Tier is what the model is told of the browser's tools; "" is what fits its window.
	Tier tools.Tier
	// Adapters are the person's own; the built-in ones follow.
	Adapters []adapter.Site
	// Vision says that the model sees pictures: it gets one of the first page.
	Vision bool
	// Grants are what the person has allowed beforehand. With Confirm there are none,
	// and each act with consequences is asked about.
	Grants  []risk.Grant
	Confirm bool
	// AllowAPI lets fetch_url write.
	AllowAPI bool
	// Job is that of the schedule whose run it is, "" for none.
	Job string
	// Zone is what the person's clock shows, ZoneName the name of the place. Without a
	// name the model is not told what day it is.
	Zone     schedule.Zone
	ZoneName string
	// Secrets are the values that the person has stored, by their names.
	Secrets []SecretName
}

// Type is what happened.
type Type string

// The events, and which members each has beside At.
const (
	Started   Type = "started"   // Run; Sites
	Answered  Type = "answered"  // ID, Answer, Cost: the model's answer
	Faulted   Type = "faulted"   // ID, Fault: why there is none
	Acted     Type = "acted"     // ID, Result or Code, Text and Outcome; Picture, URL
	Held      Type = "held"      // ID, Facts: an act was not done
	Said      Type = "said"      // Text: the person's word, Sites; ID where it answers a question
	Decided   Type = "decided"   // ID, Yes, Once: the person's answer to a question of risk
	Paused    Type = "paused"    // Code and Text: by the person, or because they took the tab over
	Resumed   Type = "resumed"   // goes on, also after an end; Limits
	Stopped   Type = "stopped"   // by the person
	TabLost   Type = "tab_lost"  // the tab or the browser is not there; Code where the browser is, Outcome of the act under way
	TabBack   Type = "tab_back"  // TabID, URL, Title
	Alarm     Type = "alarm"     // ID of the Wait
	Planned   Type = "planned"   // ID; Code and Text where the job could not be added
	Restarted Type = "restarted" // the driver has begun anew
)

// Event is one entry of the journal.
//
//bua:record
type Event struct {
	Type Type
	// At is the wall clock in milliseconds, Rand 63 random bits that no page can
	// know: the markers around a page's text come from them.
	At, Rand int64
	ID       int
	Run      *Run
	Answer   *chat.Answer
	Cost     int64 // in millionths
	Fault    *chat.Fault
	// Result is what the action answered, as the protocol writes it, a picture's
	// bytes left out. Code, Text and Outcome are those of an error.
	Result  []byte
	Code    protocol.Code
	Text    string
	Outcome protocol.ErrorOutcome
	Picture *chat.Picture
	// Limits are those from now on, counted from the start of the run; nil leaves
	// them, but for some more steps after an end.
	Limits *budget.Limits
	Facts  *risk.Facts
	Yes    bool
	Once   bool
	TabID  int
	URL    string
	Title  string
	// Sites are those that the person's words name in other scripts, see [risk.Sites].
	// Every other address here is as the browser writes it.
	Sites []string
}

// AppendEvent writes an entry of the journal.
func AppendEvent(dst []byte, e *Event) []byte { return record.Append(dst, e) }

// ReadEvent reads what [AppendEvent] writes.
func ReadEvent(data []byte) (e *Event, ok bool) {
	e = &Event{}
	return e, record.Read(data, e)
}

// Effect is one thing to do. Sealed: the variants are in this file.
type Effect interface{ isEffect() }

// Ask asks the model; [Answered] or [Faulted] answers.
type Ask struct {
	ID      int
	Request chat.Request
}

// Act does one action; [Acted] or [Held] answers. May is what it may do unasked on
// pages of the origin Site; on others it may do nothing unasked.
type Act struct {
	ID     int
	Action protocol.Action
	May    []risk.Sink
	Site   string
	// Under is what the person has said yes to earlier and that covers it, nothing
	// where none has.
	Under risk.Approval
}

// Question asks the person: about an act ([Decided]), or, where Risk is nothing,
// what the model wants to know or to be helped with ([Said]).
type Question struct {
	ID   int
	Risk risk.Approval
	Text string
	// Help: the tab is handed over as well, by an [Act] of the same ID. Whichever is
	// answered first counts.
	Help bool
}

// Plan adds a job to the schedule; [Planned] answers. The person has said yes. A
// job whose ID is there already is the same one.
type Plan struct {
	ID  int
	Job schedule.Job
}

// Wait asks for an alarm.
type Wait struct {
	ID int
	At int64
}

// Cancel ends what has that ID: nobody waits for it any more.
type Cancel struct{ ID int }

// Report says that the status has changed.
type Report struct{ Status Status }

func (Ask) isEffect()      {}
func (Act) isEffect()      {}
func (Question) isEffect() {}
func (Plan) isEffect()     {}
func (Wait) isEffect()     {}
func (Cancel) isEffect()   {}
func (Report) isEffect()   {}
