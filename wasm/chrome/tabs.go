package chrome

import (
	"context"

	"github.com/zapvol/bua/core/dispatch"
)

// Tabs is [dispatch.Tabs] on chrome.tabs.
type Tabs struct{ Host Host }

// Get returns one tab.
func (t Tabs) Get(ctx context.Context, tab int) (dispatch.TabInfo, error) {
	info, err := tabGetCall{Tab: tab}.ask(ctx, t.Host)
	if err != nil {
		return dispatch.TabInfo{}, tabError("read the tab", err)
	}
	return dispatch.TabInfo(info), nil
}

// List returns all tabs.
func (t Tabs) List(ctx context.Context) ([]dispatch.TabInfo, error) {
	tabs, err := tabListCall{}.ask(ctx, t.Host)
	if err != nil {
		return nil, other("list the tabs", err)
	}
	var list []dispatch.TabInfo
	for _, info := range tabs {
		list = append(list, dispatch.TabInfo(info))
	}
	return list, nil
}

// Create opens a tab.
func (t Tabs) Create(ctx context.Context, window int, url string, active bool) (dispatch.TabInfo, error) {
	info, err := tabCreateCall{Window: window, URL: url, Active: active}.ask(ctx, t.Host)
	if err != nil {
		return dispatch.TabInfo{}, other("open a tab", err)
	}
	return dispatch.TabInfo(info), nil
}

// Close closes a tab.
func (t Tabs) Close(ctx context.Context, tab int) error {
	if err := (tabCloseCall{Tab: tab}).ask(ctx, t.Host); err != nil {
		return tabError("close the tab", err)
	}
	return nil
}

func tabError(what string, err error) error {
	if isGone(err) {
		return tabNotFound()
	}
	return other(what, err)
}
