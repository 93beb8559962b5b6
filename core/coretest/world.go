package coretest

import (
	"context"
	"sync"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// World is a dispatcher among fakes: one browser with its storage, in which
// one worker after the other lives.
type World struct {
	Clock    *Clock
	Store    *Store
	Browser  *Browser
	Presence *Presence
	CDP      *CDP
	Files    *Files
	// Debugger and Dispatcher are the present worker's.
	Debugger   *Debugger
	Dispatcher *dispatch.Dispatcher
	// During is given to each worker's [Debugger].
	During func(ctx context.Context, tab int, a protocol.Action) error
	// Emit hears every event of a living worker as the backend's link does: it
	// may neither block nor call back. Optional.
	Emit func(protocol.Event)

	// Hold is given to each worker's dispatcher.
	Hold bool

	life *life

	mu      sync.Mutex
	journal []Entry
	logged  []string
	blocked []session.Rule
}

// Entry is one line of a World's journal: an event for the backend, a command
// that left for a tab, or the death of a worker.
type Entry struct {
	Event   protocol.Event
	Command string
	Tab     int
	// URL is where the tab was when the command left, Blocked whether the
	// blocklist had it then.
	URL     string
	Blocked bool
	Death   bool
}

// NewWorld returns a world without a worker; see Start.
func NewWorld() *World {
	w := &World{Clock: NewClock(), Store: NewStore(), Browser: NewBrowser(), Presence: NewPresence(), CDP: NewCDP(), Files: NewFiles()}
	w.CDP.Watch = func(c Command) {
		url := w.Browser.URL(c.Tab)
		w.note(Entry{Command: c.Method, Tab: c.Tab, URL: url, Blocked: w.isBlocked(url)})
	}
	return w
}

// Start begins a worker's life, after ending the one before.
func (w *World) Start(ctx context.Context) error {
	w.Kill()
	l := &life{w: w}
	w.life = l
	w.Dispatcher, w.Debugger = dispatch.New(dispatch.Config{
		Tabs: lifeTabs{l}, Windows: lifeWindows{l}, Presence: w.Presence, Store: lifeStore{l}, Clock: w.Clock,
		CDP: lifeCDP{l}, Names: Names{}, Files: w.Files, Hold: w.Hold,
		Events: func(e protocol.Event) {
			if !l.dead.Load() {
				w.note(Entry{Event: e})
				if w.Emit != nil {
					w.Emit(e)
				}
			}
		},
		Log: w.log,
	}, func(cdp debugger.CDP) *Debugger {
		d := NewDebugger(cdp, w.Browser)
		d.Clock, d.During = w.Clock, w.During
		return d
	})
	w.Browser.Observe(w.Dispatcher)
	return w.Dispatcher.Start(ctx)
}

// Kill ends the worker as Chrome does: at once, in the middle of anything.
func (w *World) Kill() {
	if w.life == nil {
		return
	}
	w.Browser.Observe(nil)
	w.life.dead.Store(true)
	w.life = nil
	w.note(Entry{Death: true})
}

// DieOpening ends the worker in the middle of its next CreateHidden: the window
// comes to be and nobody hears of it.
func (w *World) DieOpening() {
	if w.life != nil {
		w.life.dieOpening.Store(true)
	}
}

// Block writes the person's blocklist past everybody and reports the change.
func (w *World) Block(entries ...string) {
	text := "["
	var rules []session.Rule
	for i, e := range entries {
		if i > 0 {
			text += ","
		}
		text += `"` + e + `"`
		if r, err := session.ParseRule(Names{}, e); err == nil {
			rules = append(rules, r)
		}
	}
	w.Store.Put(session.Local, session.KeyBlocklist, text+"]")
	w.setBlocked(nil) // while it changes, neither list binds
	if w.life != nil {
		w.Dispatcher.StorageChanged(string(session.Local), session.KeyBlocklist)
	}
	w.setBlocked(rules)
}

func (w *World) setBlocked(rules []session.Rule) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.blocked = rules
}

func (w *World) isBlocked(url string) bool {
	loc, err := session.Locate(url)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.blocked {
		if err == nil && r.Match(loc.Domain()) {
			return true
		}
	}
	return false
}

// Act performs one action.
func (w *World) Act(ctx context.Context, a protocol.Action) (protocol.Result, error) {
	return w.Dispatcher.Act(ctx, a)
}

// Journal returns what has happened so far.
func (w *World) Journal() []Entry {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]Entry(nil), w.journal...)
}

// Events returns the events of the journal.
func (w *World) Events() []protocol.Event {
	var list []protocol.Event
	for _, e := range w.Journal() {
		if e.Event != nil {
			list = append(list, e.Event)
		}
	}
	return list
}

// Logged returns what was written to the log.
func (w *World) Logged() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.logged...)
}

func (w *World) note(e Entry) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.journal = append(w.journal, e)
}

func (w *World) log(line string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.logged = append(w.logged, line)
}
