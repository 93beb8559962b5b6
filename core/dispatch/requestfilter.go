package dispatch

import (
	"context"
	"slices"

	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/session"
)

// What a page opens asks for its first document before anybody can attach to its
// tab. Where the host cannot hold that back it can be given rules beforehand: a
// request filter, which refuses what the policy refuses. It stands while a tab holds its
// own requests back, and until what was opened has come. The rules do not know
// whose a tab is; so all tabs that are no page's of the agent's are let through
// by name, and those that nobody can tell wait for their first page.

// RequestFilters is the port to the browser's own rules for requests for documents. Its
// methods block; calls do not overlap.
type RequestFilters interface {
	// Install refuses what f refuses to every tab that pass does not let through. It
	// takes the place of what there was; after an error that may be anything.
	Install(ctx context.Context, f session.RequestFilter, pass Exemptions) error
	// Exempt says which tabs are let through from now on.
	Exempt(ctx context.Context, pass Exemptions) error
	// Remove ends it, whoever raised it.
	Remove(ctx context.Context) error
}

// Exemptions is which tabs a request filter lets through.
type Exemptions struct {
	// Tabs are those, or with Others all but those, in order.
	Tabs   []int
	Others bool
}

func (p Exemptions) equal(q Exemptions) bool {
	return p.Others == q.Others && slices.Equal(p.Tabs, q.Tabs)
}

// requestFilter keeps the rules as the tabs are. One goroutine works the port while there
// is something to do.
type requestFilter struct {
	d    *Dispatcher
	port RequestFilters

	mu    lock.Mutex
	holds map[int]bool         // tabs that hold their own requests back; owned by mu
	tabs  map[int]*filteredTab // the tabs that it knows; owned by mu
	// want counts what has changed, done what the browser knows of it, and err what
	// came of that; owned by mu.
	want, done int
	err        error
	news       chan struct{} // closed when done changes, nil when nobody waits; owned by mu
	busy       bool          // the goroutine runs; owned by mu
	stale      bool          // the policy has changed; owned by mu

	installed bool       // owned by the goroutine; an earlier worker may have left one
	exempt    Exemptions // in force; owned by the goroutine
}

func newRequestFilter(d *Dispatcher, port RequestFilters) *requestFilter {
	return &requestFilter{d: d, port: port, holds: map[int]bool{}, tabs: map[int]*filteredTab{}, installed: true}
}

// start ends what an earlier worker has left.
func (f *requestFilter) start() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.change()
}

// holding takes note that a tab begins or stops to hold requests back.
func (f *requestFilter) holding(tab int, on bool) (up func(context.Context) error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if on && !f.d.policy.Bounded() {
		return nil // a reload, which is held back for another reason
	}
	if on && !f.holds[tab] {
		f.holds[tab] = true
		f.change()
	} else if !on && f.holds[tab] {
		delete(f.holds, tab)
		f.change()
	}
	if on && f.err != nil {
		f.change() // it may be better now
	}
	if !on || f.done == f.want {
		return nil
	}
	return f.awaitApplied
}

// renew takes note that the policy may have changed. It does not wait.
func (f *requestFilter) renew() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.needed() {
		f.stale = true
		f.change()
	}
}

// change has the browser told. mu is held.
func (f *requestFilter) change() {
	if f.want++; !f.busy {
		f.busy = true
		f.d.background(f.apply)
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
	on := len(f.holds) > 0
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
		f.stale = false
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
		f.installed = false
		f.forget()
		return f.port.Remove(ctx)
	}
	fresh := !f.installed
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
	f.exempt, f.installed = pass, true
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

// exemptions says who is let through now.
func (f *requestFilter) exemptions() Exemptions {
	f.mu.Lock()
	defer f.mu.Unlock()
	others := len(f.holds) == 0
	list := map[int]bool{}
	for id, t := range f.tabs {
		if others && t.coming || !others && !f.filters(id, t) {
			list[id] = true
		}
	}
	return Exemptions{Tabs: sorted(list), Others: others}
}

// filters reports whether a tab's requests are to be refused. Where the agent acts
// the debugger does that. mu is held.
func (f *requestFilter) filters(id int, t *filteredTab) bool {
	return !f.hasSession(id) && (!t.came && len(f.holds) > 0 || t.coming || f.holds[f.holder(id)] || f.d.window.owns(id))
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
