package direct

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
	"github.com/zapvol/bua/core/supervisor"
)

// Options says what a Host works with.
type Options struct {
	// Engine returns the page engine's source.
	Engine func() string
	// PDF returns the source of what reads a PDF.
	PDF func() string
	// File keeps the audit log; "" forgets it at the end.
	File string
	// Blocklist is the operator's file of rules, "" for none.
	Blocklist string
	// Profile is the operator's, "" for the default one.
	Profile session.Profile
	// Grants is their file of what is granted in the strict profile, "" for none:
	// one origin a line, see [session.ParseGrant].
	Grants string
	// Categories are the kinds of sites that they block.
	Categories []string
	// Dialogs is what holds for pages' dialogs where the agent has not said.
	Dialogs supervisor.Rules
	// ControlEndpoints are further addresses that no agent may go to, because bua is driven
	// from there.
	ControlEndpoints []string
	// RefusePrivate keeps the agent out of private networks.
	RefusePrivate bool
	// Bridge says when pages' dialogs go over the bridge; "" is BridgeOff.
	Bridge Bridge
	// Events receives every event of the core, in order. It must neither block
	// nor call the Host. Optional.
	Events func(protocol.Event)
	// Log gets what happens, without page content and without addresses beyond
	// scheme and host.
	Log *slog.Logger
}

// Bridge says when the dialogs of pages are answered through requests that the
// browser holds back, because something between bua and the browser closes the
// native ones by itself.
type Bridge string

// When the bridge is used.
const (
	BridgeOff Bridge = "off"
	BridgeOn  Bridge = "on"
	// BridgeAuto is from the first dialog on that was closed at once.
	BridgeAuto Bridge = "auto"
)

// Host is core on the DevTools socket of one browser at a time. Make one with
// New, say with Point where the browser is, end it with Close.
type Host struct {
	o     Options
	local *local
	rules *policy
	http  *http.Client
	pause func(context.Context, time.Duration) // waits between two tries; tests have their own
	last  atomic.Int64                         // the last tab number given
	done  chan struct{}                        // closed when the loop has ended; nil before Point

	ctx  context.Context
	stop context.CancelFunc

	mu       sync.Mutex
	endpoint Endpoint
	moved    chan struct{} // closed and replaced by Point; owned by mu
	back     chan struct{} // closed and replaced at each connection; owned by mu
	life     *life         // nil before the first connection; owned by mu
	state    State         // owned by mu
	told     string        // the reason that was logged last; owned by mu
	closed   bool          // owned by mu
	flights  int           // requests in execution; owned by mu
}

// State is how the connection stands.
type State struct {
	Connected bool
	// Endpoint is scheme and host of where the browser is looked for.
	Endpoint string
	// Browser is its name and version, as of the last connection.
	Browser string
	// Since is when Connected changed last, zero before the first connection.
	Since time.Time
	// Reason is why there is no connection.
	Reason string
}

// New opens the files. Errors name the flag or file that is wrong.
func New(o Options) (*Host, error) {
	if o.Events == nil {
		o.Events = func(protocol.Event) {}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	h := &Host{o: o, http: client(), pause: pause, moved: make(chan struct{}), back: make(chan struct{})}
	// Numbers begin somewhere: one that an agent remembers from an earlier bua
	// should not name a tab of this one.
	h.last.Store(100_000 + rand.Int64N(800_000))
	var err error
	if h.local, err = openLocal(o.File); err != nil {
		return nil, err
	}
	if h.rules, err = openPolicy(&o); err != nil {
		return nil, err
	}
	h.state.Reason = "bua has not tried yet"
	h.ctx, h.stop = context.WithCancel(context.Background())
	return h, nil
}

// Point says where the browser is and begins to connect; a connection to
// another place ends. It returns at once.
func (h *Host) Point(e Endpoint) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	h.endpoint = e
	h.state.Endpoint = e.String()
	if h.state.Connected { // with a browser that is no longer meant
		h.state.Connected, h.state.Since, h.state.Reason = false, time.Now(), "bua looks for it elsewhere now"
	}
	close(h.moved)
	h.moved = make(chan struct{})
	if h.done == nil {
		h.done = make(chan struct{})
		go h.loop()
		go h.watch()
	}
}

// grace is how long an action waits for a connection that was there a moment
// ago: the first try comes after half a second.
const grace = 3 * time.Second

// Do runs one action. Every error is a [protocol.Error].
func (h *Host) Do(ctx context.Context, a protocol.Action) (protocol.Result, error) {
	l, err := h.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		h.mu.Lock()
		h.flights--
		h.mu.Unlock()
	}()
	h.reread(l)
	return l.gate.Act(ctx, a)
}

// enter returns the core to run an action on, and counts the action.
func (h *Host) enter(ctx context.Context) (*life, error) {
	late := time.NewTimer(grace)
	defer late.Stop()
	for over := false; ; {
		h.mu.Lock()
		if h.closed {
			h.mu.Unlock()
			return nil, absent("bua is ending")
		}
		if h.life != nil && h.state.Connected {
			defer h.mu.Unlock()
			h.flights++
			return h.life, nil
		}
		back, reason, lately := h.back, h.state.Reason, !h.state.Since.IsZero() && time.Since(h.state.Since) < grace
		h.mu.Unlock()
		if over || !lately {
			return nil, absent(reason)
		}
		select {
		case <-back:
		case <-late.C:
			over = true
		case <-ctx.Done():
			return nil, absent(reason)
		}
	}
}

// absent is the answer while there is no connection.
func absent(reason string) error {
	return protocol.NewError(protocol.CodeInternal, "bua is not connected to Chrome ("+reason+") and nothing was done: it tries on by itself; ask the person to look whether that Chrome runs with its DevTools open").NotDone()
}

// Absent says, for the agent, why there is no connection.
func (h *Host) Absent() error { return absent(h.State().Reason) }

// State returns how the connection stands.
func (h *Host) State() State {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.state
}

// InFlight counts the requests in execution.
func (h *Host) InFlight() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.flights
}

// Sessions returns the active sessions.
func (h *Host) Sessions() []session.Session {
	if g := h.gate(); g != nil {
		return g.Sessions()
	}
	return nil
}

// Stop ends the session of a tab because the person said so, and reports
// whether there was one.
func (h *Host) Stop(tab int) bool {
	g := h.gate()
	return g != nil && g.Stop(tab)
}

// StopAll ends every session because the person said so, and returns how many
// there were.
func (h *Host) StopAll() int {
	if g := h.gate(); g != nil {
		return g.StopAll()
	}
	return 0
}

func (h *Host) gate() *dispatch.Dispatcher {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.life == nil {
		return nil
	}
	return h.life.gate
}

// watchEvery is how often the operator's files are looked at between actions.
const watchEvery = time.Second

// watch puts a changed file in force while no action asks for it.
func (h *Host) watch() {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-h.ctx.Done():
			return
		}
		h.mu.Lock()
		l, ending := h.life, h.closed
		h.mu.Unlock()
		if l != nil && !ending {
			h.reread(l)
		}
	}
}

func (h *Host) reread(l *life) {
	for _, key := range h.rules.changed() {
		l.gate.StorageChanged(string(session.Managed), key)
	}
}

// Close ends every session, closes the agent's own tabs and disconnects. ctx
// bounds how long that may take. Idempotent.
func (h *Host) Close(ctx context.Context) {
	h.mu.Lock()
	l, done, again := h.life, h.done, h.closed
	h.closed = true
	h.mu.Unlock()
	if again {
		return
	}
	if l != nil {
		l.stopAll(ctx)
	}
	h.stop()
	if done != nil {
		<-done
	}
}
