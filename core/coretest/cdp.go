package coretest

import (
	"context"
	"sync"

	"github.com/zapvol/bua/core/debugger"
)

// Command is one CDP command that reached the browser.
type Command struct {
	debugger.Target
	Method string
	Params string
}

// CDP is [debugger.CDP], scripted by Answer.
type CDP struct {
	mu       sync.Mutex
	attached map[int]bool
	commands []Command

	// Answer gives the result of a command; nil answers {} to everything. It is
	// called without a lock and may block until ctx ends.
	Answer func(ctx context.Context, c Command) ([]byte, error)
	// Watch hears of every command as it leaves. Optional.
	Watch func(Command)
	// Refuse says why a tab cannot be attached; nil attaches all.
	Refuse func(tab int) error
}

// NewCDP returns a CDP without a tab attached.
func NewCDP() *CDP { return &CDP{attached: map[int]bool{}} }

// Attach attaches a tab.
func (c *CDP) Attach(ctx context.Context, tab int) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if c.Refuse != nil {
		if err := c.Refuse(tab); err != nil {
			return err
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.attached[tab] = true
	return nil
}

// Detach lets a tab go.
func (c *CDP) Detach(_ context.Context, tab int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.attached, tab)
	return nil
}

// Attached reports whether a tab is attached.
func (c *CDP) Attached(tab int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.attached[tab]
}

// Send sends a command and waits for its answer.
func (c *CDP) Send(ctx context.Context, to debugger.Target, method string, params []byte) ([]byte, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return c.Start(to, method, params)(ctx)
}

// Start sends a command.
func (c *CDP) Start(to debugger.Target, method string, params []byte) func(context.Context) ([]byte, error) {
	cmd := Command{to, method, string(params)}
	c.mu.Lock()
	attached := c.attached[to.Tab]
	c.commands = append(c.commands, cmd)
	c.mu.Unlock()
	if c.Watch != nil {
		c.Watch(cmd)
	}
	return func(ctx context.Context) ([]byte, error) {
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !attached:
			return nil, &debugger.CommandError{Method: cmd.Method, Message: "Debugger is not attached to the tab."}
		case c.Answer != nil:
			return c.Answer(ctx, cmd)
		}
		return []byte("{}"), nil
	}
}

// Commands returns what was sent so far.
func (c *CDP) Commands() []Command {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]Command(nil), c.commands...)
}
