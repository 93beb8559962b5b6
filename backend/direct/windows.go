package direct

import (
	"context"

	"github.com/zapvol/bua/core/dispatch"
)

// Windows is [dispatch.Windows] on a group of tabs: those that the agent
// opened and those that their pages opened. They stand behind the tab that is
// shown, wherever Chrome puts them, so a press in one raises no window.
type windows struct{ *chrome }

// CreateHidden begins the group with its first tab.
func (w windows) CreateHidden(ctx context.Context, url string) (window int, tab dispatch.TabInfo, err error) {
	w.mu.Lock()
	w.group = 0 // the one before has no tab left
	w.mu.Unlock()
	tab, err = tabs(w).open(ctx, url, false, true)
	return tab.WindowID, tab, err
}

// Exists reports whether this is the group. It does not end by itself: when
// the person closes the window around it, its tabs are reported one by one.
func (w windows) Exists(_ context.Context, window int) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.group != 0 && w.group == window, nil
}

// Outlive says that no group does: it ends with the life that has begun it.
func (windows) Outlive() bool { return false }

// Made is not asked, see Outlive.
func (windows) Made(context.Context, int) (bool, error) { return false, nil }

// Remove closes what is left of the group.
func (w windows) Remove(ctx context.Context, window int) error {
	w.mu.Lock()
	if w.group != window {
		w.mu.Unlock()
		return nil
	}
	w.group = 0
	var left []int
	for _, t := range w.byNumber {
		if t.own {
			left = append(left, t.number)
		}
	}
	w.mu.Unlock()
	for _, number := range left {
		if err := tabs(w).Close(ctx, number); err != nil && err != error(errNoTab) {
			return err
		}
	}
	return nil
}
