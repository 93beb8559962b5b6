package dispatch

import (
	"context"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/protocol"
)

// commandGate stands between the debugger and the browser: a command passes only
// while its tab has a session or its blank page is being asked whose it is, and
// none passes while the blocklist is being read again. So a stop, a lock or a block
// holds from the moment that it is reported, whatever an action in flight is about
// to send. Letting go of a tab, ending a script and stopping a load always pass.
//
// It is the [debugger.CDP] of the debugger that [New] puts together with it.
type commandGate struct {
	inner debugger.CDP

	mu    lock.Mutex
	open  map[int]bool  // tabs with a session; owned by mu
	looks map[int]bool  // tabs whose blank page is being asked; owned by mu
	holds int           // reloads of the blocklist under way; owned by mu
	clear chan struct{} // closed while holds is 0; owned by mu
}

var (
	errShut = protocol.NewError(protocol.CodeSessionNotFound, "the session on this tab has ended: call get_tabs before going on.")
	errHeld = protocol.NewError(protocol.CodeInternal, "the blocklist is being read again, so nothing was done: try again in a moment.").NotDone()
)

// newCommandGate returns a command gate over the browser's CDP; every tab is shut.
func newCommandGate(inner debugger.CDP) *commandGate {
	v := &commandGate{inner: inner, open: map[int]bool{}, looks: map[int]bool{}, clear: make(chan struct{})}
	close(v.clear)
	return v
}

// Attach attaches to a tab that has a session. Error: session_not_found, and
// those of the adapter.
func (v *commandGate) Attach(ctx context.Context, tab int) error {
	if err := v.admit(ctx, tab, ""); err != nil {
		return err
	}
	return v.inner.Attach(ctx, tab)
}

// Detach always passes.
func (v *commandGate) Detach(ctx context.Context, tab int) error { return v.inner.Detach(ctx, tab) }

// Send sends a command to a tab that has a session, after a reload of the
// blocklist if one is under way. Error: session_not_found, and those of the
// adapter.
func (v *commandGate) Send(ctx context.Context, to debugger.Target, method string, params []byte) ([]byte, error) {
	for {
		if err := v.admit(ctx, to.Tab, method); err != nil {
			return nil, err
		}
		wait, ok := v.start(to, method, params)
		if ok {
			return wait(ctx)
		}
	}
}

// Start is Send without waiting. It may not block, so it refuses during a
// reload of the blocklist.
func (v *commandGate) Start(to debugger.Target, method string, params []byte) func(context.Context) ([]byte, error) {
	wait, ok := v.start(to, method, params)
	if !ok {
		return func(context.Context) ([]byte, error) { return nil, errHeld }
	}
	return wait
}

// start answers false during a reload of the blocklist. It checks and hands
// over under one lock, so that not one command leaves after a tab is shut.
func (v *commandGate) start(to debugger.Target, method string, params []byte) (func(context.Context) ([]byte, error), bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	open := v.open[to.Tab] || v.looks[to.Tab]
	if open && v.holds > 0 {
		return nil, false
	}
	if err := verdict(open, method); err != nil {
		return func(context.Context) ([]byte, error) { return nil, err }, true
	}
	return v.inner.Start(to, method, params), true
}

func (v *commandGate) admit(ctx context.Context, tab int, method string) error {
	for {
		v.mu.Lock()
		open, held := v.open[tab] || v.looks[tab], v.holds > 0
		v.mu.Unlock()
		if !open || !held {
			return verdict(open, method)
		}
		if err := v.awaitPolicy(ctx); err != nil {
			return err
		}
	}
}

// awaitPolicy waits until the blocklist in force is the one in storage.
func (v *commandGate) awaitPolicy(ctx context.Context) error {
	v.mu.Lock()
	clear := v.clear
	v.mu.Unlock()
	select {
	case <-clear:
		return nil
	case <-ctx.Done():
		return errHeld
	}
}

func verdict(open bool, method string) error {
	if open || method == "Runtime.terminateExecution" || method == "Page.stopLoading" {
		return nil
	}
	return errShut
}

// setOpen opens or shuts a tab.
func (v *commandGate) setOpen(tab int, open bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if open {
		v.open[tab] = true
	} else {
		delete(v.open, tab)
	}
}

// beginLook opens a tab without a session, to ask whose its blank page is, until the
// returned function is called or all looks are ended.
func (v *commandGate) beginLook(tab int) (end func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.looks[tab] = true
	return func() { v.endLook(tab) }
}

// endLook shuts a tab that is open for a look.
func (v *commandGate) endLook(tab int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.looks, tab)
}

// endLooks shuts all tabs that are open for a look.
func (v *commandGate) endLooks() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.looks = map[int]bool{}
}

// pause stops every command until the returned function is called.
func (v *commandGate) pause() (release func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.holds++; v.holds == 1 {
		v.clear = make(chan struct{})
	}
	return func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		if v.holds--; v.holds == 0 {
			close(v.clear)
		}
	}
}
