package dispatch

import (
	"context"
	"strings"
	"time"

	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// getTabs lists the tabs that the agent may touch: none on the blocklist, none
// of a private window, none of the browser's own pages.
func (d *Dispatcher) getTabs(ctx context.Context) (protocol.Result, error) {
	f := d.lanes.join(ctx, 0, protocol.KindGetTabs)
	defer d.lanes.leave(f)
	if err := d.checkPresence(f); err != nil {
		return nil, err
	}
	list, err := d.tabs.List(f.ctx)
	if e := f.cancelled(); e != nil {
		return nil, e
	}
	if err != nil {
		return nil, protocol.AsError(err)
	}
	out := protocol.TabsResult{}
	for _, t := range list {
		if !d.mayKnow(t.ID) || d.window.isSpare(t.ID) {
			continue
		}
		if row, ok := d.row(t); ok {
			row.Active = t.Active && !d.window.owns(t.ID)
			out = append(out, row)
		}
	}
	return out, nil
}

// row returns what the agent may know of a tab.
func (d *Dispatcher) row(t TabInfo) (protocol.Tab, bool) {
	if t.URL == "" { // nothing committed yet
		t.URL = session.Blank
	}
	loc, err := d.policy.Check(t.URL)
	if err == nil && loc.Host == "" {
		// What it says, its address included, is of whoever made it.
		if maker := d.debugger.Creator(t.ID); maker == "" {
			t.URL, t.Title = session.Blank, ""
		} else {
			loc, err = d.policy.Check(maker)
		}
	}
	if err != nil || t.Incognito {
		return protocol.Tab{}, false
	}
	row := protocol.Tab{TabID: t.ID, URL: t.URL, Title: t.Title, Domain: loc.Domain()}
	// Where the person wants to be asked first, the agent learns no more of a
	// site than which it is.
	if verdict, ask := d.consents.Check(d.consents.Subject(loc, protocol.KindGetTabs)); verdict == session.Deny || ask != nil {
		row.URL, row.Title = origin(t.URL), ""
	}
	return row, true
}

// origin is a URL without what follows its authority; of one without authority
// nothing is left that its page has written.
func origin(url string) string {
	at := strings.Index(url, "://")
	if at < 0 {
		return session.Blank
	}
	if end := strings.IndexAny(url[at+3:], `/?#`); end >= 0 {
		return url[:at+3+end] + "/"
	}
	return url
}

const (
	// arriveLimit is how long a tab that a page has opened may take to an address and a
	// title.
	arriveLimit = time.Second
	arriveStep  = 50 * time.Millisecond
)

// arrived returns a tab that a page has opened, once it has an address and a title or has
// taken its time. The browser tells of no title, and shows the address while there is none.
func (d *Dispatcher) arrived(ctx context.Context, tab int) (TabInfo, error) {
	for left := arriveLimit; ; left -= arriveStep {
		t, err := d.tabs.Get(ctx, tab)
		if err != nil || left <= 0 || t.URL != "" && t.URL != session.Blank && t.Title != "" && !strings.Contains(t.URL, t.Title) {
			return t, err
		}
		late := make(chan struct{})
		stop := d.clock.AfterFunc(arriveStep, func() { close(late) })
		select {
		case <-late:
		case <-ctx.Done():
		}
		stop()
		if ctx.Err() != nil {
			return t, nil
		}
	}
}

// withTabs adds to a result the tabs that the page opened during the action.
func (d *Dispatcher) withTabs(f *ticket, res protocol.Result) protocol.Result {
	opened := d.lanes.openedBy(f)
	if len(opened) == 0 {
		return res
	}
	var rows []protocol.Tab
	for _, tab := range opened {
		if t, err := d.arrived(f.ctx, tab); err == nil {
			if row, ok := d.row(t); ok {
				rows = append(rows, row)
			}
		}
	}
	if len(rows) == 0 {
		return res
	}
	all := protocol.Effects{}
	if e := protocol.Caused(res); e != nil {
		all = *e
	}
	all.Tabs = append(all.Tabs, rows...)
	return protocol.WithEffects(res, &all)
}
