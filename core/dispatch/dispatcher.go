package dispatch

import (
	"context"
	"sync"
	"time"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/downloads"
	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// Config is what a Dispatcher is made of. Every field is required unless it
// says otherwise.
type Config struct {
	Tabs     Tabs
	Windows  Windows
	Presence Presence
	Store    session.Store
	Clock    debugger.Clock
	// CDP is the browser's own; only what passes the command gate gets there.
	CDP debugger.CDP
	// Names spells hosts of other scripts; without it they are refused. Optional.
	Names session.IDNA
	// Files knows the browser's downloads; without it there is no such action.
	// Optional.
	Files Files
	// RequestFilters keep the agent's tabs from what the policy refuses; without them
	// only documents are kept from it, while the agent acts. Optional.
	RequestFilters RequestFilters
	// Resolve looks up the addresses of a host; none when that is not known. Nil
	// where the host cannot. Optional.
	Resolve func(ctx context.Context, host string) (addresses []string)
	// Hold keeps the agent out of where the person stopped it, for a while: only
	// where there is a screen on which they let it back in.
	Hold bool
	// Events receives every event for the backend, in order. It must neither
	// block nor call the Dispatcher. Optional.
	Events func(protocol.Event)
	// Unasked says where nobody can answer a question how something is granted;
	// "" where the person can. Optional.
	Unasked string
	// Log receives a line for the developer's console; no page content. Optional.
	Log func(string)
}

// Dispatcher takes requests to answers. Make one with [New], then call Start.
type Dispatcher struct {
	tabs     Tabs
	windows  Windows
	presence Presence
	store    session.Store
	clock    debugger.Clock
	debugger Debugger
	names    session.IDNA
	gate     *commandGate
	files    Files
	lookUp   func(ctx context.Context, host string) []string
	filter   *requestFilter // nil where there is no need
	events   func(protocol.Event)
	log      func(string)
	unasked  string

	writer *session.Writer
	policy *session.Policy
	// consents is what the person has allowed, where they want to be asked.
	consents *session.Consent
	// lockouts is where the person has stopped it; nil where a stop keeps out nobody.
	lockouts *session.Lockouts
	// helpRequests is what the agent asks the person to do.
	helpRequests *session.HelpRequests
	registry     *session.Registry
	lanes        *lanes
	window       *window
	uids         *uidNumbers
	ring         downloads.Ring

	// opening has room for the tabs that may be on their way at once.
	opening chan struct{}

	ready chan struct{} // closed when Start is done
	once  sync.Once

	jobs jobs // the clean-ups under way; see Settle

	// dialogMu is held from a look at a tab's dialog until it is kept.
	dialogMu lock.Mutex

	mu    lock.Mutex
	last  string    // the presence last seen, "" before; owned by mu
	asked time.Time // when it was asked for, not told; owned by mu
}

// New puts a browser's core together: the Dispatcher, which answers nothing
// before Start, and the debugger that acts for it, which it is the listener of.
// build makes the debugger on the CDP that it is given: that of the config,
// behind the dispatcher's command gate. The host gives the debugger its CDP events, and
// everything else to the Dispatcher.
func New[D Debugger](c Config, build func(cdp debugger.CDP) D) (*Dispatcher, D) {
	v := newCommandGate(c.CDP)
	by := build(v)
	return newDispatcher(&c, v, by), by
}

func newDispatcher(c *Config, v *commandGate, by Debugger) *Dispatcher {
	d := &Dispatcher{
		tabs: c.Tabs, windows: c.Windows, presence: c.Presence, store: c.Store, clock: c.Clock,
		debugger: by, names: c.Names, gate: v, files: c.Files, lookUp: c.Resolve, events: c.Events, log: c.Log, unasked: c.Unasked,
		lanes: newLanes(), opening: make(chan struct{}, maxOpening), ready: make(chan struct{}),
	}
	if d.events == nil {
		d.events = func(protocol.Event) {}
	}
	if d.log == nil {
		d.log = func(string) {}
	}
	d.writer = session.NewWriter(c.Store)
	d.policy = session.NewPolicy(d.writer, c.Names)
	d.consents = session.NewConsent(d.writer, c.Clock)
	if c.Hold {
		d.lockouts = session.NewLockouts(d.writer, c.Clock)
	}
	d.helpRequests = session.NewHelpRequests(d.writer, c.Clock)
	d.registry = session.NewRegistry(d.writer, c.Clock, d.log)
	d.window = newWindow(d)
	d.uids = newUIDNumbers(d.writer)
	d.registry.Listen(d.sessionChanged)
	if c.RequestFilters != nil {
		d.filter = newRequestFilter(d, c.RequestFilters)
	}
	d.debugger.Listen(listener{d})
	return d
}

// Do answers one request. It blocks until the action has been done, refused or
// given up, and never answers with both or neither of result and error.
func (d *Dispatcher) Do(ctx context.Context, req protocol.Request) protocol.Response {
	res, err := d.Act(protocol.WithCaller(ctx, protocol.Caller{Agent: req.Agent, May: req.May}), req.Action)
	if err != nil {
		return protocol.Response{ID: req.ID, Error: protocol.AsError(err)}
	}
	return protocol.Response{ID: req.ID, Result: protocol.AppendResult(nil, res)}
}

// Act is Do without the envelope. The action was checked where it came in: as it was
// decoded, or by whoever has built it. Every error is a [protocol.Error].
func (d *Dispatcher) Act(ctx context.Context, a protocol.Action) (protocol.Result, error) {
	select {
	case <-d.ready:
	case <-ctx.Done():
		return nil, errGivenUp
	}
	if err := d.gate.awaitPolicy(ctx); err != nil {
		return nil, err
	}
	if d.policy.Broken() != nil { // storage may have come back
		if err := d.policy.Load(ctx); err != nil {
			return nil, err
		}
	}
	if err := d.policy.May(a.Kind()); err != nil {
		return nil, err
	}
	if err := readsOnly(ctx, a); err != nil {
		return nil, err
	}
	switch a := a.(type) {
	case protocol.GetTabs:
		return d.getTabs(ctx)
	case protocol.OpenTab:
		a.URL = session.ToASCII(d.names, a.URL)
		return d.openTab(ctx, a)
	case protocol.Navigate:
		a.URL = session.ToASCII(d.names, a.URL)
		return d.inTab(ctx, a)
	case protocol.CloseTab:
		return d.closeTab(ctx, a)
	case protocol.ClaimTab:
		return d.claim(ctx, a)
	case protocol.ReleaseTab:
		return d.release(ctx, a)
	case protocol.Downloads:
		return d.download(ctx, &a)
	}
	return d.inTab(ctx, a)
}

// Sessions returns the active sessions, the one of the latest action first.
func (d *Dispatcher) Sessions() []session.Session { return d.registry.List() }

// Owns reports whether a tab is the agent's own, in its own window.
func (d *Dispatcher) Owns(tab int) bool { return d.window.owns(tab) }

// Window returns the id of the agent's window, 0 when there is none.
func (d *Dispatcher) Window() int {
	d.window.mu.Lock()
	defer d.window.mu.Unlock()
	return d.window.id
}

// Broken returns why nothing is allowed, nil when the blocklist is good.
func (d *Dispatcher) Broken() error { return d.policy.Broken() }

// Refuses reports whether no agent may be at an address, whatever the person has been
// asked there.
func (d *Dispatcher) Refuses(url string) bool { return d.Check(url) != nil }

// Check is Refuses with the reason.
func (d *Dispatcher) Check(url string) error {
	_, err := d.policy.Check(url)
	return err
}

// ClearHistory empties the audit log, leaving one row that says so.
func (d *Dispatcher) ClearHistory() { d.registry.ClearHistory() }

// Waiting returns how many actions run or wait in a tab.
func (d *Dispatcher) Waiting(tab int) int {
	d.lanes.mu.Lock()
	defer d.lanes.mu.Unlock()
	return len(d.lanes.tab[tab])
}

// Base returns the first free uid number of a tab.
func (d *Dispatcher) Base(tab int) int { return d.uids.base(tab) }

// Settle blocks until every clean-up that has begun is done and every write
// that has been asked for is tried, or until ctx ends.
func (d *Dispatcher) Settle(ctx context.Context) {
	d.jobs.wait(ctx)
	d.writer.Flush(ctx)
}
