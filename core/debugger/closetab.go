package debugger

import (
	"slices"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// closeLimit is how long a tab may take to close; a page that does not say in
// time whether it may be left is not asked by the browser any longer, either.
const closeLimit = 8 * time.Second

// closeTab closes the tab as the person's own click does: its page may ask first
// whether it may be left, which follows the tab's policy. Where the tab closes the
// answer is tab_not_found: its end is what ends the action.
func closeTab(r *run) (protocol.Result, error) {
	r.acted = true
	if opensDialogs(r) {
		if err := leaveForBlank(r); err != nil {
			return nil, err
		}
	}
	if _, err := r.send("Page.close", nil); err != nil {
		return nil, err
	}
	r.await(closeLimit, func() bool { return r.Stayed })
	if r.keptBack() {
		return nil, errKeptOnPage
	}
	return nil, causeLate
}

// opensDialogs reports whether a frame inside the page has opened a dialog in this
// tab. It may do so again, and Chromium 156 dies, all of it, when a tab ends while
// a debugger is told of such a dialog.
func opensDialogs(r *run) bool {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	return slices.ContainsFunc(r.t.Dialogs.Recent(), func(o protocol.OpenDialog) bool { return o.Frame != r.t.Main.Frame })
}

// leaveForBlank brings the tab to a blank page, in which no frame asks anything. The page
// that is left may ask first, as when it is closed.
func leaveForBlank(r *run) error {
	if _, err := r.send("Page.navigate", new(scan.Object).Str("url", "about:blank").JSON()); err != nil {
		return err
	}
	there := r.await(closeLimit, func() bool { return r.Stayed || r.Commits > 0 && r.t.Nav.Loaded })
	switch {
	case r.keptBack():
		return errKeptOnPage
	case !there:
		return causeLate
	}
	return nil
}
