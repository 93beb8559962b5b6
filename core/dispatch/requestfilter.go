package dispatch

import (
	"context"
	"slices"

	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// While a tab has a session no request of any kind goes from it to a site that the
// policy refuses. Where the browser takes rules it is told so once, by a request
// filter; it asks nobody then. What a page opens asks for its first document before
// anybody knows its tab: so while the agent acts, and until what was opened has
// come, all tabs are kept from those sites but those that are let through by name.

// RequestFilters is the port to the browser's own rules for requests. Its methods
// block; calls do not overlap.
type RequestFilters interface {
	// Install refuses what f refuses to all that pass does not let through. It takes
	// the place of what there was; after an error that may be anything.
	Install(ctx context.Context, f session.RequestFilter, pass Exemptions) error
	// Exempt says what is let through from now on.
	Exempt(ctx context.Context, pass Exemptions) error
	// Remove ends it, whoever raised it.
	Remove(ctx context.Context) error
}

// Exemptions is what a request filter lets through.
type Exemptions struct {
	// Tabs are the tabs that are, or with Others all but those, in order.
	Tabs   []int
	Others bool
	// Sites are the hosts whose workers are not, in order: a worker that several
	// pages share has no tab.
	Sites []string
}

func (p Exemptions) equal(q Exemptions) bool {
	return p.Others == q.Others && slices.Equal(p.Tabs, q.Tabs) && slices.Equal(p.Sites, q.Sites)
}

// requestFilter keeps the rules as the tabs are. One goroutine works the port while there
// is something to do.
type requestFilter struct {
	d    *Dispatcher
	port RequestFilters

	mu     lock.Mutex
	acting map[int]bool         // tabs that the agent acts in, and a moment longer; owned by mu
	helps  map[int]bool         // tabs that the person has, to help; owned by mu
	tabs   map[int]*filteredTab // the tabs that it knows; owned by mu
	// want counts what has changed, done what the browser knows of it, and err what
	// came of that; owned by mu.
	want, done int
	err        error
	news       chan struct{} // closed when done changes, nil when nobody waits; owned by mu
	busy       bool          // the goroutine runs; owned by mu
	stale      bool          // the policy has changed; owned by mu
	standing   bool          // the browser has rules, or is about to; owned by mu

	installed bool       // there are rules, if only an earlier worker's; owned by the goroutine
	ours      bool       // they are this worker's; owned by the goroutine
	exempt    Exemptions // in force; owned by the goroutine
}

func newRequestFilter(d *Dispatcher, port RequestFilters) *requestFilter {
	return &requestFilter{d: d, port: port, acting: map[int]bool{}, helps: map[int]bool{}, tabs: map[int]*filteredTab{}, installed: true}
}

// start puts what holds now in place of what an earlier worker has left.
func (f *requestFilter) start() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.change()
}

// acts takes note that the agent begins or stops to act in a tab.
func (f *requestFilter) acts(tab int, on bool) (up func(context.Context) error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if on && !f.d.policy.Bounded() {
		return nil
	}
	if f.acting[tab] != on || on && f.err != nil { // it may be better now
		f.change()
	}
	if !on {
		delete(f.acting, tab)
		return nil
	}
	f.acting[tab] = true
	if f.done == f.want {
		return nil
	}
	return f.awaitApplied
}

// renew takes note that the policy may have changed. It does not wait.
func (f *requestFilter) renew() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stale = true; f.needed() || f.standing {
		f.change()
	}
}

// sessionsChanged takes note that a session has begun, ended or gone to another site.
// It does not wait.
func (f *requestFilter) sessionsChanged() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.needed() || f.standing {
		f.change()
	}
}

// helping takes note that the person has a tab of the agent's from now on, or no
// more: they go where they like.
func (f *requestFilter) helping(tab int, on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if on {
		f.helps[tab] = true
	} else {
		delete(f.helps, tab)
	}
	f.change()
}

// change has the browser told. mu is held.
func (f *requestFilter) change() {
	if f.want++; !f.busy {
		f.busy = true
		f.d.jobs.run(f.apply)
	}
}

// awaitApplied waits until the browser knows what has changed so far.
func (f *requestFilter) awaitApplied(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for want := f.want; f.done < want; {
		if f.news == nil {
			f.news = make(chan struct{})
		}
		news := f.news
		f.mu.Unlock()
		select {
		case <-news:
		case <-ctx.Done():
		}
		f.mu.Lock()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return f.err
}

// needed reports whether it has to stand. mu is held.
func (f *requestFilter) needed() bool {
	on := len(f.acting) > 0 || f.d.policy.Bounded() && len(f.d.registry.List()) > 0
	for _, t := range f.tabs {
		on = on || t.coming
	}
	return on
}

// apply tells the browser until it knows everything.
func (f *requestFilter) apply() {
	f.mu.Lock()
	for f.done < f.want {
		want, stands, stale := f.want, f.needed(), f.stale || f.err != nil
		f.stale, f.standing = false, stands
		f.mu.Unlock()
		err := f.applyOnce(context.Background(), stands, stale)
		if err != nil {
			f.d.log("request filter: " + protocol.AsError(err).Message)
		}
		f.mu.Lock()
		f.done, f.err = want, err
		if f.news != nil {
			close(f.news)
			f.news = nil
		}
	}
	f.busy = false
	f.mu.Unlock()
}

// applyOnce has the browser know whether it stands now, and for whom.
func (f *requestFilter) applyOnce(ctx context.Context, stands, stale bool) error {
	if !stands {
		if !f.installed {
			return nil
		}
		f.installed, f.ours = false, false
		f.forget()
		return f.port.Remove(ctx)
	}
	fresh := !f.ours
	if fresh {
		if err := f.list(ctx); err != nil {
			return err
		}
	}
	pass := f.exemptions()
	if !fresh && !stale {
		if pass.equal(f.exempt) {
			return nil
		}
		f.exempt = pass
		return f.port.Exempt(ctx, pass)
	}
	f.exempt, f.installed, f.ours = pass, true, true
	err := f.port.Install(ctx, f.d.policy.RequestFilter(), pass)
	if err != nil { // more than the browser takes, perhaps: then all of it
		f.d.log("request filter: " + protocol.AsError(err).Message)
		err = f.port.Install(ctx, session.RequestFilter{All: true}, pass)
	}
	return err
}

// list lets through what is there and not of the agent's making.
func (f *requestFilter) list(ctx context.Context) error {
	list, err := f.d.tabs.List(ctx)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, t := range list {
		if f.tabs[t.ID] == nil {
			f.tabs[t.ID] = &filteredTab{came: true}
		}
	}
	return nil
}

// forget keeps only tabs that have an opener.
func (f *requestFilter) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for id, t := range f.tabs {
		if t.opener == 0 {
			delete(f.tabs, id)
		}
	}
}

// exemptions says what is let through now.
func (f *requestFilter) exemptions() Exemptions {
	sessions := f.d.registry.List()
	f.mu.Lock()
	defer f.mu.Unlock()
	others := len(f.acting) == 0
	list, sites := map[int]bool{}, []string{}
	for _, s := range sessions {
		if f.tabs[s.TabID] == nil {
			f.tabs[s.TabID] = &filteredTab{came: true}
		}
		if s.Domain != session.Blank && !f.helps[s.TabID] {
			sites = append(sites, s.Domain)
		}
	}
	for id, t := range f.tabs {
		if others == f.filters(id, t) {
			list[id] = true
		}
	}
	slices.Sort(sites)
	return Exemptions{Tabs: sorted(list), Others: others, Sites: slices.Compact(sites)}
}

// filters reports whether a tab is kept from what the policy refuses. mu is held.
func (f *requestFilter) filters(id int, t *filteredTab) bool {
	if f.hasSession(id) {
		return !f.helps[id]
	}
	by := f.holder(id)
	return t.coming || !t.came && len(f.acting) > 0 || by != 0 && t.opened && !f.helps[by] || f.acting[by] || f.d.window.owns(id)
}

// holder returns the agent's tab that a tab comes from, 0 for none. mu is held.
func (f *requestFilter) holder(id int) int {
	for range len(f.tabs) {
		t := f.tabs[id]
		if t == nil || t.opener == 0 {
			return 0
		}
		if id = t.opener; f.hasSession(id) {
			return id
		}
	}
	return 0
}

// hasSession reports whether the agent has a session in a tab.
func (f *requestFilter) hasSession(tab int) bool {
	_, ok := f.d.registry.Get(tab)
	return ok
}
