package coretest

import (
	"context"
	"sync"

	"github.com/zapvol/bua/core/protocol"
)

// Presence is [dispatch.Presence] that says what it is told.
type Presence struct {
	mu    sync.Mutex
	state string
	fail  bool
	asked func()
}

// NewPresence returns a person who is there.
func NewPresence() *Presence { return &Presence{state: "active"} }

// State returns the state that was set last.
func (p *Presence) State(context.Context) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.asked != nil {
		p.asked()
	}
	if p.fail {
		return "", protocol.NewError(protocol.CodeInternal, "the idle detector does not answer")
	}
	return p.state, nil
}

// Set makes the person active, idle or locked, without telling anybody.
func (p *Presence) Set(state string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = state
}

// Fail makes State fail, or work again.
func (p *Presence) Fail(fail bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fail = fail
}

// Asked has f called whenever State is.
func (p *Presence) Asked(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = f
}
