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
// fence, which refuses what the policy refuses. It stands while a tab holds its
// own requests back, and until what was opened has come. The rules do not know
// whose a tab is; so all tabs that are no page's of the agent's are let through
// by name, and those that nobody can tell wait for their first page.

// Fences is the port to the browser's own rules for requests for documents. Its
// methods block; calls do not overlap.
type Fences interface {
	// Raise refuses what f refuses to every tab that pass does not let through. It
	// takes the place of what there was; after an error that may be anything.
	Raise(ctx context.Context, f session.Fence, pass Pass) error
	// Pass says which tabs are let through from now on.
	Pass(ctx context.Context, pass Pass) error
	// Lower ends it, whoever raised it.
	Lower(ctx context.Context) error
}

// Pass is which tabs a fence lets through.
type Pass struct {
	// Tabs are those, or with Others all but those, in order.
	Tabs   []int
	Others bool
}

func (p Pass) equal(q Pass) bool { return p.Others == q.Others && slices.Equal(p.Tabs, q.Tabs) }

// fence keeps the rules as the tabs are. One goroutine works the port while there
// is something to do.
type fence struct {
	d    *Dispatcher
	port Fences

	mu    lock.Mutex
	holds map[int]bool    // tabs that hold their own requests back; owned by mu
	tabs  map[int]*fenced // the tabs that it knows; owned by mu
	// want counts what has changed, done what the browser knows of it, and err what
	// came of that; owned by mu.
	want, done int
	err        error
	news       chan struct{} // closed when done changes, nil when nobody waits; owned by mu
	busy       bool          // the goroutine runs; owned by mu
	stale      bool          // the policy has changed; owned by mu

	raised bool // owned by the goroutine; an earlier worker may have left one
	pass   Pass // in force; owned by the goroutine
}

func newFence(d *Dispatcher, port Fences) *fence {
	return &fence{d: d, port: port, holds: map[int]bool{}, tabs: map[int]*fenced{}, raised: true}
}

// start ends what an earlier worker has left.
func (f *fence) start() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.change()
}

// told takes note that a tab begins or stops to hold requests back.
func (f *fence) told(tab int, on bool) (up func(context.Context) error) {
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
	return f.settled
}

// renew takes note that the policy may have changed. It does not wait.
func (f *fence) renew() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.up() {
		f.stale = true
		f.change()
	}
}

// change has the browser told. mu is held.
func (f *fence) change() {
	if f.want++; !f.busy {
		f.busy = true
		f.d.later(f.work)
	}
}

// settled waits until the browser knows what has changed so far.
func (f *fence) settled(ctx context.Context) error {
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

// up reports whether it has to stand. mu is held.
func (f *fence) up() bool {
	on := len(f.holds) > 0
	for _, t := range f.tabs {
		on = on || t.coming
	}
	return on
}

// work tells the browser until it knows everything.
func (f *fence) work() {
	f.mu.Lock()
	for f.done < f.want {
		want, stands, stale := f.want, f.up(), f.stale || f.err != nil
		f.stale = false
		f.mu.Unlock()
		err := f.tell(context.Background(), stands, stale)
		if err != nil {
			f.d.log("fence: " + protocol.AsError(err).Message)
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

// tell has the browser know whether it stands now, and for whom.
func (f *fence) tell(ctx context.Context, stands, stale bool) error {
	if !stands {
		if !f.raised {
			return nil
		}
		f.raised = false
		f.forget()
		return f.port.Lower(ctx)
	}
	fresh := !f.raised
	if fresh {
		if err := f.list(ctx); err != nil {
			return err
		}
	}
	pass := f.passes()
	if !fresh && !stale {
		if pass.equal(f.pass) {
			return nil
		}
		f.pass = pass
		return f.port.Pass(ctx, pass)
	}
	f.pass, f.raised = pass, true
	err := f.port.Raise(ctx, f.d.policy.Fence(), pass)
	if err != nil { // more than the browser takes, perhaps: then all of it
		f.d.log("fence: " + protocol.AsError(err).Message)
		err = f.port.Raise(ctx, session.Fence{All: true}, pass)
	}
	return err
}

// list lets through what is there and not of the agent's making.
func (f *fence) list(ctx context.Context) error {
	list, err := f.d.tabs.List(ctx)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, t := range list {
		if f.tabs[t.ID] == nil {
			f.tabs[t.ID] = &fenced{came: true}
		}
	}
	return nil
}

// forget keeps only tabs that have an opener.
func (f *fence) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for id, t := range f.tabs {
		if t.opener == 0 {
			delete(f.tabs, id)
		}
	}
}

// passes says who is let through now.
func (f *fence) passes() Pass {
	f.mu.Lock()
	defer f.mu.Unlock()
	others := len(f.holds) == 0
	list := map[int]bool{}
	for id, t := range f.tabs {
		if others && t.coming || !others && !f.judges(id, t) {
			list[id] = true
		}
	}
	return Pass{Tabs: sorted(list), Others: others}
}

// judges reports whether a tab's requests are to be refused. Where the agent acts
// the debugger does that. mu is held.
func (f *fence) judges(id int, t *fenced) bool {
	return !f.acts(id) && (!t.came && len(f.holds) > 0 || t.coming || f.holds[f.holder(id)] || f.d.window.owns(id))
}

// holder returns the agent's tab that a tab comes from, 0 for none. mu is held.
func (f *fence) holder(id int) int {
	for range len(f.tabs) {
		t := f.tabs[id]
		if t == nil || t.opener == 0 {
			return 0
		}
		if id = t.opener; f.acts(id) {
			return id
		}
	}
	return 0
}

// acts reports whether the agent has a session in a tab.
func (f *fence) acts(tab int) bool {
	_, ok := f.d.book.Get(tab)
	return ok
}
