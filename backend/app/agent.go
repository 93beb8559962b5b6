package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/zapvol/bua/backend/httpapi"
	"github.com/zapvol/bua/core/protocol"
)

// Agent is what bua mcp runs actions on: the backend that runs on this machine
// or, where none does, one that it brings up and keeps until Close. When the
// other backend ends, the next call finds or brings up another.
type Agent struct {
	// Options of the backend to bring up; its Home and Address say where to
	// look for one first.
	Options Options

	mu     sync.Mutex
	remote *httpapi.Client // exactly one of remote and local once picked
	local  *Main
}

// Do runs one action.
func (a *Agent) Do(ctx context.Context, device string, action protocol.Action) (protocol.Result, error) {
	for range 3 {
		remote, local, err := a.Pick(ctx)
		if err != nil {
			return nil, protocol.NewError(protocol.CodeInternal, err.Error())
		}
		if local != nil {
			return local.Do(ctx, protocol.Caller{User: Local, Agent: protocol.CallerOf(ctx).Agent}, device, action)
		}
		stop := reminding(ctx, action)
		r, err := remote.Do(ctx, device, action)
		stop()
		if !errors.Is(err, httpapi.ErrNoBackend) {
			return r, err
		}
		a.mu.Lock()
		if a.remote == remote {
			a.remote = nil
		}
		a.mu.Unlock()
	}
	return nil, protocol.NewError(protocol.CodeInternal, "the backend ends again and again; run bua serve in a terminal and look at what it says")
}

// Pick returns the backend to use: another process's or one of this process.
func (a *Agent) Pick(ctx context.Context) (*httpapi.Client, *Main, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.remote != nil || a.local != nil {
		return a.remote, a.local, nil
	}
	// Two processes may both find none and try to listen; the loser finds the
	// winner on its next round.
	last := httpapi.ErrStranger
	for range 60 {
		c, err := Connect(ctx, a.Options.Home, a.Options.Address)
		if err == nil {
			a.remote = c
			return c, nil, nil
		}
		if !errors.Is(err, httpapi.ErrNoBackend) {
			return nil, nil, err
		}
		m, err := New(a.Options)
		if err != nil {
			return nil, nil, err
		}
		if err = m.Run(ctx); err == nil {
			a.local = m
			return nil, m, nil
		}
		m.Close()
		if !errors.Is(err, ErrInUse) {
			return nil, nil, err
		}
		last = err
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	return nil, nil, last
}

// Close ends the backend that this process brought up.
func (a *Agent) Close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.local != nil {
		a.local.Close()
		a.local = nil
	}
}
