package direct

import (
	"context"

	"github.com/chromedp/cdproto/target"

	"github.com/zapvol/bua/core/debugger"
)

// port is [debugger.CDP] on the socket: a tab is a flat
// session, a frame in another process a session below it.
type port struct{ *chrome }

// Attach opens the tab's session. Several may hold a tab at once here, so
// nobody is in the way as another extension would be.
func (p port) Attach(ctx context.Context, number int) error {
	p.mu.Lock()
	t, c := p.byNumber[number], p.conn
	if t == nil {
		p.mu.Unlock()
		return errNoTab
	}
	id, had := t.target, t.session != ""
	p.mu.Unlock()
	if had {
		return nil
	}
	flat := true
	if _, err := ask(ctx, c, target.AttachToTarget, target.AttachToTargetParams{TargetID: id, Flatten: &flat}); err != nil {
		if refusal, ok := err.(*debugger.CommandError); ok {
			refusal.Method = "attach" // its text is core's to translate
		}
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if t.session == "" {
		return errDetached // closed in the same moment
	}
	return nil
}

// Detach closes the tab's session, whatever its state. Where another call is closing it,
// this one waits for that. The caller may close the tab next, and Chromium 156 dies when a
// tab is closed that has a dialog open and a session attached.
func (p port) Detach(ctx context.Context, number int) error {
	p.mu.Lock()
	t, c := p.byNumber[number], p.conn
	if t == nil {
		p.mu.Unlock()
		return nil
	}
	if t.session == "" {
		leaving := t.leaving
		p.mu.Unlock()
		if leaving == nil {
			return nil
		}
		select {
		case <-leaving:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	session, left := t.session, make(chan struct{})
	t.leaving = left
	p.unplug(t)
	p.mu.Unlock()
	defer close(left)
	_, _ = ask(ctx, c, target.DetachFromTarget, target.DetachFromTargetParams{SessionID: target.SessionID(session)})
	return nil
}

// Send runs one command.
func (p port) Send(ctx context.Context, to debugger.Target, method string, params []byte) ([]byte, error) {
	return p.Start(to, method, params)(ctx)
}

// Start hands one command over.
func (p port) Start(to debugger.Target, method string, params []byte) (wait func(context.Context) ([]byte, error)) {
	p.mu.Lock()
	t, c, session := p.byNumber[to.Tab], p.conn, to.Session
	switch {
	case c == nil:
		p.mu.Unlock()
		return refused(errAway)
	case t == nil || t.session == "":
		p.mu.Unlock()
		return refused(errDetached)
	case session == "":
		session = t.session
	case p.sessions[session] != t:
		p.mu.Unlock()
		return refused(noSession(method))
	}
	// Handed over under the lock: of two commands the first stays the first.
	defer p.mu.Unlock()
	return c.start(session, method, params)
}
