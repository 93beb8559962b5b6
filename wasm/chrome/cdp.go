package chrome

import (
	"context"
	"time"

	"github.com/zapvol/bua/core/debugger"
)

// probe is the command that shows whether an attachment is ours. The browser
// process answers it, so a page that hangs or shows a dialog does not matter.
const probe = "Page.getNavigationHistory"

// probeLimit bounds the probe.
const probeLimit = 3 * time.Second

// CDP is [debugger.CDP] on chrome.debugger.
type CDP struct {
	Host  Host
	Clock debugger.Clock
}

// Attach makes the tab debuggable. An attachment outlives the worker, and
// Chrome then says that another debugger is there: it is ours when it answers.
func (c CDP) Attach(ctx context.Context, tab int) error {
	err := attachCall{Tab: tab}.ask(ctx, c.Host)
	if err == nil {
		return nil
	}
	if !means(err, debugger.MeansTaken) {
		return commandError("attach", err)
	}
	probing, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := c.Clock.AfterFunc(probeLimit, cancel)
	defer stop()
	_, err = c.Send(probing, debugger.Target{Tab: tab}, probe, nil)
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return debugger.ErrTaken()
}

// Detach lets the tab go, whatever its state.
func (c CDP) Detach(ctx context.Context, tab int) error {
	err := detachCall{Tab: tab}.ask(ctx, c.Host)
	if err != nil && ctx.Err() != nil {
		return err
	}
	return nil
}

// Send runs one command.
func (c CDP) Send(ctx context.Context, to debugger.Target, method string, params []byte) ([]byte, error) {
	return c.Start(to, method, params)(ctx)
}

// Start hands one command over.
func (c CDP) Start(to debugger.Target, method string, params []byte) (wait func(context.Context) ([]byte, error)) {
	answer := c.Host.Begin(cdpCall{Tab: to.Tab, Session: to.Session, Method: method, Params: params}.question())
	return func(ctx context.Context) ([]byte, error) {
		data, err := answer(ctx)
		if err != nil {
			return nil, commandError(method, err)
		}
		return data, nil
	}
}
