package agent

import (
	"github.com/zapvol/bua/core/agent/risk"
	"github.com/zapvol/bua/core/protocol"
	"github.com/zapvol/bua/core/scan"
)

// aside does an action beside the one effect that the run waits for; its number is
// below zero.
func (m *machine) aside(a protocol.Action, address string) int {
	m.asides--
	m.do(Act{ID: m.asides, Action: a, May: m.may(address), Site: risk.Origin(address)})
	return m.asides
}

// answeredAside takes the answer to an action of a research or of a sweep, and reports
// false for any other.
func (m *machine) answeredAside(e *Event) bool {
	r := &m.study
	if e.ID == r.listing && e.ID != 0 {
		r.listing = 0
		for _, t := range rows(e) {
			r.before = append(r.before, t.TabID)
		}
		for i := range r.sources {
			if e.Code != "" {
				r.sources[i].stage, r.sources[i].why = over, m.failed(protocol.KindGetTabs, e)
			}
		}
		m.studies()
		return true
	}
	for i := range r.sources {
		if s := &r.sources[i]; s.id == e.ID && e.ID != 0 {
			s.id = 0
			m.advance(s, e)
			m.studies()
			return true
		}
	}
	return m.swept(e) || e.ID < 0
}

// rows are the tabs that an answer lists.
func rows(e *Event) protocol.TabsResult {
	r, _ := protocol.DecodeResult(protocol.KindGetTabs, e.Result)
	list, _ := r.(protocol.TabsResult)
	return list
}

// studies begins what has its turn, and gives the call its result when all are over.
func (m *machine) studies() {
	open, left := 0, 0
	for i := range m.study.sources {
		switch s := &m.study.sources[i]; {
		case s.stage == over:
			continue
		case s.stage != "":
			open++
		case open < sideBySide:
			open++
			m.does(s, opens, protocol.OpenTab{URL: "about:blank"})
		}
		left++
	}
	if left == 0 {
		m.studied()
	}
}

func (m *machine) does(s *source, next stage, a protocol.Action) {
	s.stage, s.id = next, m.aside(a, s.url)
}

// advance takes a source one stage on.
func (m *machine) advance(s *source, e *Event) {
	on := protocol.OnTab{TabID: s.tab}
	switch s.stage {
	case opens:
		r, _ := protocol.DecodeResult(protocol.KindOpenTab, e.Result)
		o, ok := r.(protocol.OpenTabResult)
		if e.Type == Held || e.Code != "" || !ok {
			s.stage, s.why = over, m.failed(protocol.KindOpenTab, e)
			return
		}
		s.tab = o.TabID
		m.does(s, goes, protocol.Navigate{URL: s.url, OnTab: protocol.OnTab{TabID: s.tab}})
		return
	case goes:
		if e.Type == Acted && e.Code == "" {
			s.at = s.url
			r, _ := protocol.DecodeResult(protocol.KindNavigate, e.Result)
			if f := protocol.Caused(r); f != nil && f.Navigated != nil {
				s.at = f.Navigated.URL
			}
			m.does(s, reads, protocol.Extract{OnTab: on, Query: m.study.query, MaxTokens: 2000})
			return
		}
		s.why = m.failed(protocol.KindNavigate, e)
	case reads:
		m.gathers(s, e)
	case closes:
		if s.stage = over; e.Code != "" && e.Code != protocol.CodeTabNotFound {
			m.strays.list = append(m.strays.list, stray{tab: s.tab, at: s.at, url: s.url})
			m.strays.rests = true
		}
		return
	}
	m.does(s, closes, protocol.CloseTab{TabID: s.tab})
}

// failed says why a source has not been read.
func (m *machine) failed(kind protocol.Kind, e *Event) string {
	if e.Type == Held || e.Code == "" {
		return "It leads where this is not allowed."
	}
	text, _ := m.teller().Failure(kind, &protocol.Error{Code: e.Code, Message: scan.Clip(e.Text, 300)})
	return text
}
