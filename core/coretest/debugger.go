package coretest

import (
	"context"
	"sync"
	"time"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/internal/sink"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/supervisor"
)

// Debugger is [dispatch.Debugger]: the shape of each action's conversation
// without its content. It sends over CDP, asks the guard where the real one
// does, and moves the tabs of Browser.
type Debugger struct {
	CDP     debugger.CDP
	Browser *Browser
	// Clock is how long a help waits.
	Clock debugger.Clock
	// During is called in the middle of an action, after its first command and
	// before its input. Optional; an error ends the action with it.
	During func(ctx context.Context, tab int, a protocol.Action) error
	// Makers are the addresses of those who made the pages of tabs that have none
	// of their own, [Untold] where that cannot be told. Set before anything happens.
	Makers map[int]string

	mu       sync.Mutex
	attached map[int]bool
	running  map[int]int
	overlap  bool
	forgot   []int
	rules    supervisor.Rules
	detached []int
	// Walls are the obstacles that extract finds, by address. Optional.
	Walls map[string]*protocol.Obstacle
	// Tools are what every page offers.
	Tools []protocol.OfferedTool
	// Sink is what a press does that cannot be taken back, nil for nothing.
	Sink *sink.Act
	// Waits is the dialog that waits in every tab, nil for none; Closed says how
	// it was answered.
	Waits  *protocol.OpenDialog
	Closed []supervisor.Reply
	// Awaited is the tab whose page is about to open another, 0 for none.
	Awaited int
	// Listener is the dispatcher, to be told what happens.
	Listener debugger.Listener
}

// Untold is the maker of a page of which nobody can tell who made it.
const Untold = "?"

// askOwner is the one command that may leave for a tab without a session: it asks a
// blank page whose it is.
const askOwner = "Page.createIsolatedWorld"

// Listen takes the dispatcher as Listener.
func (d *Debugger) Listen(l debugger.Listener) { d.Listener = l }

// Awaits implements [dispatch.RequestHolder] by what Awaited says.
func (d *Debugger) Awaits(tab int) bool { return tab != 0 && tab == d.Awaited }

// Opened is not needed here.
func (d *Debugger) Opened(int) {}

// Opens judges by the blocklist whatever it is asked about.
func (d *Debugger) Opens(_ int, url string, _ bool, answer func(error)) bool {
	var err error
	if d.Listener.Refuses(url) {
		err = protocol.NewError(protocol.CodeDomainBlocked, "the page opened a refused address")
	}
	answer(err)
	return true
}

// Release is not needed here: nothing is held back.
func (d *Debugger) Release(int) {}

// Dialog implements [dispatch.DialogHolder].
func (d *Debugger) Dialog(int) (*protocol.OpenDialog, string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.Waits, "https://frame.example/"
}

// CloseDialog implements [dispatch.DialogHolder].
func (d *Debugger) CloseDialog(_ context.Context, tab int, by protocol.ClosedBy, reply supervisor.Reply) (bool, error) {
	d.mu.Lock()
	due := d.Waits != nil && d.Waits.ID == reply.ID && by == protocol.ClosedByPerson
	if due {
		d.Waits = nil
		d.Closed = append(d.Closed, reply)
	}
	d.mu.Unlock()
	d.Listener.DialogChanged(tab)
	return due, nil
}

// DialogRules implements [dispatch.DialogHolder].
func (d *Debugger) DialogRules(r supervisor.Rules) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.rules = r
}

// Rules are the last that the dispatcher gave.
func (d *Debugger) Rules() supervisor.Rules {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.rules
}

// NewDebugger returns a Debugger over a browser.
func NewDebugger(cdp debugger.CDP, b *Browser) *Debugger {
	return &Debugger{CDP: cdp, Browser: b, attached: map[int]bool{}, running: map[int]int{}}
}

// Run performs one action.
func (d *Debugger) Run(ctx context.Context, tab, base int, a protocol.Action, g debugger.Guard) (protocol.Result, int, error) {
	d.enter(tab, 1)
	defer d.enter(tab, -1)
	if err := d.attach(ctx, tab); err != nil {
		return nil, base, err
	}
	to := debugger.Target{Tab: tab}
	if nav, ok := a.(protocol.Navigate); ok {
		if err := g.Touch(nav.URL); err != nil {
			return nil, base, err
		}
		if _, err := d.CDP.Send(ctx, to, "Page.navigate", nil); err != nil {
			return nil, base, err
		}
		if d.During != nil {
			if err := d.During(ctx, tab, a); err != nil {
				return nil, base, err
			}
		}
		if !d.Browser.Load(tab, nav.URL) {
			return nil, base, protocol.NewError(protocol.CodeInternal, "the page cannot be reached")
		}
		if err := g.Allow(d.Browser.URL(tab)); err != nil {
			return nil, base, err
		}
		return protocol.OK{OK: true}, base, ctx.Err()
	}
	if _, ok := a.(protocol.CloseTab); ok {
		if _, err := d.CDP.Send(ctx, to, "Page.close", nil); err != nil {
			return nil, base, err
		}
		return nil, base, d.Browser.Close(ctx, tab)
	}
	if h, ok := a.(protocol.Help); ok {
		return d.help(ctx, tab, base, h, g)
	}
	if _, err := d.CDP.Send(ctx, to, "Runtime.evaluate", nil); err != nil {
		return nil, base, err
	}
	if d.During != nil {
		if err := d.During(ctx, tab, a); err != nil {
			return nil, base, err
		}
	}
	if err := g.Touch(d.Browser.URL(tab)); err != nil {
		return nil, base, err
	}
	var res protocol.Result = protocol.OK{OK: true}
	next := base
	switch a := a.(type) {
	case *debugger.DownloadRead:
		res = protocol.DownloadsResult{Data: a.Path, Offset: a.Offset, Size: a.Size, EOF: true}
	case protocol.Extract:
		url := d.Browser.URL(tab)
		res, next = protocol.ExtractResult{Text: "Text of " + url, URL: url, Obstacle: d.Walls[url], Tools: d.Tools}, base+1
	default:
		if a.Kind().Can() == protocol.CanRead { // it presses nothing
			break
		}
		if d.Sink != nil && g.Asks() {
			if err := g.Sink(d.Browser.URL(tab), *d.Sink); err != nil {
				return nil, next, err
			}
		}
		if _, err := d.CDP.Send(ctx, to, "Input.dispatchMouseEvent", nil); err != nil {
			return nil, next, err
		}
	}
	if err := g.Allow(d.Browser.URL(tab)); err != nil {
		return nil, next, err
	}
	return res, next, ctx.Err()
}

// help waits for the person, without a marker.
func (d *Debugger) help(ctx context.Context, tab, base int, a protocol.Help, g debugger.Guard) (protocol.Result, int, error) {
	out := make(chan protocol.Outcome, 2)
	stop := d.Clock.AfterFunc(time.Duration(a.Limit())*time.Millisecond, func() { out <- protocol.OutcomeTimedOut })
	defer stop()
	g.Wait(func(o protocol.Outcome) { out <- o })
	select {
	case o := <-out:
		return protocol.HelpResult{OK: true, Outcome: o}, base, g.Allow(d.Browser.URL(tab))
	case <-ctx.Done():
		return nil, base, ctx.Err()
	}
}

// Whose attaches and asks about the page by what Makers says.
func (d *Debugger) Whose(ctx context.Context, tab int, g debugger.Guard) error {
	d.enter(tab, 1)
	defer d.enter(tab, -1)
	if err := d.attach(ctx, tab); err != nil {
		return err
	}
	if !blank(d.Browser.URL(tab)) { // it has gone somewhere meanwhile
		return g.Allow(d.Browser.URL(tab))
	}
	if _, err := d.CDP.Send(ctx, debugger.Target{Tab: tab}, askOwner, nil); err != nil {
		return err
	}
	if d.During != nil {
		if err := d.During(ctx, tab, protocol.ClaimTab{TabID: tab}); err != nil {
			return err
		}
	}
	if d.Makers[tab] == Untold {
		return protocol.NewError(protocol.CodeDomainBlocked, "nobody can tell whose the page is")
	}
	return g.Allow(d.URL(tab))
}

func (d *Debugger) enter(tab, n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.running[tab] += n
	d.overlap = d.overlap || d.running[tab] > 1
}

func (d *Debugger) attach(ctx context.Context, tab int) error {
	d.mu.Lock()
	done := d.attached[tab]
	d.mu.Unlock()
	if done {
		return nil
	}
	url := d.Browser.URL(tab)
	if url == "" {
		return noTab()
	}
	if internal(url) {
		return protocol.NewError(protocol.CodeDebuggerAttachFailed, "a page of the browser")
	}
	if err := d.CDP.Attach(ctx, tab); err != nil {
		return err
	}
	d.mu.Lock()
	d.attached[tab] = true
	d.mu.Unlock()
	return nil
}

// Detach lets a tab go.
func (d *Debugger) Detach(ctx context.Context, tab int) error {
	d.mu.Lock()
	delete(d.attached, tab)
	d.detached = append(d.detached, tab)
	d.mu.Unlock()
	return d.CDP.Detach(ctx, tab)
}

// Creator implements dispatch.Debugger by what Makers says.
func (d *Debugger) Creator(tab int) string {
	if maker := d.Makers[tab]; maker != Untold {
		return maker
	}
	return ""
}

// Detached takes note.
func (d *Debugger) Detached(tab int, reason string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.attached, tab)
}

// Forget takes note.
func (d *Debugger) Forget(tab int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.attached, tab)
	d.forgot = append(d.forgot, tab)
}

// URL returns where an attached tab is, of a blank page its maker's address.
func (d *Debugger) URL(tab int) string {
	d.mu.Lock()
	known := d.attached[tab]
	d.mu.Unlock()
	if !known {
		return ""
	}
	url := d.Browser.URL(tab)
	if maker := d.Creator(tab); maker != "" && blank(url) {
		return maker
	}
	return url
}

// Overlapped reports whether two actions ever ran in one tab at a time.
func (d *Debugger) Overlapped() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.overlap
}

// Held reports whether the debugger holds a tab.
func (d *Debugger) Held(tab int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.attached[tab]
}
