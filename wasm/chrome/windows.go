package chrome

import (
	"context"

	"github.com/zapvol/bua/core/dispatch"
)

// Windows is [dispatch.Windows] on chrome.windows.
type Windows struct{ Host Host }

// CreateHidden opens a minimised window with one tab.
func (w Windows) CreateHidden(ctx context.Context, url string) (window int, tab dispatch.TabInfo, err error) {
	answer, err := w.Host.Ask(ctx, ask("window_open_hidden").text("url", url).end())
	if err != nil {
		return 0, tab, other("open the agent's window", err)
	}
	bad := Members(answer, func(name string, v []byte) {
		switch name {
		case "window":
			window = Int(v)
		case "tab":
			tab, err = ReadTab(v)
		}
	})
	if bad != nil {
		return 0, tab, bad
	}
	return window, tab, err
}

// Exists reports whether the window is still there.
func (w Windows) Exists(ctx context.Context, window int) (bool, error) {
	answer, err := w.Host.Ask(ctx, ask("window_exists").num("window", window).end())
	if err != nil {
		return false, other("list its windows", err)
	}
	return string(answer) == "true", nil
}

// Outlive says that a window does: the extension may be reloaded under it.
func (Windows) Outlive() bool { return true }

// Made reports whether the window shows the blank tab of the agent's window.
func (w Windows) Made(ctx context.Context, window int) (bool, error) {
	answer, err := w.Host.Ask(ctx, ask("window_made").num("window", window).end())
	if err != nil {
		return false, other("list its tabs", err)
	}
	return string(answer) == "true", nil
}

// Remove closes a window, if it is there.
func (w Windows) Remove(ctx context.Context, window int) error {
	_, err := w.Host.Ask(ctx, ask("window_close").num("window", window).end())
	if err == nil || isGone(err) {
		return nil
	}
	return other("close the agent's window", err)
}
