package chrome

import (
	"context"

	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/scan"
)

// Tabs is [dispatch.Tabs] on chrome.tabs.
type Tabs struct{ Host Host }

// Get returns one tab.
func (t Tabs) Get(ctx context.Context, tab int) (dispatch.TabInfo, error) {
	answer, err := t.Host.Ask(ctx, ask("tab_get").num("tab", tab).end())
	if err != nil {
		return dispatch.TabInfo{}, tabError("read the tab", err)
	}
	return ReadTab(answer)
}

// List returns all tabs.
func (t Tabs) List(ctx context.Context) ([]dispatch.TabInfo, error) {
	answer, err := t.Host.Ask(ctx, ask("tab_list").end())
	if err != nil {
		return nil, other("list the tabs", err)
	}
	c := scan.Cursor{Data: answer}
	if !c.Eat('[') {
		return nil, errAnswer
	}
	var list []dispatch.TabInfo
	for c.Element() {
		info, err := ReadTab(c.Skip())
		if err != nil {
			return nil, err
		}
		list = append(list, info)
	}
	return list, nil
}

// Create opens a tab.
func (t Tabs) Create(ctx context.Context, window int, url string, active bool) (dispatch.TabInfo, error) {
	answer, err := t.Host.Ask(ctx, ask("tab_create").num("window", window).text("url", url).flag("active", active).end())
	if err != nil {
		return dispatch.TabInfo{}, other("open a tab", err)
	}
	return ReadTab(answer)
}

// Close closes a tab.
func (t Tabs) Close(ctx context.Context, tab int) error {
	if _, err := t.Host.Ask(ctx, ask("tab_close").num("tab", tab).end()); err != nil {
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

// ReadTab reads what the host tells of one tab.
func ReadTab(object []byte) (info dispatch.TabInfo, err error) {
	err = Members(object, func(name string, v []byte) {
		switch name {
		case "id":
			info.ID = Int(v)
		case "windowId":
			info.WindowID = Int(v)
		case "url":
			info.URL = Text(v)
		case "title":
			info.Title = Text(v)
		case "active":
			info.Active = string(v) == "true"
		case "incognito":
			info.Incognito = string(v) == "true"
		case "opener":
			info.Opener = Int(v)
		}
	})
	return info, err
}
