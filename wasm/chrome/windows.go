package chrome

import (
	"context"

	"github.com/zapvol/bua/core/dispatch"
)

// Windows is [dispatch.Windows] on chrome.windows.
type Windows struct{ Host Host }

// CreateHidden opens a minimised window with one tab.
func (w Windows) CreateHidden(ctx context.Context, url string) (window int, tab dispatch.TabInfo, err error) {
	made, err := windowOpenHiddenCall{URL: url}.ask(ctx, w.Host)
	if err != nil {
		return 0, tab, other("open the agent's window", err)
	}
	return made.Window, dispatch.TabInfo(made.Tab), nil
}

// Exists reports whether the window is still there.
func (w Windows) Exists(ctx context.Context, window int) (bool, error) {
	there, err := windowExistsCall{Window: window}.ask(ctx, w.Host)
	if err != nil {
		return false, other("list its windows", err)
	}
	return there, nil
}

// Outlive says that a window does: the extension may be reloaded under it.
func (Windows) Outlive() bool { return true }

// Made reports whether the window shows the blank tab of the agent's window.
func (w Windows) Made(ctx context.Context, window int) (bool, error) {
	made, err := windowMadeCall{Window: window}.ask(ctx, w.Host)
	if err != nil {
		return false, other("list its tabs", err)
	}
	return made, nil
}

// Remove closes a window, if it is there.
func (w Windows) Remove(ctx context.Context, window int) error {
	err := windowCloseCall{Window: window}.ask(ctx, w.Host)
	if err == nil || isGone(err) {
		return nil
	}
	return other("close the agent's window", err)
}
