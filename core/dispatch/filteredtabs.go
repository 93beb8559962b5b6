package dispatch

import (
	"strings"
	"time"
)

// comingLimit is how long a tab's first document may be on its way: not every
// answer becomes a page.
const comingLimit = time.Minute

// filteredTab is what is known of one tab.
type filteredTab struct {
	// opener is the tab whose page opened it, 0 for none that is known.
	opener int
	// came: a page has come there, or it is a tab that no page can have opened.
	came bool
	// opened: a page of the agent's opened it while the agent acted there.
	opened bool
	// coming: the first document of such a tab is on its way.
	coming bool
}

// native reports whether only the browser itself opens a tab at this address.
func native(url string) bool {
	scheme, _, ok := strings.Cut(url, "://")
	return ok && (scheme == "chrome" || scheme == "chrome-extension" || scheme == "edge" || scheme == "brave" || scheme == "opera" || scheme == "vivaldi")
}

// created takes note of a new tab; by is whose page has opened it, as far as the
// browser tells.
func (f *requestFilter) created(t TabInfo, by int) {
	if by = f.opener(t, by); native(t.URL) {
		by = 0
	}
	f.mu.Lock()
	if by == 0 && !f.needed() { // it is let through when the request filter goes up
		f.mu.Unlock()
		return
	}
	n := &filteredTab{opener: by, came: f.hasSession(t.ID) || by == 0 && (native(t.URL) || len(f.acting) == 0)}
	f.tabs[t.ID] = n
	n.opened = f.acting[f.holder(t.ID)]
	n.coming = n.opened && !n.came
	if f.needed() {
		f.change()
	}
	coming := n.coming
	f.mu.Unlock()
	if !coming {
		return
	}
	f.d.clock.AfterFunc(comingLimit, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if n.coming {
			n.coming = false
			f.change()
		}
	})
}

// opener returns the tab of the agent's whose page opened another, 0 for none. by
// is the browser's word, which is the tab that its window shows: then it is the
// one whose page has said so, and in the agent's window some one of them.
func (f *requestFilter) opener(t TabInfo, by int) int {
	f.mu.Lock()
	n := f.tabs[by]
	known := f.hasSession(by) || n != nil && n.opener != 0
	acting := sorted(f.acting)
	f.mu.Unlock()
	if known {
		return by
	}
	for _, tab := range acting {
		if f.d.debugger.Awaits(tab) {
			return tab
		}
	}
	if len(acting) > 0 && f.d.window.is(t.WindowID) {
		return acting[0]
	}
	return 0
}

// navigated takes note that a tab has another page, or the error in place of one
// that the request filter refused: both have the address that was asked for.
func (f *requestFilter) navigated(tab int, url string) {
	if !strings.HasPrefix(url, "http") && !native(url) {
		return // a blank page on the way
	}
	f.mu.Lock()
	t := f.tabs[tab]
	if t == nil {
		f.mu.Unlock()
		return
	}
	judges, first, opener := f.filters(tab, t) && !f.hasSession(tab), !t.came, f.holder(tab)
	after := t.coming || opener == 0
	f.mu.Unlock()
	if !judges {
		f.came(tab)
		return
	}
	f.d.jobs.run(func() {
		ours := f.d.debugger.Opens(opener, url, after, func(err error) {
			if f.came(tab); err != nil && first && opener != 0 {
				f.d.closeOwn(tab) // it has no page
			}
		})
		if !ours {
			f.came(tab)
		}
	})
}

// came takes note that a tab has its first page.
func (f *requestFilter) came(tab int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if t := f.tabs[tab]; t != nil && (!t.came || t.coming) {
		t.came, t.coming = true, false
		f.change()
	}
}

// begun takes note that the agent has a session in a tab from now on. It does not wait.
func (f *requestFilter) begun(tab int) {
	f.mu.Lock()
	t := f.tabs[tab]
	if t == nil {
		t = &filteredTab{}
		f.tabs[tab] = t
	}
	t.came, t.coming = true, false
	f.mu.Unlock()
	f.sessionsChanged()
}

// removed takes note that a tab is gone, or lives on under the id by.
func (f *requestFilter) removed(tab, by int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.tabs[tab]
	if t == nil {
		return
	}
	delete(f.tabs, tab)
	if by != 0 {
		f.tabs[by] = t
	}
	f.change()
}
