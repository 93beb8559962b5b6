package session

import (
	"context"

	"github.com/zapvol/bua/core/internal/lock"
	"github.com/zapvol/bua/core/protocol"
)

// Registry keeps the sessions by tab. Every change goes through it once and is
// told to its listeners in the order in which it happened, before the method
// that made it returns. Safe for concurrent use.
type Registry struct {
	clock  Clock
	writer *Writer
	log    func(string)
	audit  auditLog

	// bus is held from a change until its last listener has returned; it is
	// what orders changes. Listeners may read the Registry, may not change it and,
	// like whoever holds the bus, wait for nothing: see core/internal/lock.
	bus       lock.Mutex
	listeners []func(Change)

	mu       lock.Mutex
	sessions map[int]Session  // owned by mu; changed only under bus too
	blockers map[int]*blocker // of the sessions; owned by mu, with what it points to
}

// NewRegistry returns an empty registry; [Registry.Load] fills it. log takes one line for
// the developer's console and may be nil.
func NewRegistry(writer *Writer, clock Clock, log func(string)) *Registry {
	if log == nil {
		log = func(string) {}
	}
	b := &Registry{clock: clock, writer: writer, log: log, sessions: map[int]Session{}, blockers: map[int]*blocker{}}
	b.audit = auditLog{writer: writer, log: log}
	b.Listen(func(c Change) { b.audit.hear(b.now(), c) })
	return b
}

// Listen adds a listener. It is called under the bus: it must not block and
// must not change the Registry.
func (b *Registry) Listen(f func(Change)) {
	b.bus.Lock()
	defer b.bus.Unlock()
	b.listeners = append(b.listeners, f)
}

// Load takes over what an earlier worker of this browser run stored. Broken
// records are dropped and logged. Sessions that the audit log shows as open
// and that this run does not know belong to an earlier run: they end as
// extension_reload. Nothing may have changed before.
func (b *Registry) Load(ctx context.Context) {
	kept, err := b.writer.store.Get(ctx, Run, KeySessions)
	rows, failed := b.writer.store.Get(ctx, Local, KeyHistory)
	b.bus.Lock()
	defer b.bus.Unlock()
	if err == nil {
		err = readObjects(kept, func(f fields) {
			r := readSessionRow(f)
			s := Session{r.TabID, r.Domain, r.StartedAt, r.LastActionAt, r.ActionCount, protocol.Kind(r.LastAction), r.Agent}
			if _, twice := b.sessions[s.TabID]; twice || s.TabID == 0 || s.Domain == "" {
				b.log("a stored session is broken and was dropped")
				return
			}
			b.sessions[s.TabID] = s
			stand := b.blockerOf(s.TabID)
			stand.obstacle, stand.url = r.Obstacle, r.URL
			if r.Dialog != "" { // an earlier worker's, which nobody can answer any more
				b.save()
			}
		})
	}
	if err != nil {
		b.log(KeySessions + ": " + protocol.AsError(err).Message)
	}
	var open map[int]Session
	if failed == nil {
		open, failed = b.audit.load(rows)
	}
	if failed != nil {
		b.log(KeyHistory + ": " + protocol.AsError(failed).Message)
	}
	for _, s := range b.List() {
		if was, ok := open[s.TabID]; ok && was.StartedAt == s.StartedAt {
			delete(open, s.TabID)
		} else { // the worker died between the two writes, or the log was cleared
			b.audit.hear(b.now(), Change{Kind: Started, Session: s})
		}
	}
	for _, s := range sorted(open) {
		b.notify(Change{Kind: Ended, Session: s, Reason: protocol.EndExtensionReload})
	}
}

// Get returns the session of a tab.
func (b *Registry) Get(tab int) (Session, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s, ok := b.sessions[tab]
	return s, ok
}

// List returns the sessions, the one of the latest action first.
func (b *Registry) List() []Session {
	b.mu.Lock()
	defer b.mu.Unlock()
	return sorted(b.sessions)
}

func sorted(m map[int]Session) []Session {
	list := make([]Session, 0, len(m))
	for _, s := range m {
		list = append(list, s)
	}
	for i := range list { // an insertion: slices.Sort is 5 KB in the worker, and the list is short
		for j := i; j > 0 && later(list[j], list[j-1]); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	return list
}

// later orders by the last action, the newest first; ties by tab.
func later(x, y Session) bool {
	if x.LastActionAt != y.LastActionAt {
		return x.LastActionAt > y.LastActionAt
	}
	return x.TabID > y.TabID
}

// Ensure starts a session on the tab, or brings its domain up to date. It does
// nothing when ctx has ended: ending a session cancels what runs in it, and
// what was cancelled must not start a new one.
func (b *Registry) Ensure(ctx context.Context, tab int, domain, agent string) {
	b.bus.Lock()
	defer b.bus.Unlock()
	if ctx.Err() != nil {
		return
	}
	s, ok := b.Get(tab)
	if ok {
		if s.Agent != agent && agent != "" {
			s.Agent = agent
			b.put(s)
		}
		b.move(s, domain)
		return
	}
	now := b.now()
	s = Session{TabID: tab, Domain: domain, StartedAt: now, LastActionAt: now, Agent: agent}
	b.put(s)
	b.notify(Change{Kind: Started, Session: s})
}

// Move follows the tab of a session, if there is one, to another domain.
func (b *Registry) Move(tab int, domain string) {
	b.bus.Lock()
	defer b.bus.Unlock()
	if s, ok := b.Get(tab); ok {
		b.move(s, domain)
	}
}

func (b *Registry) move(s Session, domain string) {
	from := s.Domain
	if from == domain {
		return
	}
	s.Domain = domain
	b.put(s)
	b.notify(Change{Kind: Moved, Session: s, From: from})
}

// Record counts one action that was dispatched in the tab.
func (b *Registry) Record(tab int, action protocol.Kind) {
	b.bus.Lock()
	defer b.bus.Unlock()
	if s, ok := b.Get(tab); ok {
		s.ActionCount++
		s.LastActionAt = b.now()
		s.LastAction = action
		b.put(s)
	}
}

// Block reports that an action aimed at a blocked domain.
func (b *Registry) Block(domain string, action protocol.Kind, tab int) {
	b.bus.Lock()
	defer b.bus.Unlock()
	b.notify(Change{Kind: Blocked, Session: Session{TabID: tab, Domain: domain}, Action: action})
}

// RecordAnswer reports what the person said: kind is [RecordAnswer], [Helped] or [Resumed].
func (b *Registry) RecordAnswer(kind Kind, tab int, domain, said string) {
	b.bus.Lock()
	defer b.bus.Unlock()
	b.notify(Change{Kind: kind, Session: Session{TabID: tab, Domain: domain}, Action: protocol.Kind(said)})
}

// End ends the session of a tab and reports whether there was one.
func (b *Registry) End(tab int, reason protocol.EndReason) bool {
	b.bus.Lock()
	defer b.bus.Unlock()
	s, ok := b.Get(tab)
	if ok {
		b.end(s, reason)
	}
	return ok
}

// Replace ends the session of a tab to which Chrome gave a new id, and reports
// whether there was one.
func (b *Registry) Replace(tab, by int) bool {
	b.bus.Lock()
	defer b.bus.Unlock()
	s, ok := b.Get(tab)
	if ok {
		b.end(s, protocol.EndTabClosed)
		b.notify(Change{Kind: Replaced, Session: s, NewTab: by})
	}
	return ok
}

// EndAll ends every session and returns how many there were. Listeners hear
// [Ending] first, also when there are none.
func (b *Registry) EndAll(reason protocol.EndReason) int {
	b.bus.Lock()
	defer b.bus.Unlock()
	list := b.List()
	b.notify(Change{Kind: Ending, Reason: reason, Count: len(list)})
	for _, s := range list {
		b.end(s, reason)
	}
	return len(list)
}

// EndWhere ends the sessions whose domain matches.
func (b *Registry) EndWhere(match func(domain string) bool, reason protocol.EndReason) {
	b.bus.Lock()
	defer b.bus.Unlock()
	for _, s := range b.List() {
		if match(s.Domain) {
			b.end(s, reason)
		}
	}
}

// ClearHistory empties the audit log, leaving one row that says so.
func (b *Registry) ClearHistory() { b.audit.clear(b.now()) }

// end is the one way out: every reason passes here, under bus.
func (b *Registry) end(s Session, reason protocol.EndReason) {
	b.mu.Lock()
	delete(b.sessions, s.TabID)
	delete(b.blockers, s.TabID)
	b.mu.Unlock()
	b.save()
	b.notify(Change{Kind: Ended, Session: s, Reason: reason})
}

func (b *Registry) put(s Session) {
	b.mu.Lock()
	b.sessions[s.TabID] = s
	b.mu.Unlock()
	b.save()
}

func (b *Registry) notify(c Change) {
	for _, f := range b.listeners {
		f(c)
	}
}

func (b *Registry) save() {
	b.writer.Put(Run, KeySessions, b.encode, func(err error) bool {
		b.log(KeySessions + ": " + protocol.AsError(err).Message)
		return false
	})
}

func (b *Registry) encode() []byte {
	list := b.List()
	b.mu.Lock()
	defer b.mu.Unlock()
	var rows [][]byte
	for _, s := range list {
		r := sessionRow{TabID: s.TabID, Domain: s.Domain, StartedAt: s.StartedAt, LastActionAt: s.LastActionAt,
			ActionCount: s.ActionCount, LastAction: string(s.LastAction), Agent: s.Agent}
		b.writeBlocker(&r)
		rows = append(rows, r.encode())
	}
	return rowsOf(rows)
}

func (b *Registry) now() int64 { return b.clock.Now().UnixMilli() }
