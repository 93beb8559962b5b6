package session

import "github.com/zapvol/bua/core/protocol"

// blocker is what stands still in a session's tab until somebody does something:
// an obstacle, which only the person can pass, and a dialog, which the agent or
// the person may answer. It is written with the session, for the person's pages.
type blocker struct {
	obstacle protocol.ObstacleType // "" for none
	url      string                // where the obstacle was
	dialog   *protocol.OpenDialog  // nil for none; dies with the worker
	from     string                // the domain that opened it, "" for the tab's own
}

// Obstacle keeps what the agent has last been told of the page at a URL of a
// session's tab; "" is none.
func (b *Registry) Obstacle(tab int, what protocol.ObstacleType, url string) {
	b.mu.Lock()
	s := b.blockerOf(tab)
	changed := s.obstacle != what
	s.obstacle, s.url = what, url
	b.mu.Unlock()
	if changed {
		b.save()
	}
}

// LeavePage takes note that a tab is at a URL: an obstacle elsewhere is passed.
func (b *Registry) LeavePage(tab int, url string) {
	b.mu.Lock()
	s := b.blockerOf(tab)
	changed := s.obstacle != "" && url != "" && url != s.url
	if changed {
		s.obstacle = ""
	}
	b.mu.Unlock()
	if changed {
		b.save()
	}
}

// Dialog keeps which dialog waits in a session's tab, nil for none, and the
// address of the document that opened it.
func (b *Registry) Dialog(tab int, o *protocol.OpenDialog, url string) {
	b.mu.Lock()
	s := b.blockerOf(tab)
	changed := s.dialog != o
	s.dialog, s.from = o, ""
	if loc, err := Locate(url); err == nil && loc.Domain() != b.sessions[tab].Domain {
		s.from = loc.Domain()
	}
	b.mu.Unlock()
	if changed {
		b.save()
	}
}

// blockerOf is what is kept of a tab; without a session nothing is. b.mu is held.
func (b *Registry) blockerOf(tab int) *blocker {
	s := b.blockers[tab]
	if s == nil {
		s = &blocker{}
		if _, ok := b.sessions[tab]; ok {
			b.blockers[tab] = s
		}
	}
	return s
}

// writeBlocker adds it to the session's row; b.mu is held.
func (b *Registry) writeBlocker(r *sessionRow) {
	s := b.blockers[r.TabID]
	if s == nil {
		return
	}
	if s.obstacle != "" {
		r.Obstacle, r.URL = s.obstacle, s.url
	}
	if q := s.dialog; q != nil {
		r.Dialog, r.Type, r.Message, r.Value, r.From, r.At = q.ID, q.Type, q.Message, q.DefaultPrompt, s.from, q.OpenedAt
	}
}
