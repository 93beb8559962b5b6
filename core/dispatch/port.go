package dispatch

import "context"

// TabInfo is what the browser says of one tab.
type TabInfo struct {
	ID        int
	WindowID  int
	URL       string
	Title     string
	Active    bool
	Incognito bool
}

// Tabs is the port to the browser's tabs. All methods block; calls may overlap.
type Tabs interface {
	// Get returns one tab. Error: tab_not_found.
	Get(ctx context.Context, tab int) (TabInfo, error)
	// List returns all tabs.
	List(ctx context.Context) ([]TabInfo, error)
	// Create opens a tab in a window; window 0 is the person's focused one.
	// It is selected in its window when active; the window is never raised
	// unless active and window 0.
	Create(ctx context.Context, window int, url string, active bool) (TabInfo, error)
	// Close closes a tab. Error: tab_not_found.
	Close(ctx context.Context, tab int) error
}

// Windows is the port to the browser's windows.
type Windows interface {
	// CreateHidden opens a window with one tab at url, minimised, and does not
	// take the focus.
	CreateHidden(ctx context.Context, url string) (window int, tab TabInfo, err error)
	// Exists reports whether the window is still there.
	Exists(ctx context.Context, window int) (bool, error)
	// Remove closes a window. Removing one that is gone succeeds.
	Remove(ctx context.Context, window int) error
}

// Presence is the port to the person's presence at the machine.
type Presence interface {
	// State returns "active", "idle" or "locked".
	State(ctx context.Context) (string, error)
}
