package debugger

import (
	"context"
	"slices"
	"time"

	"github.com/zapvol/bua/core/internal/tabstate"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
	"github.com/zapvol/bua/core/supervisor"
)

const (
	// attachLimit bounds the attach: a dialog that was open before it blocks
	// every command, Page.enable included, for as long as it is open. Where a slow machine
	// opens eight tabs at once, some take more than five seconds.
	attachLimit = 15 * time.Second
	// wedgedAfter is how long the first command may take before a dialog is
	// suspected.
	wedgedAfter = 700 * time.Millisecond
	// A page can make Chrome detach as often as it likes (a mailto: frame is
	// enough), so an attach after it is not free.
	maxKicks     = 3
	forcedPeriod = time.Minute
)

// noWebdriver makes navigator.webdriver read false where the browser was
// started in a way that makes it read true, in every process of the page. Nothing
// else is hidden. See docs/adr/0081-browsers-that-bua-launches.md.
const noWebdriver = `Object.defineProperty(Navigator.prototype,"webdriver",{get:()=>false,enumerable:true,configurable:true})`

// Attach makes the tab ready for actions. It costs nothing when the tab is
// attached already; after a worker restart it re-enables what it needs, which
// does no harm when the browser kept it enabled.
func (d *Debugger) Attach(ctx context.Context, tabID int) error {
	d.mu.Lock()
	t := d.tab(tabID)
	d.mu.Unlock()
	err := d.attach(ctx, t)
	if c, ok := err.(cause); ok {
		return c.reason(false)
	}
	if err != nil {
		return translate(err, protocol.CodeDebuggerAttachFailed)
	}
	return nil
}

func (d *Debugger) attach(ctx context.Context, t *tab) error {
	d.mu.Lock()
	if t.Attached {
		d.mu.Unlock()
		return nil
	}
	if d.detachedTooOften(t) {
		d.mu.Unlock()
		return protocol.NewError(protocol.CodeDebuggerAttachFailed, "the page keeps making Chrome detach the debugger; wait a minute or use another page")
	}
	ask := d.webdriver == 0
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	t.attaching = cancel
	d.mu.Unlock()

	defer func() {
		d.mu.Lock()
		t.attaching = nil
		d.mu.Unlock()
		cancel(nil)
	}()
	stop := d.clock.AfterFunc(attachLimit, func() {
		cancel(protocol.NewError(protocol.CodeDebuggerAttachFailed, "the tab did not answer; a dialog may be open in it or its page is busy: ask the person to look at the tab, or use another"))
	})
	defer stop()
	if err := d.enable(ctx, t, ask); err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err == causeCrashed {
			d.prepare(outer, t)
			return nil
		}
		return err
	}
	return nil
}

// prepare makes a tab ready that has no page, because that crashed while nobody
// was attached or the browser has put it away: what asks the page is answered
// by the next one, which only a navigation brings.
func (d *Debugger) prepare(ctx context.Context, t *tab) {
	to := Target{Tab: t.id}
	d.start(ctx, to, "Emulation.setFocusEmulationEnabled", new(scan.Object).Bool("enabled", true).JSON())
	d.start(ctx, to, "Target.setAutoAttach", autoAttach(false))
	d.addScripts(ctx, to)
	d.mu.Lock()
	t.Attached, t.detachUntold, t.unloaded = true, false, true
	t.wake()
	d.mu.Unlock()
}

// addScripts has scripts run first in every document of the tab, or of a child.
func (d *Debugger) addScripts(ctx context.Context, to Target) {
	d.start(ctx, to, "Page.addScriptToEvaluateOnNewDocument", onNewDocument(supervisor.PrintShim))
	if d.relay != nil {
		d.relay.install(ctx, to)
	}
	d.tellAddresses(ctx, to)
	d.mu.Lock()
	shim := d.webdriver == 2
	d.mu.Unlock()
	if shim {
		d.start(ctx, to, "Page.addScriptToEvaluateOnNewDocument", onNewDocument(noWebdriver))
	}
}

// enable runs the commands of an attach. Page.enable completes before any
// other command: a dialog that opens before it wedges the tab for good.
func (d *Debugger) enable(ctx context.Context, t *tab, ask bool) error {
	to := Target{Tab: t.id}
	if err := d.cdp.Attach(ctx, t.id); err != nil {
		return translate(err, protocol.CodeDebuggerAttachFailed)
	}
	// A dialog of an earlier life of the worker blocks even this; it can be
	// closed, for the browser still knows that we were told of it. And that a page
	// crashed in such a life is told again to whoever asks. A request of that life
	// may wait for us.
	wedged := d.clock.AfterFunc(wedgedAfter, func() {
		d.holdBack(ctx, to, false)
		d.start(ctx, to, "Inspector.enable", nil)
		_ = d.answer(ctx, t.id, supervisor.Reply{})
	})
	_, err := d.cdp.Send(ctx, to, "Page.enable", nil)
	wedged()
	if err != nil {
		return translate(err, protocol.CodeDebuggerAttachFailed)
	}
	// One of a frame in another process does not block that, and nobody tells
	// of it again either.
	d.mu.Lock()
	unknown, doc := t.Dialogs.Open() == nil, t.Main.Doc
	d.mu.Unlock()
	if unknown {
		d.start(ctx, to, "Page.handleJavaScriptDialog", new(scan.Object).Bool("accept", false).JSON())
	}
	// Without focus emulation the first mouse event in a hidden tab takes
	// five seconds and a screenshot never comes.
	focus := d.start(ctx, to, "Emulation.setFocusEmulationEnabled", new(scan.Object).Bool("enabled", true).JSON())
	// Sessions of frames that an earlier worker had are not announced again
	// until they are closed.
	d.start(ctx, to, "Target.setAutoAttach", noAutoAttach())
	children := d.start(ctx, to, "Target.setAutoAttach", autoAttach(false))
	var webdriver func() ([]byte, error)
	if ask {
		webdriver = d.start(ctx, to, "Runtime.evaluate", new(scan.Object).Str("expression", "navigator.webdriver").Bool("returnByValue", true).JSON())
	}
	tree, err := d.start(ctx, to, "Page.getFrameTree", nil)()
	if err != nil {
		return translate(err, protocol.CodeDebuggerAttachFailed)
	}
	if _, err = focus(); err != nil {
		return translate(err, protocol.CodeDebuggerAttachFailed)
	}
	_, _ = children() // frames in other processes are then left out
	if ask {
		if out, err := webdriver(); err == nil {
			d.mu.Lock()
			if d.webdriver = 1; scan.True(scan.Path(out, "result", "value")) {
				d.webdriver = 2
			}
			d.mu.Unlock()
		}
	}
	d.addScripts(ctx, to)
	d.mu.Lock()
	if doc == t.Main.Doc { // else news that is newer has come
		t.Adopt(scan.Path(tree, "frameTree", "frame"), d.clock.Now())
		t.AdoptTree(scan.Path(tree, "frameTree"))
	}
	t.Attached, t.detachUntold, t.Crashed, t.unloaded = true, false, false, false
	if t.Nav == (tabstate.Navigation{}) {
		t.Nav = tabstate.Navigation{Ready: true, Loaded: true}
	}
	t.wake()
	d.mu.Unlock()
	return nil
}

// onNewDocument are the parameters that run a script first in every document,
// and in those that are there.
func onNewDocument(source string) []byte {
	return new(scan.Object).Str("source", source).Bool("runImmediately", true).JSON()
}

// detachedTooOften reports whether Chrome detached too often lately. d.mu is held.
func (d *Debugger) detachedTooOften(t *tab) bool {
	since := d.clock.Now().Add(-forcedPeriod)
	t.forcedDetaches = slices.DeleteFunc(t.forcedDetaches, func(at time.Time) bool { return !at.After(since) })
	return len(t.forcedDetaches) > maxKicks
}

// start is run.start for commands outside an action.
func (d *Debugger) start(ctx context.Context, to Target, method string, params []byte) (wait func() ([]byte, error)) {
	answer := d.cdp.Start(to, method, params)
	return func() ([]byte, error) { return answer(ctx) }
}

// Detach lets the tab go; an action in flight there ends. Idempotent.
func (d *Debugger) Detach(ctx context.Context, tabID int) error {
	d.mu.Lock()
	var r *run
	under := false
	if t := d.tabs[tabID]; t != nil {
		r = t.run
		under = t.Requests.UnderWay() || r != nil && r.Asks && t.Dialogs.Open() == nil && len(t.HeldDialogs) == 0
		d.reset(t)
		t.Dialogs.SetPolicy("") // the session's, which is over
	}
	d.mu.Unlock()
	if under {
		d.start(ctx, Target{Tab: tabID}, "Page.stopLoading", nil)
	}
	if r != nil {
		r.cancel(causeStopped)
	}
	return d.cdp.Detach(ctx, tabID)
}
