package debugger_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/tests/cdp"
)

// adapter is debugger.CDP on a DevTools socket: one flat session per tab.
type adapter struct {
	conn *cdp.Conn
	to   *debugger.Debugger

	mu      sync.Mutex
	targets map[int]string // tab → target
	session map[int]string // tab → session while attached
	tabs    map[string]int // session, also a child's → tab
	sent    []string       // methods, for counting round trips
}

func newAdapter(c *cdp.Conn) *adapter {
	a := &adapter{conn: c, targets: map[int]string{}, session: map[int]string{}, tabs: map[string]int{}}
	c.On(a.event)
	return a
}

func (a *adapter) event(e cdp.Event) {
	var p struct {
		SessionID string `json:"sessionId"`
	}
	a.mu.Lock()
	tab, ok := a.tabs[e.Session]
	root := a.session[tab] == e.Session
	switch {
	case e.Method == "Target.attachedToTarget" && ok:
		_ = json.Unmarshal(e.Params, &p)
		a.tabs[p.SessionID] = tab
	case e.Method == "Target.detachedFromTarget" && !ok:
		_ = json.Unmarshal(e.Params, &p)
		if tab, ok := a.tabs[p.SessionID]; ok && a.session[tab] == p.SessionID {
			delete(a.session, tab)
			a.mu.Unlock()
			a.to.Detached(tab, "target_closed")
			return
		}
	}
	a.mu.Unlock()
	if !ok {
		return
	}
	session := e.Session
	if root {
		session = ""
	}
	a.to.Event(tab, session, e.Method, e.Params)
}

// Attach opens a session to the tab's target.
func (a *adapter) Attach(ctx context.Context, tab int) error {
	a.mu.Lock()
	target, had := a.targets[tab], a.session[tab]
	a.mu.Unlock()
	if had != "" {
		return nil
	}
	if target == "" {
		return &debugger.CommandError{Method: "attach", Message: "No tab with given id"}
	}
	s, err := a.conn.Attach(ctx, target)
	if err != nil {
		return refusal(err)
	}
	a.mu.Lock()
	a.session[tab], a.tabs[s] = s, tab
	a.mu.Unlock()
	return nil
}

// Detach closes the session.
func (a *adapter) Detach(ctx context.Context, tab int) error {
	a.mu.Lock()
	s := a.session[tab]
	delete(a.session, tab)
	delete(a.tabs, s)
	a.mu.Unlock()
	if s != "" {
		_ = a.conn.Send(ctx, "", "Target.detachFromTarget", map[string]any{"sessionId": s}, nil)
	}
	return nil
}

// Send runs one command.
func (a *adapter) Send(ctx context.Context, to debugger.Target, method string, params []byte) ([]byte, error) {
	return a.Start(to, method, params)(ctx)
}

// Start hands one command over.
func (a *adapter) Start(to debugger.Target, method string, params []byte) func(context.Context) ([]byte, error) {
	a.mu.Lock()
	s := to.Session
	if s == "" {
		s = a.session[to.Tab]
	}
	a.sent = append(a.sent, method)
	a.mu.Unlock()
	if s == "" {
		return func(context.Context) ([]byte, error) {
			return nil, &debugger.CommandError{Method: method, Message: "Debugger is not attached to the tab."}
		}
	}
	wait := a.conn.Start(s, method, params)
	return func(ctx context.Context) ([]byte, error) {
		out, err := wait(ctx)
		return out, refusal(err)
	}
}

func refusal(err error) error {
	var r *cdp.Refused
	if errors.As(err, &r) {
		return &debugger.CommandError{Method: r.Method, Code: r.Code, Message: r.Message}
	}
	return err
}

// takeSent returns the methods sent since the last call.
func (a *adapter) takeSent() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	out := a.sent
	a.sent = nil
	return out
}

// clock is the machine's.
type clock struct{}

func (clock) Now() time.Time { return time.Now() }

func (clock) AfterFunc(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
