package direct

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/target"

	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/protocol"
)

// Tabs is [dispatch.Tabs] on Target.*. It asks the browser each time: what is
// kept here are the numbers.
type tabs struct{ *chrome }

// Get returns one tab. Its address is that of a navigation under way, if the
// browser shows that; the debugger asks the page itself before it acts.
func (t tabs) Get(ctx context.Context, number int) (dispatch.TabInfo, error) {
	t.mu.Lock()
	known, c := t.byNumber[number], t.conn
	t.mu.Unlock()
	if known == nil {
		return dispatch.TabInfo{}, errNoTab
	}
	answer, err := ask(ctx, c, target.GetTargetInfo, target.GetTargetInfoParams{TargetID: known.target})
	if err != nil {
		return dispatch.TabInfo{}, tabError("read the tab", err)
	}
	if answer.TargetInfo == nil {
		return dispatch.TabInfo{}, errNoTab
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.describe(known, answer.TargetInfo), nil
}

// List returns all tabs, the one that was first seen first.
func (t tabs) List(ctx context.Context) ([]dispatch.TabInfo, error) {
	answer, err := ask(ctx, t.on(), target.GetTargets, target.GetTargetsParams{Filter: pages()})
	if err != nil {
		return nil, tabError("list the tabs", err)
	}
	var list []dispatch.TabInfo
	for _, info := range answer.TargetInfos {
		if known := t.seen(info); known != nil {
			t.mu.Lock()
			list = append(list, t.describe(known, info))
			t.mu.Unlock()
		}
	}
	slices.SortFunc(list, func(a, b dispatch.TabInfo) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

// Create opens a tab behind the one that is shown or, with window 0 and
// active, in front of the person.
func (t tabs) Create(ctx context.Context, window int, url string, active bool) (dispatch.TabInfo, error) {
	t.mu.Lock()
	group := t.group
	t.mu.Unlock()
	if window != 0 && window != group {
		return dispatch.TabInfo{}, errNoWindow
	}
	return t.open(ctx, url, active, window != 0)
}

var errNoWindow = protocol.NewError(protocol.CodeInternal, "the agent's window is gone; try again")

// open opens a tab; an own one belongs to the agent's window.
func (t tabs) open(ctx context.Context, url string, active, own bool) (dispatch.TabInfo, error) {
	c, behind := t.on(), !active
	answer, err := ask(ctx, c, target.CreateTarget, target.CreateTargetParams{URL: url, Background: &behind})
	if err != nil {
		return dispatch.TabInfo{}, tabError("open a tab", err)
	}
	t.mu.Lock()
	known := t.byTarget[answer.TargetID]
	info := &target.Info{TargetID: answer.TargetID, Type: "page", URL: url, BrowserContextID: t.profile}
	t.mu.Unlock()
	if known == nil { // its news may come after this answer
		known = t.seen(info)
	}
	window := 0
	if place, err := ask(ctx, c, browser.GetWindowForTarget, browser.GetWindowForTargetParams{TargetID: answer.TargetID}); err == nil {
		window = int(place.WindowID)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	known.own = own
	if t.profile == "" {
		t.profile = known.context // a new tab is the profile's
	}
	if own && t.group == 0 {
		t.group = max(window, 1) // a browser without windows has none to name
	}
	out := t.describe(known, info)
	if !own {
		out.WindowID = window
	}
	return out, nil
}

// closeLimit is how long a tab may take to close. One that asks whether the
// person wants to leave stays open meanwhile.
const closeLimit = 2 * time.Second

// Close closes a tab, and waits until it is gone: the browser answers before.
func (t tabs) Close(ctx context.Context, number int) error {
	t.mu.Lock()
	known, c := t.byNumber[number], t.conn
	t.mu.Unlock()
	if known == nil {
		return errNoTab
	}
	_, err := ask(ctx, c, target.CloseTarget, target.CloseTargetParams{TargetID: known.target})
	if err != nil {
		return tabError("close the tab", err)
	}
	late := time.NewTimer(closeLimit)
	defer late.Stop()
	select {
	case <-known.gone:
	case <-late.C:
	case <-ctx.Done():
	}
	return nil
}
