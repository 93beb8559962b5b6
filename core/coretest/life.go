package coretest

import (
	"context"
	"sync/atomic"

	"github.com/zapvol/bua/core/debugger"
	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// life is one worker between the browser and its dispatcher. A dead worker's
// calls reach nothing any more.
type life struct {
	w          *World
	dead       atomic.Bool
	dieOpening atomic.Bool
}

var errDead = protocol.NewError(protocol.CodeInternal, "the worker is dead")

func (l *life) err() error {
	if l.dead.Load() {
		return errDead
	}
	return nil
}

type lifeStore struct{ *life }

func (l lifeStore) Get(ctx context.Context, area session.Area, key string) ([]byte, error) {
	if err := l.err(); err != nil {
		return nil, err
	}
	return l.w.Store.Get(ctx, area, key)
}

func (l lifeStore) Set(ctx context.Context, area session.Area, key string, value []byte) error {
	if err := l.err(); err != nil {
		return err
	}
	return l.w.Store.Set(ctx, area, key, value)
}

type lifeTabs struct{ *life }

func (l lifeTabs) Get(ctx context.Context, tab int) (dispatch.TabInfo, error) {
	if err := l.err(); err != nil {
		return dispatch.TabInfo{}, err
	}
	return l.w.Browser.Get(ctx, tab)
}

func (l lifeTabs) List(ctx context.Context) ([]dispatch.TabInfo, error) {
	if err := l.err(); err != nil {
		return nil, err
	}
	return l.w.Browser.List(ctx)
}

func (l lifeTabs) Create(ctx context.Context, window int, url string, active bool) (dispatch.TabInfo, error) {
	if err := l.err(); err != nil {
		return dispatch.TabInfo{}, err
	}
	info, err := l.w.Browser.Create(ctx, window, url, active)
	if l.dead.Load() { // it happened, but nobody hears of it
		return dispatch.TabInfo{}, errDead
	}
	return info, err
}

func (l lifeTabs) Close(ctx context.Context, tab int) error {
	if err := l.err(); err != nil {
		return err
	}
	if l.w.CDP.Attached(tab) { // where a dialog of a frame is open, Chromium dies of this
		return protocol.NewError(protocol.CodeInternal, "the tab was closed under a debugger")
	}
	return l.w.Browser.Close(ctx, tab)
}

type lifeWindows struct{ *life }

func (l lifeWindows) CreateHidden(ctx context.Context, url string) (int, dispatch.TabInfo, error) {
	if err := l.err(); err != nil {
		return 0, dispatch.TabInfo{}, err
	}
	id, info, err := l.w.Browser.CreateHidden(ctx, url)
	if l.dieOpening.Load() {
		l.w.Kill()
	}
	if l.dead.Load() {
		return 0, dispatch.TabInfo{}, errDead
	}
	return id, info, err
}

func (l lifeWindows) Exists(ctx context.Context, window int) (bool, error) {
	if err := l.err(); err != nil {
		return false, err
	}
	return l.w.Browser.Exists(ctx, window)
}

func (l lifeWindows) Outlive() bool { return l.w.Browser.Outlive() }

func (l lifeWindows) Made(ctx context.Context, window int) (bool, error) {
	if err := l.err(); err != nil {
		return false, err
	}
	return l.w.Browser.Made(ctx, window)
}

func (l lifeWindows) Remove(ctx context.Context, window int) error {
	if err := l.err(); err != nil {
		return err
	}
	return l.w.Browser.Remove(ctx, window)
}

type lifeCDP struct{ *life }

func (l lifeCDP) Attach(ctx context.Context, tab int) error {
	if err := l.err(); err != nil {
		return err
	}
	return l.w.CDP.Attach(ctx, tab)
}

func (l lifeCDP) Detach(ctx context.Context, tab int) error {
	if err := l.err(); err != nil {
		return err
	}
	return l.w.CDP.Detach(ctx, tab)
}

func (l lifeCDP) Send(ctx context.Context, to debugger.Target, method string, params []byte) ([]byte, error) {
	return l.Start(to, method, params)(ctx)
}

func (l lifeCDP) Start(to debugger.Target, method string, params []byte) func(context.Context) ([]byte, error) {
	if err := l.err(); err != nil {
		return func(context.Context) ([]byte, error) { return nil, err }
	}
	return l.w.CDP.Start(to, method, params)
}
