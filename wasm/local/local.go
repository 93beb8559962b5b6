package local

import (
	"bytes"
	"time"

	"github.com/zapvol/bua/core/agent/schedule"
	"github.com/zapvol/bua/core/jobs"
	"github.com/zapvol/bua/core/panel"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/runs"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/wasm/chrome"
)

// user is whose the runs are: whoever has the browser.
const user = "local"

// Config says what the home works with.
type Config struct {
	Host chrome.Host
	// Wall returns the milliseconds since the epoch.
	Wall  func() int64
	Names session.IDNA
	// Random is what no page can know.
	Random func() uint64
}

// Local is the home of the runs.
type Local struct {
	host    chrome.Host
	clock   *clock
	random  func() uint64
	wire    wire
	fetches fetches
	models  models
	runs    *runs.Runs
	jobs    *jobs.Jobs
	panels  *panel.Panels
	version string // of the extension
	// replanned has something when it may have changed when a planned task is due.
	replanned chan struct{}
	// ready is closed when the runs of before go on.
	ready chan struct{}
}

// New makes a home that has not started.
func New(c Config) *Local {
	l := &Local{host: c.Host, clock: &clock{Clock: chrome.Clock{Wall: c.Wall}}, random: c.Random, ready: make(chan struct{}), replanned: make(chan struct{}, 1)}
	l.wire = wire{host: c.Host, random: c.Random, waiting: map[string]chan protocol.Response{}}
	l.fetches = fetches{host: c.Host, open: map[int]*body{}}
	l.models = models{l: l, shelf: shelf{host: c.Host}}
	l.runs = runs.New(runs.Options{
		Journal: journal{c.Host}, Pictures: journal{c.Host}, Ledger: ledger{c.Host}, Caps: l.models.caps, Models: l.models.open,
		Browser: browser{&l.wire}, Clock: l.clock, Random: c.Random, Names: c.Names, Log: log{c.Host},
		Known: (&sites{l: l, names: c.Names}).known,
		Place: func(now time.Time) (string, schedule.Zone) { return zones{l}.atHome(now.UnixMilli()) },
		Plan:  l.plan, Told: func(v runs.View) { l.jobs.Told(v.User, v.Job, v.ID, jobs.Stands(v)) }, Rests: func(user string) bool { return !l.jobs.On(user) },
	})
	l.openJobs()
	home := panel.Home{Runs: func() (*runs.Runs, error) { <-l.ready; return l.runs, nil }, Jobs: func() *jobs.Jobs { return l.jobs }, Other: l.other, Now: l.clock.Now, Done: make(chan struct{})}
	l.panels = panel.New(home, l.clock)
	return l
}

// Start goes on with the runs and the planned tasks of before.
func (l *Local) Start() {
	if err := l.runs.Restore(); err != nil {
		log{l.host}.Error("the runs of before cannot be read", "", err)
	}
	if err := l.jobs.Restore(); err != nil {
		log{l.host}.Error("the planned tasks of before cannot be read", "", err)
	}
	close(l.ready)
	l.stayAwake()
}

// The kinds of what is delivered, beside answers to questions.
const (
	// KindEvent is {"event",...}, and for some a new line and JSON that is handed on.
	KindEvent = 3
	// KindPiece is of a fetch's body; KindEnd is its end, with a text where it broke off. The
	// id is the fetch's.
	KindPiece = 7
	KindEnd   = 8
)

// Deliver takes what the document tells unasked.
func (l *Local) Deliver(kind uint32, id int, data []byte) {
	switch kind {
	case KindPiece:
		l.fetches.piece(id, data)
	case KindEnd:
		l.fetches.end(id, string(data))
	case KindEvent:
		head, line, _ := bytes.Cut(data, []byte{'\n'})
		l.event(head, line)
	}
}

func (l *Local) event(head, line []byte) {
	var name, version, place string
	port, minutes := 0, 0
	for o := chrome.Open(head); o.Next(); {
		switch o.Name {
		case "event":
			name = chrome.Text(o.Value)
		case "version":
			version = chrome.Text(o.Value)
		case "place":
			place = chrome.Text(o.Value)
		case "port":
			port = chrome.Int(o.Value)
		case "minutes":
			minutes = chrome.Int(o.Value)
		}
	}
	switch name {
	case "host":
		l.clock.minutes, l.clock.place, l.version = minutes, place, version
	case "panel":
		l.panels.Take(conn{l.host}, panel.Who{User: user}, port, line)
	case "panel_closed":
		l.panels.Take(conn{l.host}, panel.Who{User: user}, port, nil)
	case "wire":
		l.told(line)
	case "wire_lost":
		l.wire.lost()
		l.panels.Gone(conn{l.host}) // they led through the worker
	}
}

// told takes a message of the worker's.
func (l *Local) told(data []byte) {
	m, err := protocol.Decode(data)
	if err != nil {
		log{l.host}.Error("the worker said what is not understood", "", err)
		return
	}
	switch m := m.(type) {
	case protocol.Response:
		l.wire.answer(m)
	case protocol.EventMessage:
		switch e := m.Event.(type) {
		case protocol.SessionEnded:
			if e.Reason == protocol.EndUserStopped {
				l.runs.Interrupted(user, "", e.TabID)
			}
		case protocol.GlobalStop:
			l.runs.Interrupted(user, "", 0)
		case protocol.PersonActed:
			l.runs.TakenOver(user, "", e.TabID)
		}
	}
}

// conn is the way to the panels.
type conn struct{ host chrome.Host }

// Frame implements [panel.Conn].
func (c conn) Frame(port int, data []byte) bool {
	if data == nil {
		closeCall{Port: port}.Post(c.host)
	} else {
		frameCall{Port: port, Frame: data}.Post(c.host)
	}
	return true
}

// log is the document's console.
type log struct{ host chrome.Host }

// Warn implements [runs.Log].
func (l log) Warn(what, run string, err error) { l.Error(what, run, err) }

// Error implements [runs.Log].
func (l log) Error(what, run string, err error) {
	line := what
	if run != "" {
		line += " (" + run + ")"
	}
	if err != nil {
		line += ": " + err.Error()
	}
	logCall{Line: line}.Post(l.host)
}
