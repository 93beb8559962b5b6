package direct

import (
	"context"
	"sync"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"

	"github.com/zapvol/bua/core/dispatch"
)

// chrome is what is known of one browser process, over all connections to it:
// which tabs there are, which of them are the agent's, which are attached.
// Tabs have numbers here, as everywhere in bua; Chrome's target ids, which no
// other browser ever gives again, tell whether a tab is still the same.
type chrome struct {
	// number gives the next free tab number.
	number func() int
	// tell queues news for the dispatcher, in the browser's order.
	tell func(func(*dispatch.Dispatcher))
	// heard is told the CDP events of tabs, detached that a session is gone;
	// neither blocks.
	heard    func(tab int, session, method string, params []byte)
	detached func(tab int, reason string)
	// refuses says whether the policy refuses an address, resolves what asks where its
	// name leads, nil for nothing to ask, and frameTab which attached tab a frame is
	// in, 0 for none. The error is domain_blocked.
	refuses  func(url string) error
	resolves func(url string) (ask func() error)
	frameTab func(frame string) (tab int, sure bool)

	mu       sync.Mutex
	conn     *conn  // nil while there is none; owned by mu
	product  string // name and version; owned by mu
	byNumber map[int]*tab
	byTarget map[target.ID]*tab
	sessions map[string]*tab // a tab's own session and those of its frames; owned by mu
	// profile is the browser context of the person's profile. Tabs of others
	// are private, and while it is not known, all but the agent's are.
	profile cdp.BrowserContextID
	// group is the agent's window: the number of the one in which its first tab
	// opened, 0 for none; owned by mu.
	group int
	// files are the latest downloads; owned by mu.
	files  []*file
	filter requestFilter // owned by mu
}

// tab is one tab; owned by chrome.mu but for its constants.
type tab struct {
	number int
	target target.ID
	// session is the tab's own flat session, "" while it is not attached.
	session string
	// leaving is closed as soon as the session is that Detach closed last; nil before the first.
	leaving chan struct{}
	url     string
	// came says that the tab's first page is there. Until then the tab has no title.
	came   bool
	opener int
	// opening are the addresses of tabs that its page has asked for and that
	// have not come yet, pending that of a tab that shows none itself: Chrome
	// keeps it until the page is there.
	opening []opening
	pending string
	context cdp.BrowserContextID
	// own: the agent's, or opened by a page of one that is.
	own bool
	// gone is closed when the tab is.
	gone chan struct{}
}

func newChrome() *chrome {
	return &chrome{byNumber: map[int]*tab{}, byTarget: map[target.ID]*tab{}, sessions: map[string]*tab{}}
}

// on returns the connection, nil when there is none.
func (b *chrome) on() *conn {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.conn
}

// greet asks a fresh connection what there is. Tabs that it does not list any
// more are gone.
func (b *chrome) greet(ctx context.Context, c *conn) error {
	version, err := ask(ctx, c, browser.GetVersion, cdp.Empty{})
	if err != nil {
		return err
	}
	contexts, err := ask(ctx, c, target.GetBrowserContexts, cdp.Empty{})
	if err != nil {
		return err
	}
	// Where files go stays the browser's own affair: only the news is wanted.
	events := true
	if _, err = ask(ctx, c, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorDefault, EventsEnabled: &events,
	}); err != nil {
		return err
	}
	b.mu.Lock()
	b.product = version.Product
	if contexts.DefaultBrowserContextID != "" {
		b.profile = contexts.DefaultBrowserContextID
	}
	b.mu.Unlock()
	if _, err = ask(ctx, c, target.SetDiscoverTargets, target.SetDiscoverTargetsParams{Discover: true, Filter: pages()}); err != nil {
		return err
	}
	list, err := ask(ctx, c, target.GetTargets, target.GetTargetsParams{Filter: pages()})
	if err != nil {
		return err
	}
	there := map[target.ID]bool{}
	for _, info := range list.TargetInfos {
		there[info.TargetID] = true
		b.seen(info)
	}
	for _, t := range b.tabs() {
		if !there[t.target] {
			b.gone(t.target)
		}
	}
	return nil
}

// pages is the filter for tabs; Chrome's own surfaces, workers and frames are
// left out.
func pages() target.Filter {
	return target.Filter{{Type: "page"}, {Exclude: true}}
}

// tabs returns a copy of all that are known.
func (b *chrome) tabs() []tab {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := make([]tab, 0, len(b.byNumber))
	for _, t := range b.byNumber {
		list = append(list, *t)
	}
	return list
}

// seen takes note of a tab as Chrome describes it, and tells what is new.
func (b *chrome) seen(info *target.Info) *tab {
	if info.Type != "page" || info.Subtype != "" {
		return nil // a page that is rendered ahead is no tab yet
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.byTarget[info.TargetID]
	if t == nil {
		t = &tab{number: b.number(), target: info.TargetID, url: info.URL, context: info.BrowserContextID, gone: make(chan struct{})}
		if by := b.openerOf(info); by != nil {
			t.opener, t.own = by.number, by.own
			t.pending = by.asked()
		}
		b.byTarget[t.target], b.byNumber[t.number] = t, t
		told := b.describe(t, info)
		b.tell(func(d *dispatch.Dispatcher) { d.TabCreated(told) })
		return t
	}
	if came := !t.came && info.Title != ""; t.url != info.URL || came {
		t.url, t.came = info.URL, t.came || came
		number, url := t.number, info.URL
		b.tell(func(d *dispatch.Dispatcher) { d.TabNavigated(number, url) })
	}
	return t
}

// gone forgets a tab that is closed.
func (b *chrome) gone(id target.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.byTarget[id]
	if t == nil {
		return
	}
	delete(b.byTarget, id)
	delete(b.byNumber, t.number)
	close(t.gone)
	b.unplug(t)
	b.tell(func(d *dispatch.Dispatcher) { d.TabRemoved(t.number) })
}

// describe is the dispatcher's view of a tab. mu is held.
func (b *chrome) describe(t *tab, info *target.Info) dispatch.TabInfo {
	out := dispatch.TabInfo{ID: t.number, URL: info.URL, Title: info.Title, Opener: t.opener}
	if out.URL == "" {
		out.URL = t.pending
	}
	out.Incognito = t.context != b.profile && !t.own
	if t.own {
		out.WindowID = b.group
	}
	return out
}

// unplug forgets a tab's sessions. mu is held.
func (b *chrome) unplug(t *tab) {
	t.session, t.opening = "", nil
	for session, of := range b.sessions {
		if of == t {
			delete(b.sessions, session)
		}
	}
}

// lost takes note that the connection is gone, and with it every session.
func (b *chrome) lost(c *conn) {
	b.mu.Lock()
	if b.conn != c {
		b.mu.Unlock()
		return
	}
	b.conn = nil
	b.lostFiles()
	var attached []int
	for _, t := range b.byNumber {
		if t.session != "" {
			attached = append(attached, t.number)
		}
		b.unplug(t)
	}
	b.mu.Unlock()
	for _, number := range attached {
		b.detached(number, lostConnection)
	}
}

// lostConnection is why a tab is detached when no page and no person did it.
const lostConnection = "connection_lost"
