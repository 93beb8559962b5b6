package agent

import (
	"slices"

	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
)

// strays are tabs that a call has opened and that nobody waits for any more: the run was
// stopped, the driver died, or the browser went away. They are closed as soon as that
// can be, also after the run's end.
type strays struct {
	list []stray
	// before are the tabs that there were before the call, lost how many were being
	// opened when it was given up. They are blank, and not among those.
	before []int
	lost   int
	// unsure: numbers may be those of other tabs now, so the list of tabs is asked for
	// first, by the action listing. rests: the browser is awaited.
	unsure, rests bool
	listing       int
}

// stray is a tab to close, with the address that it was last known to have and the one
// that it was opened for. id is the action under way: its opening, else its closing.
type stray struct {
	tab, id int
	at, url string
}

// doubts takes note that the browser or the driver was away: nothing that was under way
// is answered.
func (s *strays) doubts() {
	list := s.list
	s.list, s.listing, s.unsure = nil, 0, true
	for _, x := range list {
		if x.tab == 0 {
			s.lost++
			continue
		}
		x.id = 0
		s.list = append(s.list, x)
	}
}

// leaves gives up what a call has open: a research, or a fetch_url. While the browser is
// there a tab that is being opened is awaited, to be closed.
func (m *machine) leaves(there bool) {
	s := &m.strays
	give := func(x stray, closing bool) {
		switch {
		case x.tab == 0 && x.id == 0, there && closing:
		case x.tab == 0 && there:
			s.list = append(s.list, x)
		case x.tab == 0:
			m.do(Cancel{x.id})
			s.lost++
		default:
			if x.id != 0 {
				m.do(Cancel{x.id})
			}
			x.id = 0
			s.list = append(s.list, x)
		}
	}
	switch m.wait {
	case sources:
		if m.study.listing != 0 {
			m.do(Cancel{m.study.listing})
		}
		s.before = m.study.before
		for _, x := range m.study.sources {
			if x.stage != "" && x.stage != over {
				give(stray{x.tab, x.id, x.at, x.url}, x.stage == closes)
			}
		}
		m.study = research{}
	case fetchURL:
		f := &m.fetch
		if there || f.tab != 0 { // where it was opened nobody can tell it from another
			give(stray{f.tab, m.id, "", f.args.URL}, f.stage == fetchClose)
		} else {
			m.do(Cancel{m.id})
		}
	}
}

// sweep closes strays, once it is sure which tabs they are.
func (m *machine) sweep() {
	s := &m.strays
	switch {
	case len(s.list) == 0 && s.lost == 0:
		m.strays = strays{}
	case m.lost, s.rests, s.listing != 0:
	case s.unsure:
		s.listing = m.aside(protocol.GetTabs{}, "")
	default:
		for i := range s.list {
			if x := &s.list[i]; x.id == 0 {
				x.id = m.aside(protocol.CloseTab{TabID: x.tab}, x.at)
			}
		}
	}
}

// swept takes an answer to a sweep, or the one to an opening that was given up.
func (m *machine) swept(e *Event) bool {
	s := &m.strays
	if e.ID == s.listing && e.ID != 0 {
		s.listing = 0
		if s.rests = e.Code != ""; !s.rests {
			s.finds(rows(e))
		}
		return true
	}
	for i, x := range s.list {
		if x.id != e.ID {
			continue
		}
		s.list = append(s.list[:i:i], s.list[i+1:]...)
		r, _ := protocol.DecodeResult(protocol.KindOpenTab, e.Result)
		if o, ok := r.(protocol.OpenTabResult); ok && x.tab == 0 && o.TabID != 0 {
			s.list = append(s.list, stray{o.TabID, 0, "", x.url})
		} else if x.tab != 0 && e.Code != "" && e.Code != protocol.CodeTabNotFound && m.End == "" {
			x.id, s.rests = 0, true
			s.list = append(s.list, x)
		}
		return true
	}
	return false
}

// finds keeps the strays that a list of tabs still has, and finds those that were being
// opened. A number may be another tab's by now: one that is elsewhere is let alone.
func (s *strays) finds(list protocol.TabsResult) {
	var found []stray
	for _, t := range list {
		at, known := risk.Origin(t.URL), false
		for _, x := range s.list {
			if x.tab == t.TabID {
				known = true
				if at == "" || at == risk.Origin(x.url) || at == risk.Origin(x.at) {
					found = append(found, x)
				}
			}
		}
		if !known && at == "" && s.lost > 0 && !slices.Contains(s.before, t.TabID) {
			s.lost--
			found = append(found, stray{tab: t.TabID})
		}
	}
	s.list, s.lost, s.unsure = found, 0, false
}
