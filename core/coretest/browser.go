package coretest

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/zapvol/bua/core/dispatch"
	"github.com/zapvol/bua/core/protocol"
)

// Observer is who a [Browser] reports to; a dispatcher is one.
type Observer interface {
	TabCreated(dispatch.TabInfo)
	TabRemoved(tab int)
	TabNavigated(tab int, url string)
	TabReplaced(old, by int)
	WindowRemoved(id int)
}

// Browser is [dispatch.Tabs] and [dispatch.Windows] over a small model of a
// browser: a window closes with its last tab, ids are never used again, and
// events come before the call that caused them returns, as Chrome's may.
type Browser struct {
	mu      sync.Mutex
	next    int
	windows map[int]*Window
	tabs    map[int]*dispatch.TabInfo
	focused int
	focuses int
	hearer  Observer
	fail    map[string]int
	// redirects and dead are what a load meets; see Redirect and Dead.
	redirects map[string]string
	dead      map[string]bool
}

// Window is one window of a [Browser].
type Window struct {
	ID int
	// Hidden: made by CreateHidden.
	Hidden bool
}

// NewBrowser returns a browser with one focused window of the person's and one
// blank tab in it.
func NewBrowser() *Browser {
	b := &Browser{next: 100, windows: map[int]*Window{}, tabs: map[int]*dispatch.TabInfo{}, fail: map[string]int{},
		redirects: map[string]string{}, dead: map[string]bool{}}
	b.focused = b.newWindow(false)
	b.newTab(b.focused, "about:blank")
	return b
}

// Observe makes h the one who is told of events; nil for nobody.
func (b *Browser) Observe(h Observer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hearer = h
}

func (b *Browser) tell(f func(Observer)) {
	b.mu.Lock()
	h := b.hearer
	b.mu.Unlock()
	if h != nil {
		f(h)
	}
}

func (b *Browser) newWindow(hidden bool) int {
	b.next++
	b.windows[b.next] = &Window{b.next, hidden}
	return b.next
}

func (b *Browser) newTab(window int, url string) *dispatch.TabInfo {
	b.next++
	t := &dispatch.TabInfo{ID: b.next, WindowID: window, URL: url, Title: "Title of " + url}
	b.tabs[t.ID] = t
	return t
}

// Fail makes the next n calls of a method fail, by its name.
func (b *Browser) Fail(method string, n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fail[method] = n
}

func (b *Browser) faulty(ctx context.Context, method string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if b.fail[method] > 0 {
		b.fail[method]--
		return protocol.NewError(protocol.CodeInternal, method+" fails")
	}
	return nil
}

func noTab() error { return protocol.NewError(protocol.CodeTabNotFound, "no such tab") }

// Get returns a tab.
func (b *Browser) Get(ctx context.Context, tab int) (dispatch.TabInfo, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.faulty(ctx, "Get"); err != nil {
		return dispatch.TabInfo{}, err
	}
	if t := b.tabs[tab]; t != nil {
		return *t, nil
	}
	return dispatch.TabInfo{}, noTab()
}

// List returns the tabs by id.
func (b *Browser) List(ctx context.Context) ([]dispatch.TabInfo, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.faulty(ctx, "List"); err != nil {
		return nil, err
	}
	var list []dispatch.TabInfo
	for _, id := range slices.Sorted(maps.Keys(b.tabs)) {
		list = append(list, *b.tabs[id])
	}
	return list, nil
}

// Create opens a tab.
func (b *Browser) Create(ctx context.Context, window int, url string, active bool) (dispatch.TabInfo, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.faulty(ctx, "Create"); err != nil {
		return dispatch.TabInfo{}, err
	}
	if window == 0 {
		window = b.focused
		if active {
			b.focuses++
		}
	}
	if b.windows[window] == nil {
		return dispatch.TabInfo{}, protocol.NewError(protocol.CodeInternal, "no window with this id")
	}
	t := b.newTab(window, url)
	t.Active = active
	return *t, nil
}

// Close closes a tab, and with the last one its window.
func (b *Browser) Close(ctx context.Context, tab int) error {
	b.mu.Lock()
	if err := b.faulty(ctx, "Close"); err != nil {
		b.mu.Unlock()
		return err
	}
	t := b.tabs[tab]
	if t == nil {
		b.mu.Unlock()
		return noTab()
	}
	delete(b.tabs, tab)
	empty := b.emptied(t.WindowID)
	b.mu.Unlock()
	b.tell(func(h Observer) { h.TabRemoved(tab) })
	if empty {
		b.tell(func(h Observer) { h.WindowRemoved(t.WindowID) })
	}
	return nil
}

func (b *Browser) emptied(window int) bool {
	for _, t := range b.tabs {
		if t.WindowID == window {
			return false
		}
	}
	delete(b.windows, window)
	return true
}

// CreateHidden opens a minimised window.
func (b *Browser) CreateHidden(ctx context.Context, url string) (int, dispatch.TabInfo, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.faulty(ctx, "CreateHidden"); err != nil {
		return 0, dispatch.TabInfo{}, err
	}
	id := b.newWindow(true)
	t := b.newTab(id, url)
	if b.fail["CreateHidden late"] > 0 { // done, but the answer is lost
		b.fail["CreateHidden late"]--
		return 0, dispatch.TabInfo{}, protocol.NewError(protocol.CodeInternal, "the answer was lost")
	}
	return id, *t, nil
}

// Exists reports whether a window is there.
func (b *Browser) Exists(ctx context.Context, window int) (bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.windows[window] != nil, b.faulty(ctx, "Exists")
}

// Outlive says that windows outlive the worker.
func (b *Browser) Outlive() bool { return true }

// Made reports whether CreateHidden has made a window.
func (b *Browser) Made(ctx context.Context, window int) (bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	w := b.windows[window]
	return w != nil && w.Hidden, b.faulty(ctx, "Made")
}

// Remove closes a window with its tabs.
func (b *Browser) Remove(ctx context.Context, window int) error {
	b.mu.Lock()
	if err := b.faulty(ctx, "Remove"); err != nil {
		b.mu.Unlock()
		return err
	}
	if b.windows[window] == nil {
		b.mu.Unlock()
		return nil
	}
	delete(b.windows, window)
	var gone []int
	for id, t := range b.tabs {
		if t.WindowID == window {
			gone = append(gone, id)
			delete(b.tabs, id)
		}
	}
	b.mu.Unlock()
	slices.Sort(gone)
	for _, id := range gone {
		b.tell(func(h Observer) { h.TabRemoved(id) })
	}
	b.tell(func(h Observer) { h.WindowRemoved(window) })
	return nil
}

// Redirect makes a load of one URL end at another.
func (b *Browser) Redirect(from, to string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.redirects[from] = to
}

// Dead makes a load of a URL fail without a commit.
func (b *Browser) Dead(url string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.dead[url] = true
}

// Load navigates a tab as Page.navigate does and reports whether it committed.
func (b *Browser) Load(tab int, url string) bool {
	b.mu.Lock()
	for i := 0; i < 20 && b.redirects[url] != ""; i++ {
		url = b.redirects[url]
	}
	dead := b.dead[url]
	b.mu.Unlock()
	if !dead {
		b.Commit(tab, url)
	}
	return !dead
}

// Commit is a navigation that the page or the person made.
func (b *Browser) Commit(tab int, url string) {
	b.mu.Lock()
	t := b.tabs[tab]
	if t != nil {
		t.URL, t.Title = url, "Title of "+url
	}
	b.mu.Unlock()
	if t != nil {
		b.tell(func(h Observer) { h.TabNavigated(tab, url) })
	}
}

// Add opens a tab of the person's.
func (b *Browser) Add(url string, incognito bool) int {
	b.mu.Lock()
	t := b.newTab(b.focused, url)
	t.Incognito = incognito
	info := *t
	b.mu.Unlock()
	b.tell(func(h Observer) { h.TabCreated(info) })
	return info.ID
}

// Show selects a tab in its window.
func (b *Browser) Show(tab int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, t := range b.tabs {
		if t.WindowID == b.tabs[tab].WindowID {
			t.Active = t.ID == tab
		}
	}
}

// Popup is a page opening another tab beside itself.
func (b *Browser) Popup(opener int, url string) int {
	b.mu.Lock()
	t := b.newTab(b.tabs[opener].WindowID, url)
	t.Opener = opener
	info := *t
	b.mu.Unlock()
	b.tell(func(h Observer) { h.TabCreated(info) })
	return info.ID
}

// Discard gives a tab another id, as Chrome does to save memory.
func (b *Browser) Discard(tab int) int {
	b.mu.Lock()
	t := b.tabs[tab]
	delete(b.tabs, tab)
	b.next++
	t.ID = b.next
	b.tabs[t.ID] = t
	by := t.ID
	b.mu.Unlock()
	b.tell(func(h Observer) { h.TabReplaced(tab, by) })
	return by
}

// URL returns where a tab is, "" when it is gone.
func (b *Browser) URL(tab int) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t := b.tabs[tab]; t != nil {
		return t.URL
	}
	return ""
}

// Hidden returns the windows that CreateHidden made and that still are.
func (b *Browser) Hidden() []int {
	b.mu.Lock()
	defer b.mu.Unlock()
	var list []int
	for id, w := range b.windows {
		if w.Hidden {
			list = append(list, id)
		}
	}
	slices.Sort(list)
	return list
}

// In returns the tabs of a window.
func (b *Browser) In(window int) []int {
	b.mu.Lock()
	defer b.mu.Unlock()
	var list []int
	for id, t := range b.tabs {
		if t.WindowID == window {
			list = append(list, id)
		}
	}
	slices.Sort(list)
	return list
}

// Focuses returns how often a tab was put in front of the person.
func (b *Browser) Focuses() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.focuses
}

// blank reports whether a URL says nothing of whose page it is.
func blank(url string) bool { return strings.HasPrefix(url, "about:blank") }

// internal reports whether Chrome refuses a debugger on a URL.
func internal(url string) bool {
	return strings.HasPrefix(url, "chrome:") || strings.HasPrefix(url, "devtools:") || strings.HasPrefix(url, "chrome-extension:")
}
